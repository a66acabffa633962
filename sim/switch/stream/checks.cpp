// SPDX-License-Identifier: Apache-2.0
// Router: what the run's checks and the deadlock report ask for.
#include <fmt/format.h>

#include <map>

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

unsigned StreamSwitch::tails() const {
  unsigned count = 0;
  endpoint_.flits.for_each([&count](const DueFlit& flit) { count += flit.tail() ? 1 : 0; });
  inputs_.for_each_front([&count](const Hop& front) {
    for (const Hop* hop = &front; hop != nullptr; hop = hop->next_input) {
      if (hop->arrived == hop->flits) ++count;
    }
  });
  for (unsigned port = 0; port < radix_; ++port) {
    for (unsigned vc = 0; vc < setup_.vcs; ++vc) {
      for (const Hop* hop = outputs_.first(port, vc); hop != nullptr; hop = hop->next_output) {
        if (hop->crossed == hop->flits) ++count;
      }
    }
  }
  return count;
}

void StreamSwitch::check_empty() const {
  if (hops_.in_use() != 0) {
    setup_.fail(fmt::format("{} packets are left at the end", hops_.in_use()));
  }
  if (origination_.waiting())
    setup_.fail("a packet of the router's own has not entered the network");
  for (unsigned port = 0; port < radix_; ++port) {
    const unsigned queued = lengths_.input_flits(port), buffered = lengths_.buffer_flits(port);
    const unsigned requests = vcs_.waiting_packets(port);
    if (queued + buffered + requests != 0) {
      setup_.fail(
          fmt::format("output {} ends with {} flits counted in input queues, {} in its buffer, {} "
                      "requests",
                      port, queued, buffered, requests));
    }
    for (unsigned vc = 0; vc < setup_.vcs; ++vc) {
      if (outputs_.credits(port, vc) != setup_.buffer_flits) {
        setup_.fail(fmt::format("output {} VC {} ends with {} of {} credits", port, vc,
                                outputs_.credits(port, vc), setup_.buffer_flits));
      }
      if (const Packet* packet = discards_.waits_for(port, vc)) {
        setup_.fail(fmt::format("input {} VC {} still waits for flits of dropped packet {:#x}",
                                port, vc, packet->id));
      }
    }
  }
}

std::string StreamSwitch::describe_packets() const {
  std::string text;
  std::map<uint64_t, const Hop*> fronts;  // by input and queue
  inputs_.for_each_front([&](const Hop& hop) { fronts[inputs_.key(hop.input, hop.queue)] = &hop; });
  for (const auto& [key, front] : fronts) {
    const Hop& hop = *front;
    text += fmt::format(
        "  router {} input {} VC {}: packet {:#x} ({} -> {}, {} flits, {} arrived, {} crossed) "
        "for output {}, output VC buffers {}\n",
        id_, hop.input, hop.input_vc, hop.packet->id, hop.packet->source, hop.packet->destination,
        hop.flits, hop.arrived, hop.crossed, hop.output, lengths_.buffer_flits(hop.output));
  }
  return text;
}

}  // namespace chokepoint
