// SPDX-License-Identifier: Apache-2.0
// The scenario keys of self-tuned throttling, and the unit parameters and levels that follow.
#pragma once

#include <set>

#include "sim/hooks/mechanism.h"
#include "sim/mechanisms/self_tuned/rows.h"
#include "sim/units/self_tuned/self_tuned_node.h"
#include "sim/units/self_tuned/sideband_phase.h"
#include "sim/units/self_tuned/sideband_restart.h"

namespace chokepoint::self_tuned {

struct Config {
  /// InputError that starts with the key: the network is none that the units serve, or levels do
  /// not go together.
  explicit Config(const Scenario& scenario);

  Rows rows;
  SidebandPhase::Params phase;
  SidebandPhase::Config gather;
  SelfTunedNode::Params node;
  SelfTunedNode::In levels;  ///< cfg_* fields filled in
  SidebandRestart::Params restart;
  Cycle restart_cycles = 0;      ///< after which all nodes begin anew; 0: never
  bool counts_occupied = false;  ///< buffers with a flit, not those that are full
  uint32_t buffers = 0;          ///< VC buffers between routers of the network
  std::set<RouterId> resets;     ///< routers that faults reset by themselves
};

std::vector<KeySpec> keys();
void check(const Scenario& scenario);

}  // namespace chokepoint::self_tuned
