// SPDX-License-Identifier: Apache-2.0
// VC allocation: work follows heads that wait and VCs that may be had.
#include "sim/switch/stream/vc_allocator.h"

#include <algorithm>

namespace chokepoint::stream {

VcAllocator::VcAllocator(const RouterSetup& setup, OutputBuffers& buffers)
    : setup_(setup),
      buffers_(buffers),
      ports_(setup.radix),
      vcs_(size_t{setup.radix} * setup.vcs) {}

void VcAllocator::add(Hop* hop) {
  Port& output = ports_[hop->output];
  hop->next_choice = output.waiting;
  output.waiting = hop;
  output.wanted |= hop->allowed;
  output.retry |= hop->allowed;
  output.smallest_waiting = std::min(output.smallest_waiting, hop->flits);
  requested_ |= uint64_t{1} << hop->output;
}

void VcAllocator::remove(Hop* hop) {
  Port& output = ports_[hop->output];
  uint32_t wanted = 0;
  uint16_t smallest = UINT16_MAX;
  Hop** own = nullptr;
  for (Hop** link = &output.waiting; *link != nullptr; link = &(*link)->next_choice) {
    if (*link == hop) {
      own = link;
    } else {
      wanted |= (*link)->allowed;
      smallest = std::min(smallest, (*link)->flits);
    }
  }
  *own = hop->next_choice;
  output.wanted = wanted;
  output.smallest_waiting = smallest;
  if (output.waiting == nullptr) requested_ &= ~(uint64_t{1} << hop->output);
}

/// Gives the VC to the best of the packets that wait for it; null: there is none.
Hop* VcAllocator::allocate_vc(unsigned port, unsigned vc) {
  Port& output = ports_[port];
  const uint32_t bit = uint32_t{1} << vc;
  if ((output.wanted & bit) == 0) return nullptr;  // who wanted it has just got another
  // Behind a hotspot buffers are full, with a packet of every queue waiting.
  const unsigned room = buffers_.room(port, vc);
  Hop* const winner = output.smallest_waiting <= room ? best_waiting(port, vc, room) : nullptr;
  if (winner == nullptr) {
    output.retry &= ~bit;
    return nullptr;
  }
  Vc& state = vcs_[port * setup_.vcs + vc];
  state.last_winner = winner->input * setup_.queues + winner->queue;
  state.owner = winner;
  output.held |= bit;
  output.next_vc = static_cast<uint8_t>(vc + 1 < setup_.vcs ? vc + 1 : 0);
  winner->grant(vc, port * setup_.vcs + vc, setup_.output_queue(vc));
  winner->set_rank(setup_.layout.priority(vc));
  buffers_.promise(*winner);
  remove(winner);
  return winner;
}

/// Round-robin over input queues among the packets that may use `vc`, of at most `room` flits.
Hop* VcAllocator::best_waiting(unsigned port, unsigned vc, unsigned room) const {
  const unsigned last = vcs_[port * setup_.vcs + vc].last_winner;
  const unsigned places = setup_.radix * setup_.queues;
  Hop* winner = nullptr;
  unsigned best = ~0u;
  for (Hop* hop = ports_[port].waiting; hop != nullptr; hop = hop->next_choice) {
    if (((hop->allowed >> vc) & 1) == 0 || hop->flits > room) continue;
    unsigned distance = hop->input * setup_.queues + hop->queue + places - last - 1;
    if (distance >= places) distance -= places;
    if (distance < best) {
      best = distance;
      winner = hop;
    }
  }
  return winner;
}

unsigned VcAllocator::waiting_packets(unsigned port) const {
  unsigned count = 0;
  for (const Hop* hop = ports_[port].waiting; hop != nullptr; hop = hop->next_choice) ++count;
  return count;
}

}  // namespace chokepoint::stream
