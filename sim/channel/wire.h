// SPDX-License-Identifier: Apache-2.0
// A mechanism's end of a wire: it sends values of one type, and is called with those that arrive.
#pragma once

#include <type_traits>
#include <utility>

#include "sim/channel/wire_board.h"

namespace chokepoint {

/// Addressed: an end sends to any other of the same name, its own too. A value sent in cycle t is
/// handed over in t + latency, before the receiver's router or NIC does anything in that cycle
/// (Site). Any number of values may be sent in a cycle: a mechanism whose hardware has fewer lines
/// keeps to that itself. Ends are made by RouterState::make_wire and NicState::make_wire while the
/// mechanism attaches; values may be sent from cycle 0 on. Faults lose, delay and duplicate them;
/// of a type that has `static std::vector<std::string> message_names()` and `unsigned message()
/// const`, the number of a value's own, those of one kind.
template <class T>
class Wire {
  static_assert(std::is_trivially_copyable_v<T>, "a wire carries plain bits");
  static_assert(sizeof(T) <= WireBoard::kMostBytes, "more than a wire carries at once");

 public:
  Wire() = default;
  /// `receive(Cycle now, WirePlace from, const T& value)`.
  template <class Receive>
  Wire(WireBoard& board, WirePlace place, const WireSpec& spec, Receive receive)
      : board_(&board),
        place_(place),
        number_(board.attach(
            place, spec, typeid(T),
            [receive = std::move(receive)](Cycle now, WirePlace from, const void* value) mutable {
              receive(now, from, *static_cast<const T*>(value));
            },
            messages_of<T>(0))) {}
  void send(Cycle now, WirePlace to, const T& value) const {
    board_->send(now, number_, place_, to, &value, sizeof(T));
  }
  Cycle latency() const { return board_->spec(number_).latency; }

 private:
  template <class V>
  static auto messages_of(int) -> decltype(V::message_names(), WireMessages{}) {
    return {V::message_names(),
            [](const void* value) { return static_cast<const V*>(value)->message(); }};
  }
  template <class V>
  static WireMessages messages_of(long) {
    return {};
  }

  WireBoard* board_ = nullptr;
  WirePlace place_;
  uint32_t number_ = 0;
};

/// Point to point: a wire whose receiver is always the same.
template <class T>
class WireLine {
 public:
  WireLine() = default;
  WireLine(Wire<T> wire, WirePlace to) : wire_(wire), to_(to) {}
  void send(Cycle now, const T& value) const { wire_.send(now, to_, value); }

 private:
  Wire<T> wire_;
  WirePlace to_;
};

}  // namespace chokepoint
