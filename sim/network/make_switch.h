// SPDX-License-Identifier: Apache-2.0
// Which switch the routers of a run have.
#pragma once

#include <memory>

#include "sim/switch/switch.h"
#include "sim/switch/switch_choice.h"

namespace chokepoint {

/// Takes the scenario's technique where `wanted` has none, and decides what kBest is: StreamSwitch
/// does the same as PlainSwitch, and serves with the default switching technique, mechanisms that
/// make no queues, and routing functions that are asked once. InputError if there is no such
/// technique, or the switch that was asked for does not serve.
SwitchChoice choose_switch(SwitchChoice wanted, const Scenario& scenario,
                           const Mechanism& mechanism, const Routing& routing,
                           const VcLayout& layout);

/// `choice`: of choose_switch().
std::unique_ptr<Switch> make_switch(const char* name, NetworkContext& context, RouterId id,
                                    const SwitchChoice& choice);

}  // namespace chokepoint
