// SPDX-License-Identifier: Apache-2.0
// The clock of a router and its NICs.
#include "sim/network/site.h"

#include "sim/switch/stream/stream_switch.h"

namespace chokepoint {

Site::Site(sc_core::sc_module_name name, NetworkContext& context, RouterId id)
    : sc_module(name),
      group("nics", context, context.topology.first_node(id), context.topology.nodes_at(id)),
      router_(std::make_unique<StreamSwitch>("router", context, id)),
      context_(context),
      has_nodes_(!group.nics().empty()),
      stretch_(context.node_delay()) {}

void Site::run(Cycle first, Tick tick, FetchAhead::Turn fetch) {
  context_.guard(router_->id(), [&] {
    const Cycle last = first + tick.cycles - 1;
    Cycle behind = 0;
    context_.now = first;
    router_->begin_tick(tick);
    group.begin_tick(tick);
    for (Cycle now = first; now <= last; ++now) {
      context_.now = now;
      fetch.step();
      router_->step(now);
      if (++behind == stretch_ || now == last) {
        router_->catch_up(now);
        behind = 0;
      }
      if (has_nodes_) group.step(now);
    }
  });
}

}  // namespace chokepoint
