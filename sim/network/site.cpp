// SPDX-License-Identifier: Apache-2.0
// The clock of a router and its NICs.
#include "sim/network/site.h"

namespace chokepoint {

Site::Site(sc_core::sc_module_name name, NetworkContext& context, RouterId id,
           const sc_core::sc_event& tick)
    : sc_module(name),
      router("router", context, id),
      group("nics", context, context.topology.first_node(id), context.topology.nodes_at(id)),
      context_(context) {
  SC_METHOD(clock);
  sensitive << tick;
  dont_initialize();
}

void Site::clock() {
  const Cycle first = context_.now;
  context_.guard([this, first] {
    for (Cycle now = first; now < first + context_.cycles; ++now) {
      context_.now = now;
      router.step(now);
      group.step(now);
    }
    context_.now = first;
  });
}

}  // namespace chokepoint
