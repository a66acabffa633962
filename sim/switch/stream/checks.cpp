// SPDX-License-Identifier: Apache-2.0
// Router: what the run's checks and the deadlock report ask for.
#include <fmt/format.h>

#include <map>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

unsigned StreamSwitch::tails() const {
  unsigned count = 0;
  endpoint_.flits.for_each([&count](const FlitEvent& event) { count += event.tail ? 1 : 0; });
  for_each_front([&count](const Hop& front) {
    for (const Hop* hop = &front; hop != nullptr; hop = hop->next_input) {
      if (hop->arrived == hop->flits) ++count;
    }
  });
  for (const OutputVc& vc : output_vc_) {
    for (const Hop* hop = vc.queue.head; hop != nullptr; hop = hop->next_output) {
      if (hop->crossed == hop->flits) ++count;
    }
  }
  return count;
}

void StreamSwitch::check_empty() const {
  if (hops_.in_use() != 0) fail(fmt::format("{} packets are left at the end", hops_.in_use()));
  if (originated_ != nullptr) fail("a packet of the router's own has not entered the network");
  for (unsigned port = 0; port < radix_; ++port) {
    if (queued_flits(port) != 0 || buffer_flits(port) != 0 || output_[port].waiting != nullptr) {
      fail(
          fmt::format("output {} ends with {} flits counted in input queues, {} in its buffer, {} "
                      "requests",
                      port, queued_flits(port), buffer_flits(port), waiting_packets(port)));
    }
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      if (credits(port, vc) != buffer_flits_) {
        fail(fmt::format("output {} VC {} ends with {} of {} credits", port, vc, credits(port, vc),
                         buffer_flits_));
      }
      if (const Packet* packet = discards_[port * vcs_ + vc].packet) {
        fail(fmt::format("input {} VC {} still waits for flits of dropped packet {:#x}", port, vc,
                         packet->id));
      }
    }
  }
}

std::string StreamSwitch::describe_packets() const {
  std::string text;
  std::map<uint64_t, const Hop*> fronts;  // by input and queue
  for_each_front([&](const Hop& hop) { fronts[queue_key(hop.input, hop.queue)] = &hop; });
  for (const auto& [key, front] : fronts) {
    const Hop& hop = *front;
    text += fmt::format(
        "  router {} input {} VC {}: packet {:#x} ({} -> {}, {} flits, {} arrived, {} crossed) "
        "for "
        "output {}, output VC buffers {}\n",
        id_, hop.input, hop.input_vc, hop.packet->id, hop.packet->source, hop.packet->destination,
        hop.flits, hop.arrived, hop.crossed, hop.output, buffer_flits(hop.output));
  }
  return text;
}

void StreamSwitch::fail(const std::string& what) const {
  throw CheckError(fmt::format("cycle {}: router {}: {}", context_.now, id_, what));
}

}  // namespace chokepoint
