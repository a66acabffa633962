// SPDX-License-Identifier: Apache-2.0
// A router and its NICs: the part of the network that may run ahead of the others.
#pragma once

#include <systemc>

#include "sim/network/nic.h"
#include "sim/network/router.h"

namespace chokepoint {

/// One clocked process. At a tick it runs `context.cycles` cycles from `context.now` on, alone:
/// what it sends to other sites arrives later than that (Network::lookahead), so they need not have
/// got there. This is the temporal decoupling of SystemC's loosely timed models, but exact; a
/// site's state stays in the cache for many cycles. Within them the router's unit may fall behind
/// by as many cycles as a packet takes from the crossbar to its tail's arrival at a node.
class Site : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Site);
  Site(sc_core::sc_module_name name, NetworkContext& context, RouterId router,
       const sc_core::sc_event& tick);
  Router router;
  NodeGroup group;

 private:
  void clock();
  NetworkContext& context_;
  Cycle stretch_;  ///< cycles by which the router's unit may fall behind
};

}  // namespace chokepoint
