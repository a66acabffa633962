// SPDX-License-Identifier: Apache-2.0
// The default switching technique, with what the scenario's keys say of it.
#pragma once

#include <memory>

#include "sim/scenario/scenario.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint {

/// kDefaultTechnique of the registry.
/// `messages`: mask of the VCs of messages.
std::unique_ptr<SwitchingTechnique> make_virtual_cut_through(const NetworkConfig& network,
                                                             uint32_t messages);

}  // namespace chokepoint
