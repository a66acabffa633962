// SPDX-License-Identifier: Apache-2.0
// The clock of a router and its NICs.
#include "sim/network/site.h"

namespace chokepoint {

Site::Site(sc_core::sc_module_name name, NetworkContext& context, RouterId id,
           const sc_core::sc_event& wakes, FetchAhead& fetch_ahead)
    : sc_module(name),
      router("router", context, id),
      group("nics", context, context.topology.first_node(id), context.topology.nodes_at(id)),
      context_(context),
      fetch_ahead_(fetch_ahead),
      has_nodes_(!group.nics().empty()),
      stretch_(context.node_delay()) {
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
    FetchAhead::Turn fetch = fetch_ahead_.begin(router.id(), first, context_.cycles);
    router.begin_tick(context_.cycles);
    group.begin_tick(context_.cycles);
    for (Cycle now = first; now <= last; ++now) {
      context_.now = now;
      fetch.step();
      router.step(now);
      if (++behind == stretch_ || now == last) {
        router.catch_up(now);
        behind = 0;
      }
      if (has_nodes_) group.step(now);
    }
    context_.now = first;
  });
}

}  // namespace chokepoint
