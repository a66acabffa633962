// SPDX-License-Identifier: Apache-2.0
// Router: what the run's checks and the deadlock report ask for.
#include <fmt/format.h>

#include <algorithm>

#include "sim/network/router.h"

namespace chokepoint {

unsigned Router::tails() const {
  unsigned count = endpoint_.tails();
  for (const Input& input : input_) {
    for (const Queue& queue : input.queues) {
      for (const Hop* hop = queue.head; hop != nullptr; hop = hop->next_input) {
        if (hop->arrived == hop->flits) ++count;
      }
    }
  }
  for (const Output& output : output_) {
    for (const OutputVc& vc : output.vcs) {
      for (const Hop* hop = vc.queue.head; hop != nullptr; hop = hop->next_output) {
        if (hop->crossed == hop->flits) ++count;
      }
    }
  }
  return count;
}

void Router::check_empty() const {
  if (hops_.in_use() != 0) fail(fmt::format("{} packets are left at the end", hops_.in_use()));
  for (unsigned port = 0; port < radix_; ++port) {
    const Output& output = output_[port];
    if (output.voq_flits != 0 || output.buffer_flits != 0 || !output.waiting.empty() ||
        std::any_of(output.set_voq_flits.begin(), output.set_voq_flits.end(),
                    [](unsigned flits) { return flits != 0; })) {
      fail(
          fmt::format("output {} ends with {} flits counted in input queues, {} in its buffer, {} "
                      "requests",
                      port, output.voq_flits, output.buffer_flits, output.waiting.size()));
    }
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      if (output_[port].vcs[vc].credits != buffer_flits_) {
        fail(fmt::format("output {} VC {} ends with {} of {} credits", port, vc,
                         output_[port].vcs[vc].credits, buffer_flits_));
      }
      if (input_[port].discards[vc].packet != nullptr) {
        fail(fmt::format("input {} VC {} still waits for flits of dropped packet {:#x}", port, vc,
                         input_[port].discards[vc].packet->id));
      }
    }
  }
}

std::string Router::describe_packets() const {
  std::string text;
  for (unsigned port = 0; port < radix_; ++port) {
    for (const Queue& queue : input_[port].queues) {
      if (queue.head == nullptr) continue;
      const Hop& hop = *queue.head;
      text += fmt::format(
          "  router {} input {} VC {}: packet {:#x} ({} -> {}, {} flits, {} arrived, {} crossed) "
          "for "
          "output {}, output VC buffers {}\n",
          id_, port, hop.input_vc, hop.packet->id, hop.packet->source, hop.packet->destination,
          hop.flits, hop.arrived, hop.crossed, hop.output, output_[hop.output].buffer_flits);
    }
  }
  return text;
}

void Router::fail(const std::string& what) const {
  throw CheckError(fmt::format("cycle {}: router {}: {}", context_.now, id_, what));
}

}  // namespace chokepoint
