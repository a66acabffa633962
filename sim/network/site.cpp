// SPDX-License-Identifier: Apache-2.0
// The clock of a router and its NICs.
#include "sim/network/site.h"

#include "sim/switch/make_switch.h"

namespace chokepoint {

Site::Site(sc_core::sc_module_name name, NetworkContext& context, RouterId id,
           const sc_core::sc_event& wakes, FetchAhead& fetch_ahead, const SwitchChoice& choice)
    : sc_module(name),
      group("nics", context, context.topology.first_node(id), context.topology.nodes_at(id)),
      router_(make_switch("router", context, id, choice)),
      context_(context),
      fetch_ahead_(fetch_ahead),
      has_nodes_(!group.nics().empty()),
      stretch_(context.node_delay()) {
  for (const std::unique_ptr<Nic>& nic : group.nics()) nic->set_router(*router_);
  SC_METHOD(clock);
  sensitive << wakes;
  dont_initialize();
  process_ = sc_core::sc_get_last_created_process_handle();
}

void Site::clock() {
  const Cycle first = context_.now;
  context_.guard([this, first] {
    const Cycle last = first + context_.cycles - 1;
    Cycle behind = 0;
    FetchAhead::Turn fetch = fetch_ahead_.begin(router_->id(), first, context_.cycles);
    router_->begin_tick(context_.cycles);
    group.begin_tick(context_.cycles);
    const bool wires = context_.wires.any();
    for (Cycle now = first; now <= last; ++now) {
      context_.now = now;
      fetch.step();
      if (wires) read_wires(now);
      router_->step(now);
      if (++behind == stretch_ || now == last) {
        router_->catch_up(now);
        behind = 0;
      }
      if (has_nodes_) group.step(now);
    }
    context_.now = first;
  });
}

void Site::read_wires(Cycle now) {
  context_.wires.deliver(router_->id(), now, [this](WirePlace place) {
    if (place.is_nic()) group.wake(place.number);
  });
}

}  // namespace chokepoint
