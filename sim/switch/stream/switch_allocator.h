// SPDX-License-Identifier: Apache-2.0
// Switch allocation of a router with streams: inputs offer a packet, outputs take an input.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "sim/switch/stream/hop.h"
#include "sim/switch/stream/router_setup.h"

namespace chokepoint::stream {

/// In each pass an input offers one of its ready packets (priority, then round-robin over queues),
/// and an output takes one input (priority, then round-robin over inputs); pointers move on
/// success. Ready: a packet that holds an output VC and has a flit in the buffer. Work follows bit
/// masks of ports that have any.
class SwitchAllocator {
 public:
  explicit SwitchAllocator(unsigned radix) : inputs_(radix) {}

  /// A packet gets ready.
  void add(Hop* hop) {
    Input& input = inputs_[hop->input];
    hop->next_choice = input.ready;
    input.ready = hop;
    ready_ |= uint64_t{1} << hop->input;
  }
  void remove(const Hop& hop) {
    Input& input = inputs_[hop.input];
    Hop** link = &input.ready;
    while (*link != &hop) link = &(*link)->next_choice;
    *link = hop.next_choice;
    ready_ &= ~(uint64_t{input.ready == nullptr} << hop.input);
  }
  /// Inputs with a ready packet.
  uint64_t ready() const { return ready_; }

  /// In this pass the input of `hop` offers it.
  [[gnu::always_inline]] void offer(Hop* hop) {
    const unsigned port = hop->input, output = hop->output;
    offers_[port] = hop;
    // The best input so far, without a branch on whether another one wants the same output. The
    // lowest bits of a rank name the input.
    const unsigned turn = (last_input_[output] - port) & 63u;
    best_[output] = std::max(best_[output], hop->rank + (turn << Hop::kTurnShift));
    offered_ |= uint64_t{1} << output;
  }
  void offer_ready() {
    for (uint64_t left = ready_; left != 0; left &= left - 1) {
      offer(best_ready(inputs_[static_cast<unsigned>(__builtin_ctzll(left))]));
    }
  }
  /// Outputs for which something is offered.
  uint64_t offered() const { return offered_; }
  /// Calls `visit(Hop*)` for the packets that outputs have taken, and moves the pointers. No offer
  /// is left afterwards.
  template <class Visit>
  [[gnu::always_inline]] void take(Visit&& visit) {
    const uint64_t wanted = offered_;
    offered_ = 0;
    for (uint64_t left = wanted; left != 0; left &= left - 1) {
      const unsigned output = static_cast<unsigned>(__builtin_ctzll(left));
      const unsigned port = best_[output] % 64;
      best_[output] = 0;
      Hop* const hop = offers_[port];
      inputs_[port].last_queue = hop->queue;
      last_input_[output] = static_cast<uint8_t>(port);
      visit(hop);
    }
  }
  /// What an input has offered last.
  Hop* last_offer(unsigned port) const { return offers_[port]; }
  /// The input that an output has taken last.
  unsigned last_input(unsigned output) const { return last_input_[output]; }

  /// For FetchAhead.
  void list_state(StateLines& lines) const {
    lines.leave_out_from(offers_, inputs_.size());
    lines.leave_out_from(best_, inputs_.size());
    lines.add_all(inputs_);
  }

 private:
  struct Input {
    Hop* ready = nullptr;  ///< list
    uint32_t last_queue = 0;
  };
  static Hop* best_ready(const Input& input) {
    Hop* offer = input.ready;
    if (offer->next_choice == nullptr) return offer;
    unsigned best_rank = 0;
    for (Hop* hop = offer; hop != nullptr; hop = hop->next_choice) {
      // The queue after the last one comes first; modulo 2^16 the order is the same as modulo
      // queues.
      const unsigned turn = (input.last_queue - hop->queue) & 0xFFFF;
      const unsigned rank = unsigned{hop->rank} >> Hop::kPriorityShift << 16 | turn;
      if (rank > best_rank) {
        best_rank = rank;
        offer = hop;
      }
    }
    return offer;
  }

  std::vector<Input> inputs_;
  uint64_t ready_ = 0, offered_ = 0;
  std::array<uint8_t, 64> last_input_{};  ///< by output
  std::array<Hop*, 64> offers_{};         ///< by input
  std::array<unsigned, 64> best_{};       ///< by output: the highest rank offered; else 0
};

}  // namespace chokepoint::stream
