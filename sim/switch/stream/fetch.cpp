// SPDX-License-Identifier: Apache-2.0
// Router: which of its state is fetched before its turn (FetchAhead).
#include "sim/common/state_lines.h"
#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

void StreamSwitch::list_state(StateLines& lines) const {
  lines.add(static_cast<const RouterState&>(*this));
  lines.add_from(*this, &vcs_);  // endpoint and attachment list theirs
  lines.leave_out_from(offers_, radix_);
  lines.leave_out_from(best_, radix_);
  lines.leave_out_from(stream_hops_, radix_);
  lines.leave_out_from(streams_to_, radix_);
  lines.leave_out_from(leaving_, radix_);
  lines.add_all(input_);
  lines.add_all(output_);
  lines.add_all(input_vc_);
  lines.add_all(output_vc_);
  hops_.list_state(lines, radix_);  // at half load some packet for every port
  lines.add_all(wait_flits_);
  endpoint_.list_state(lines);
  flit_runs_.list_state(lines);
  credit_runs_.list_state(lines);
  credits_.list_state(lines);
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
    const uint64_t ending = tails_due_[cycle % tails_due_.size()] & streaming_outputs_;
    events += bit_count(ending);
    for_each_bit(ending, [this, cycle](unsigned port) {
      fetch_line(leaving_[port]);
      flit_runs_.fetch(port, cycle);
      if ((node_outputs_ >> port & 1) == 0) return;
      const Packet& packet = context_.packets.at(flit_runs_.body(port).packet());
      fetch_line(&packet);
      fetch_line(&packet.created);
    });
    endpoint_.flits.for_each_told(cycle, [&](unsigned port, FlitCell flit) {
      ++events;
      credit_runs_.fetch(port, cycle);
      if (flit.bits() == FlitArrivals::no_flit().bits()) return;
      if (flit.head()) fetch_line(&context_.packets.at(flit.packet()));
    });
  }
  if (attachment_) attachment_->fetch(to - from);
  return events;
}

}  // namespace chokepoint
