// SPDX-License-Identifier: Apache-2.0
// Wires: values that mechanisms send each other beside the packets, from any router or NIC to any
// other, so many cycles later. See wire.h for how a mechanism uses them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <typeindex>
#include <vector>

#include "sim/common/types.h"

namespace chokepoint {

/// Where a wire may end: the part of a mechanism that sits in a router, or in a NIC.
struct WirePlace {
  enum class Kind : uint8_t { kRouter, kNic };
  Kind kind = Kind::kRouter;
  uint32_t number = 0;  ///< of the router, or of the NIC's node
  static WirePlace router(RouterId router) { return {Kind::kRouter, router}; }
  static WirePlace nic(NodeId node) { return {Kind::kNic, node}; }
  bool is_nic() const { return kind == Kind::kNic; }
  bool operator==(const WirePlace& other) const {
    return kind == other.kind && number == other.number;
  }
  std::string name() const;  ///< "router 3", "NIC 7"
};

/// How far a wire goes. Sites run on their own for as many cycles as values between them take at
/// least, so wires within a site may be as short as they like at no cost.
enum class WireReach : uint8_t {
  kAnySite,  ///< between any two places
  kOwnSite,  ///< between a router and the NICs of its own nodes only
};

/// A wire as its mechanism declares it, the same at all its ends.
struct WireSpec {
  std::string name;   ///< faults name it
  Cycle latency = 1;  ///< cycles, 1 .. WireBoard::kLongest
  WireReach reach = WireReach::kAnySite;
};

/// Names of the kinds of value that a wire carries, if there are several, and which of them a value
/// is. A fault may name one.
struct WireMessages {
  std::vector<std::string> names;
  unsigned (*which)(const void* value) = nullptr;
};

/// All wires of a run, and what is under way on them: a queue per site, in order of arrival, which
/// is as long as there are values in it. Within a cycle a site gets them in the order of their
/// senders' sites, of a site's the router's before its NICs', of a sender's as they were sent: an
/// order that depends neither on how many cycles a tick has nor on who ran first.
///
/// What a site sends to others waits in an outbox of its own until exchange(), between two ticks:
/// a running site writes to nothing but its own part.
class WireBoard {
 public:
  static constexpr size_t kMostBytes = 32;  ///< of a value
  static constexpr Cycle kLongest = Cycle{1} << 40;
  /// Called at the receiver in the cycle of arrival; `value` is gone afterwards.
  using Receive = std::function<void(Cycle now, WirePlace from, const void* value)>;
  /// What a fault does to a value that has arrived.
  struct Fate {
    bool handed_on = true;
    std::optional<Cycle> again;  ///< handed on (once more) so many cycles later
  };
  struct Arrival {
    const std::string& wire;
    const std::string& message;  ///< empty: the wire carries one kind only
    WirePlace to, from;
  };
  using Disturb = std::function<Fate(Cycle now, const Arrival& arrival)>;

  /// `site_of_node`: the router that each node's NIC runs with.
  WireBoard(unsigned routers, std::vector<RouterId> site_of_node);

  /// Gives `place` an end of the wire of that name, and returns the wire's number. InputError: the
  /// latency is none, or the ends of a wire do not agree; or the place has one already.
  uint32_t attach(WirePlace place, const WireSpec& spec, std::type_index type, Receive receive,
                  const WireMessages& messages = {});
  /// CheckError: there is no end at `to`, or it is beyond the wire's reach.
  void send(Cycle now, uint32_t wire, WirePlace from, WirePlace to, const void* value,
            size_t bytes);
  bool any() const { return !wires_.empty(); }
  /// Least cycles from one site to another; ~0: no wire goes so far.
  Cycle shortest() const { return shortest_; }
  /// Most cycles that a value is under way; 0: there is no wire.
  Cycle longest() const { return longest_; }
  std::vector<std::string> names() const;
  /// Kinds of value of the wire of that name; none: it carries one, or there is no such wire.
  std::vector<std::string> messages(const std::string& wire) const;
  const WireSpec& spec(uint32_t wire) const { return wires_[wire].spec; }

  /// Between two ticks: what was sent to other sites is on its way to them.
  void exchange();
  /// Something arrives at this site in cycle `now`.
  bool due(RouterId site, Cycle now) const {
    const std::vector<Value>& queue = sites_[site].queue;
    return !queue.empty() && queue.front().due <= now;
  }
  /// Hands on what arrives at this site in cycle `now`, then calls `told(WirePlace)` for each
  /// receiver.
  template <class Told>
  void deliver(RouterId site, Cycle now, Told&& told) {
    while (due(site, now)) {
      const Value value = pop(sites_[site].queue);
      if (hand_on(site, now, value)) told(place_of(value.to));
    }
  }
  /// Values under way, in all; between two ticks.
  size_t under_way() const;
  /// Asked about every value that arrives.
  void disturb(Disturb disturb) { disturb_ = std::move(disturb); }

 private:
  struct Value {
    Cycle due;
    uint64_t number;  ///< among all its sender's
    uint32_t from, to;
    uint32_t from_rank;  ///< order of senders
    uint32_t wire;
    bool struck;  ///< by a fault, and not again
    alignas(8) std::array<std::byte, kMostBytes> bits;
  };
  struct Declared {
    WireSpec spec;
    std::type_index type;
    WireMessages messages;
    std::vector<Receive> receive;  ///< by place; empty: no end
  };
  struct Site {
    std::vector<Value> queue;   ///< a heap: what arrives first in front
    std::vector<Value> outbox;  ///< for other sites
  };
  static bool later(const Value& a, const Value& b);
  static void push(std::vector<Value>& queue, const Value& value);
  static Value pop(std::vector<Value>& queue);
  bool hand_on(RouterId site, Cycle now, const Value& value);
  uint32_t index_of(WirePlace place) const {
    return place.is_nic() ? routers_ + place.number : place.number;
  }
  WirePlace place_of(uint32_t index) const {
    return index < routers_ ? WirePlace::router(index) : WirePlace::nic(index - routers_);
  }
  RouterId site_of(uint32_t index) const {
    return index < routers_ ? index : site_of_node_[index - routers_];
  }

  uint32_t routers_;
  std::vector<RouterId> site_of_node_;
  std::vector<Declared> wires_;
  std::vector<Site> sites_;
  std::vector<uint64_t> sent_;  ///< by place
  std::vector<uint32_t> rank_;  ///< by place
  Cycle shortest_ = ~Cycle{0};
  Cycle longest_ = 0;
  Disturb disturb_;
};

}  // namespace chokepoint
