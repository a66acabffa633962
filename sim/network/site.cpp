// SPDX-License-Identifier: Apache-2.0
// The clock of a router and its NICs.
#include "sim/network/site.h"

#include "sim/network/make_switch.h"
#include "sim/switch/switching/registry.h"

namespace chokepoint {

Site::Site(sc_core::sc_module_name name, NetworkContext& context, RouterId id,
           const SwitchChoice& choice)
    : sc_module(name),
      group("nics", context, context.topology.first_node(id), context.topology.nodes_at(id)),
      router_(make_switch("router", context, id, choice)),
      context_(context),
      has_nodes_(!group.nics().empty()),
      stretch_(context.node_delay()) {
  if (techniques().at(choice.technique).flit_by_flit) {
    injection_ = make_technique(choice.technique, context.scenario.network,
                                context.layout.output_sharing());
  }
  for (const std::unique_ptr<Nic>& nic : group.nics()) {
    nic->set_router(*router_);
    nic->send_flit_by_flit(injection_.get());
  }
}

void Site::run(Cycle first, Tick tick, FetchAhead::Turn fetch) {
  context_.guard(router_->id(), [&] {
    const Cycle last = first + tick.cycles - 1;
    Cycle behind = 0;
    context_.now = first;
    router_->begin_tick(tick);
    group.begin_tick(tick);
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
  });
}

void Site::read_wires(Cycle now) {
  context_.wires.deliver(router_->id(), now, [this](WirePlace place) {
    if (place.is_nic()) group.wake(place.number);
  });
}

}  // namespace chokepoint
