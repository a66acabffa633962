// SPDX-License-Identifier: Apache-2.0
// A router and its NICs: the part of the network that may run ahead of the others.
#pragma once

#include <systemc>

#include "sim/network/fetch_ahead.h"
#include "sim/nic/node_group.h"
#include "sim/switch/switch.h"
#include "sim/switch/switch_choice.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint {

/// At a tick it runs some cycles alone: what it sends to other sites arrives later than that
/// (NetworkContext::lookahead), so they need not have got there. This is the temporal decoupling of
/// SystemC's loosely timed models, but exact; a site's state stays in the cache for many cycles,
/// and the order of the sites, or which thread runs them, is the same to any result. Within them
/// the router's unit may fall behind by as many cycles as a packet takes from the crossbar to its
/// tail's arrival at a node.
///
/// A cycle of a site, the one place where a NIC and its own router see each other within a cycle,
/// whatever the switch: what arrives on wires is handed to the mechanism, of router and NICs; the
/// router runs the cycle; then the NICs do, one after the other, which see the router as it is
/// afterwards (NicState::router()). Everything else that they tell each other takes a cycle or
/// more.
class Site : public sc_core::sc_module {
 public:
  Site(sc_core::sc_module_name name, NetworkContext& context, RouterId router,
       const SwitchChoice& choice);
  /// `fetch`: the turn's fetching for the site that is next.
  void run(Cycle first, Tick tick, FetchAhead::Turn fetch);
  /// Between two cycles: what is counted is what there is.
  void end_streams() {
    router_->end_streams();
    group.end_streams();
  }
  /// For FetchAhead.
  void list_state(StateLines& lines) const {
    lines.add_from(*this, &router_);
    router_->list_state(lines);
    group.list_state(lines);
  }
  Switch& router() { return *router_; }
  const Switch& router() const { return *router_; }
  NodeGroup group;

 private:
  void read_wires(Cycle now);
  std::unique_ptr<Switch> router_;
  std::unique_ptr<SwitchingTechnique> injection_;  ///< of the NICs, if it sends flit by flit
  NetworkContext& context_;
  bool has_nodes_;
  Cycle stretch_;  ///< cycles by which the router's unit may fall behind
};

}  // namespace chokepoint
