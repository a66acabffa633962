// SPDX-License-Identifier: Apache-2.0
// Output buffers of a router with streams, and the credits of the next hops.
#pragma once

#include <vector>

#include "sim/channel/credit_table.h"
#include "sim/switch/stream/hop.h"
#include "sim/switch/stream/router_setup.h"

namespace chokepoint::stream {

/// A packet is promised a place for all its flits, then appended when its head has crossed. Only
/// the first packet of a queue leaves, once there are credits for all of it; a flit leaves in the
/// cycle after it has crossed at the earliest. A queue is a VC's, with its number, or that of all
/// VCs of RouterSetup::sharing.
class OutputBuffers {
 public:
  OutputBuffers(const RouterSetup& setup, const StreamClock& clock);

  // Places in the buffer.
  /// Flits of the buffer that are taken by a VC or promised to it.
  unsigned taken(unsigned port, unsigned vc) const {
    const Vc& state = at(port, vc);
    if (setup_.sharing != 0) return state.reserved - sent_of_first(port, vc);
    return state.reserved - (state.head == nullptr ? 0u : clock_.sent(*state.head));
  }
  /// Flits of a packet that this VC may be given to: its buffer has room for them, and with
  /// downstream allocation there are credits.
  unsigned room(unsigned port, unsigned vc) const {
    return setup_.downstream ? room_with_credits(port, vc)
                             : setup_.output_buffer_flits - taken(port, vc);
  }
  void promise(const Hop& hop) { vcs_[hop.output_place].reserved += hop.flits; }
  /// The head of a packet that was promised a place has come.
  void append(Hop* hop);
  /// A flit of a packet has come.
  void came(const Hop& hop) {
    ports_[hop.output].sendable |= uint32_t{hop.leaving} << hop.output_queue;
    sending_ |= uint64_t{hop.leaving} << hop.output;
    urgent_ |= uint64_t{hop.leaving & (setup_.control_mask >> hop.output_queue)} << hop.output;
  }

  // Channel output.
  /// Outputs with a flit that may go.
  uint64_t sending() const { return sending_; }
  /// Outputs with a head that may not go: no credits yet for its whole packet.
  uint64_t blocked() const { return blocked_; }
  /// Outputs at which a control packet may leave since this was asked before.
  uint64_t take_urgent() {
    const uint64_t urgent = urgent_;
    urgent_ = 0;
    return urgent;
  }
  /// The queue whose turn it is: first by arbitration and priority, then round-robin.
  unsigned choose(unsigned port) {
    Port& output = ports_[port];
    const uint32_t candidates = first_to_send(output);
    const uint32_t following = candidates & (~uint32_t{1} << output.last_sent);
    const unsigned queue =
        static_cast<unsigned>(__builtin_ctz(following != 0 ? following : candidates));
    output.last_sent = static_cast<uint8_t>(queue);
    return queue;
  }
  /// The first packet of a queue; null: there is none.
  Hop* first(unsigned port, unsigned queue) { return ports_[port].vcs[queue].head; }
  const Hop* first(unsigned port, unsigned queue) const { return at(port, queue).head; }
  /// Its head goes: it takes the credits for all of it.
  void leaves(const Hop& hop);
  /// A flit of it has gone.
  void went(const Hop& hop) {
    const bool empty = !hop.streams_in && hop.sent == hop.crossed;
    ports_[hop.output].sendable &= ~(uint32_t{empty} << hop.output_queue);
  }
  /// Its tail has gone, and it with it.
  void tail_went(const Hop& hop);
  /// One flit of this output has gone in this cycle, which may have been the last one that may go.
  void end_turn(unsigned port) { sending_ &= ~(uint64_t{ports_[port].sendable == 0} << port); }
  /// Packets that have begun to leave.
  unsigned begun(unsigned port) const { return ports_[port].begun; }
  /// A first packet has begun or ended to stream: it may go if it has a flit here.
  void update_sendable(const Hop& hop);

  // Credits.
  /// Returns the outputs that got some.
  uint64_t read_credits(Cycle now, CreditArrivals& arrivals) {
    const uint64_t outputs = arrivals.take_into(now, credits_);
    if (credits_.exceeded()) fail_credits();
    for (uint64_t left = outputs & blocked_; left != 0; left &= left - 1) {
      unblock(static_cast<unsigned>(__builtin_ctzll(left)));
    }
    return outputs;
  }
  unsigned credits(unsigned port, unsigned vc) const { return credits_.at(port, vc); }
  /// With downstream allocation those that no packet in the buffer, or promised a place, will take.
  unsigned unpromised_credits(unsigned port, unsigned vc) const {
    if (!setup_.downstream) return credits(port, vc);
    const bool begun = sent_of_first(port, vc) != 0;
    const unsigned has_credits = begun ? first(port, setup_.output_queue(vc))->flits : 0u;
    return credits(port, vc) - (at(port, vc).reserved - has_credits);
  }
  const CreditTable& credit_table() const { return credits_; }
  /// Credits, and what is left of a packet that has begun to leave.
  unsigned may_send(unsigned port, unsigned vc) const {
    const unsigned sent = sent_of_first(port, vc);
    const unsigned left = sent != 0 ? first(port, setup_.output_queue(vc))->flits - sent : 0u;
    return credits(port, vc) + left;
  }

  /// For FetchAhead.
  void list_state(StateLines& lines) const;

 private:
  struct Vc {
    // Of the queue with its number.
    Hop* head = nullptr;
    Hop* tail = nullptr;
    uint32_t reserved = 0;  ///< flits of its packets that are in the buffer or promised a place
  };
  struct Port {
    // Masks of queues.
    uint32_t sendable = 0;  ///< the first packet has a flit there that may go
    uint32_t unsent = 0;    ///< ... and is a head
    uint32_t blocked = 0;   ///< that head is not sendable: no credits yet for its whole packet
    uint8_t last_sent = 0;  ///< queue
    uint8_t begun = 0;
    Vc* vcs = nullptr;  ///< in vcs_
  };
  const Vc& at(unsigned port, unsigned vc) const { return vcs_[port * setup_.vcs + vc]; }
  /// Of the first packet of its queue, if it is one of this VC.
  unsigned sent_of_first(unsigned port, unsigned vc) const {
    const Hop* const hop = first(port, setup_.output_queue(vc));
    return hop == nullptr || hop->output_vc != vc ? 0u : clock_.sent(*hop);
  }
  unsigned room_with_credits(unsigned port, unsigned vc) const;
  uint32_t first_to_send(const Port& output) const {
    const uint32_t candidates = output.sendable;
    const uint32_t begun = setup_.whole_packets ? candidates & ~output.unsent : 0;
    if ((candidates & setup_.other_than_data) == 0) return begun != 0 ? begun : candidates;
    const bool keep_on = begun != 0 && (candidates & setup_.control_mask) == 0;
    return setup_.layout.first_in_priority(keep_on ? begun : candidates);
  }
  void becomes_first(Hop* hop);
  void may_leave(Hop* hop);
  void unblock(unsigned port);
  [[noreturn]] void fail_credits() const;

  const RouterSetup& setup_;
  const StreamClock& clock_;
  std::vector<Port> ports_;
  std::vector<Vc> vcs_;
  uint64_t sending_ = 0, blocked_ = 0, urgent_ = 0;  ///< outputs
  CreditTable credits_;
};

}  // namespace chokepoint::stream
