// SPDX-License-Identifier: Apache-2.0
// Router: which of its state is fetched before its turn (FetchAhead).
#include "sim/common/state_lines.h"
#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

void StreamSwitch::list_state(StateLines& lines) const {
  lines.add(static_cast<const RouterState&>(*this));
  lines.add_from(*this, &setup_);  // endpoint and attachment list theirs
  inputs_.list_state(lines);
  outputs_.list_state(lines);
  vcs_.list_state(lines);
  allocator_.list_state(lines);
  credit_return_.list_state(lines);
  flit_runs_.list_state(lines);
  output_streams_.list_state(lines);
  input_streams_.list_state(lines);
  lengths_.list_state(lines);
  hops_.list_state(lines, radix_);  // at half load some packet for every port
  endpoint_.list_state(lines);
  if (attachment_) attachment_->list_state(lines);
}

void StreamSwitch::fetch_told(Cycle from, Cycle to) const {
  for (Cycle cycle = from; cycle != to; ++cycle) {
    endpoint_.flits.fetch(cycle);
    endpoint_.credits.fetch(cycle);
  }
}

unsigned StreamSwitch::fetch_events(Cycle from, Cycle to) const {
  unsigned events = 0;
  for (Cycle cycle = from; cycle != to; ++cycle) {
    const uint64_t ending = output_streams_.ending(cycle);
    events += bit_count(ending);
    for_each_bit(ending, [this, cycle](unsigned port) {
      fetch_line(&output_streams_.leaving(port));
      flit_runs_.fetch(port, cycle);
      if (!setup_.delivers(port)) return;
      const Packet& packet = context_.packets.at(flit_runs_.body(port).packet());
      fetch_line(&packet);
      fetch_line(&packet.created);
    });
    endpoint_.flits.for_each_told(cycle, [&](unsigned port, FlitCell flit) {
      ++events;
      credit_return_.fetch(port, cycle);
      if (flit.bits() == FlitArrivals::no_flit().bits()) return;
      if (flit.head()) fetch_line(&context_.packets.at(flit.packet()));
    });
  }
  if (attachment_) attachment_->fetch(to - from);
  return events;
}

}  // namespace chokepoint
