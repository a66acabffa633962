// SPDX-License-Identifier: Apache-2.0
// VC allocation of a router with streams: who waits for an output, who holds its VCs.
#pragma once

#include <vector>

#include "sim/switch/stream/hop.h"
#include "sim/switch/stream/output_buffers.h"
#include "sim/switch/stream/router_setup.h"

namespace chokepoint::stream {

/// An output VC that no packet is crossing to takes, round-robin over the input queues, one of the
/// packets that may use it and for whose flits OutputBuffers has room. Nothing is looked at of a VC
/// for which nothing has changed since it found no packet.
class VcAllocator {
 public:
  VcAllocator(const RouterSetup& setup, OutputBuffers& buffers);

  /// A packet at the front of its queue requests its output.
  void add(Hop* hop);
  /// It requests it no more.
  void remove(Hop* hop);
  /// A flit has left this output queue.
  void retry(unsigned port, unsigned queue) {
    ports_[port].retry |= uint32_t{1} << queue | (queue == 0 ? setup_.sharing : 0);
  }
  /// Credits have come for some VCs of these outputs.
  void retry_all(uint64_t outputs) {
    for (uint64_t left = outputs & requested_; left != 0; left &= left - 1) {
      ports_[static_cast<unsigned>(__builtin_ctzll(left))].retry = ~uint32_t{0};
    }
  }
  /// Outputs that packets request.
  uint64_t requested() const { return requested_; }
  unsigned waiting_packets(unsigned port) const;

  /// The VCs of an output in round-robin order; calls `granted(Hop*)` for each packet that gets
  /// one, after that.
  template <class Granted>
  void allocate(unsigned port, Granted&& granted) {
    const uint32_t vcs = ports_[port].wanted & ports_[port].retry & ~ports_[port].held;
    if (vcs == 0) return;
    const uint32_t before_first = (uint32_t{1} << ports_[port].next_vc) - 1;
    for (const uint32_t half : {~before_first, before_first}) {
      for (uint32_t left = half & ports_[port].wanted & ports_[port].retry & ~ports_[port].held;
           left != 0; left &= left - 1) {
        Hop* const winner = allocate_vc(port, static_cast<unsigned>(__builtin_ctz(left)));
        if (winner != nullptr) granted(winner);
      }
    }
  }

  /// Packets that are crossing to an output.
  unsigned holders(unsigned port) const { return bit_count(ports_[port].held); }
  /// VCs that nobody holds.
  uint32_t free(unsigned port) const {
    return ~ports_[port].held & static_cast<uint32_t>((uint64_t{1} << setup_.vcs) - 1);
  }
  /// The one that is crossing to this VC, or null.
  const Hop* owner(unsigned port, unsigned vc) const { return vcs_[port * setup_.vcs + vc].owner; }
  /// Its tail has crossed.
  void release(const Hop& hop) {
    vcs_[hop.output_place].owner = nullptr;
    ports_[hop.output].held &= ~(uint32_t{1} << hop.output_vc);
  }
  /// For FetchAhead.
  void list_state(StateLines& lines) const {
    lines.add_all(ports_);
    lines.add_all(vcs_);
  }

 private:
  struct Vc {
    Hop* owner = nullptr;
    uint32_t last_winner = 0;
  };
  struct alignas(32) Port {
    // Masks of VCs.
    uint32_t held = 0;                       ///< a packet is crossing to it
    uint32_t wanted = 0;                     ///< some packet in `waiting` may use it
    uint32_t retry = 0;                      ///< it may find a packet, see retry()
    uint16_t smallest_waiting = UINT16_MAX;  ///< flits of the shortest packet in `waiting`
    uint8_t next_vc = 0;
    Hop* waiting = nullptr;  ///< list: heads without an output VC
  };
  Hop* allocate_vc(unsigned port, unsigned vc);
  Hop* best_waiting(unsigned port, unsigned vc, unsigned room) const;

  const RouterSetup& setup_;
  OutputBuffers& buffers_;
  std::vector<Port> ports_;
  std::vector<Vc> vcs_;
  uint64_t requested_ = 0;
};

}  // namespace chokepoint::stream
