// SPDX-License-Identifier: Apache-2.0
// Storage of every self-tuned unit in bits, by the formulas of the contract pages.
#pragma once

#include "sim/units/self_tuned/self_tuned_node.h"
#include "sim/units/self_tuned/sideband_phase.h"
#include "sim/units/self_tuned/sideband_restart.h"
#include "sim/units/storage.h"

namespace chokepoint {

Storage storage(const CongestionEstimator::Params& p);
Storage storage(const InjectionGate::Params& p);
Storage storage(const SelfTunedNode::Params& p);
Storage storage(const SidebandNode::Params& p);
Storage storage(const SidebandPhase::Params& p);
Storage storage(const SidebandRestart::Params& p);
Storage storage(const ThresholdTuner::Params& p);

}  // namespace chokepoint
