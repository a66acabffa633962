// SPDX-License-Identifier: Apache-2.0
// Router: its parts, and the order of a cycle.
#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

StreamSwitch::StreamSwitch(sc_core::sc_module_name name, NetworkContext& context, RouterId id)
    : Switch(name, context, id, many_credits(context)),
      setup_(context, id),
      inputs_(setup_),
      outputs_(setup_, clock_),
      gates_(inputs_),
      vcs_(setup_, outputs_),
      allocator_(radix_),
      credit_return_(radix_),
      output_streams_(setup_, clock_, outputs_, vcs_),
      input_streams_({setup_, clock_, endpoint_.flits, inputs_, outputs_, vcs_, allocator_,
                      credit_return_, output_streams_}),
      lengths_(setup_, clock_, outputs_, vcs_),
      discards_(setup_, credit_return_),
      speculation_(setup_, inputs_, vcs_),
      origination_(setup_, outputs_, vcs_) {
  // What a cycle needs, so that nothing grows later.
  const size_t heads = size_t{radix_} * setup_.vcs;
  new_fronts_.reserve(heads);
  arrived_heads_.reserve(radix_);
  speculative_heads_.reserve(heads);
}

void StreamSwitch::end_of_elaboration() {
  for (unsigned port = 0; port < radix_; ++port) {
    flit_runs_.connect(port, outputs[port]->flit_link());
    credit_return_.connect(port, inputs[port]->credit_link());
  }
}

void StreamSwitch::step(Cycle now) {
  clock_.crossed_until = clock_.sent_until = static_cast<uint16_t>(now);
  const uint64_t credited = outputs_.read_credits(now, endpoint_.credits);
  if (setup_.downstream) vcs_.retry_all(credited);
  read_arrivals(now);
  for (Hop* hop : arrived_heads_) lengths_.add(hop);
  arrived_heads_.clear();
  if (hops_.in_use() == 0 && !origination_.waiting()) {
    credit_return_.end_runs(now);
    if (flit_runs_.any()) flit_runs_.end_cycle(now, 0);
    if (each_cycle_ == nullptr || !each_cycle_->busy()) return;
    begin_mechanism(now);
    if (!origination_.waiting()) return each_cycle_->end_cycle(now);
  } else if (each_cycle_ != nullptr) {
    begin_mechanism(now);
  }
  if ((outputs_.sending() | output_streams_.streaming()) != 0 || flit_runs_.any()) {
    send_flits(now);
  } else {
    count_channels(0, outputs_.blocked());
  }
  clock_.sent_until = static_cast<uint16_t>(now + 1);
  if (origination_.waiting()) origination_.inject(now, lengths_, hops_);
  if (vcs_.requested() != 0) allocate_vcs(now);
  speculation_.end_permissions();
  allocate_switch(now);
  clock_.crossed_until = static_cast<uint16_t>(now + 1);
  input_streams_.begin_considered(now, streams_allowed_);
  if (each_cycle_ != nullptr) each_cycle_->end_cycle(now);
  if (!new_fronts_.empty()) {
    for (Hop* hop : new_fronts_) becomes_front(now + 1, hop);
    new_fronts_.clear();
  }
}

/// Not while somebody wants to look at every flit and credit, or to change it; flit by flit
/// arbitration is a choice in every cycle; and VoqEvents names every flit.
void StreamSwitch::begin_tick(Tick tick) {
  const bool single = tick.observed;
  if (single && !credit_return_.tells_each()) end_streams();
  credit_return_.tell_each(single || !setup_.whole_packets);
  streams_allowed_ = !single && setup_.whole_packets && voq_events_ == nullptr;
  const uint64_t streams = input_streams_.streaming() | output_streams_.streaming();
  if (!streams_allowed_ && streams != 0) end_streams();
}

void StreamSwitch::end_streams() {
  input_streams_.end_all();
  output_streams_.end_all();
  credit_return_.end_runs(clock_.crossed_until);
  if (flit_runs_.any()) flit_runs_.end_cycle(clock_.sent_until, 0);
}

}  // namespace chokepoint
