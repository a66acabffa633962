// SPDX-License-Identifier: Apache-2.0
// Instantiates the engines of the self-tuned units and lists them for replay.
#include "sim/engine/make_unit.h"
#include "sim/engine/replay_unit.h"
#include "sim/units/self_tuned/congestion_estimator.h"
#include "sim/units/self_tuned/injection_gate.h"
#include "sim/units/self_tuned/self_tuned_node.h"
#include "sim/units/self_tuned/sideband_node.h"
#include "sim/units/self_tuned/sideband_phase.h"
#include "sim/units/self_tuned/sideband_restart.h"
#include "sim/units/self_tuned/threshold_tuner.h"

namespace chokepoint {

CHOKEPOINT_INSTANTIATE_UNIT(CongestionEstimator);
CHOKEPOINT_INSTANTIATE_UNIT(InjectionGate);
CHOKEPOINT_INSTANTIATE_UNIT(SelfTunedNode);
CHOKEPOINT_INSTANTIATE_UNIT(SidebandNode);
CHOKEPOINT_INSTANTIATE_UNIT(SidebandPhase);
CHOKEPOINT_INSTANTIATE_UNIT(SidebandRestart);
CHOKEPOINT_INSTANTIATE_UNIT(ThresholdTuner);

namespace {
const UnitRegistration<CongestionEstimator> estimator("Full buffers of the network, extrapolated");
const UnitRegistration<InjectionGate> gate("Holds new packets back above the threshold");
const UnitRegistration<SelfTunedNode> node("What a node instantiates for self-tuned throttling");
const UnitRegistration<SidebandNode> sideband("A router's part of the global gather");
const UnitRegistration<SidebandPhase> phase("What the side-band does in a cycle");
const UnitRegistration<SidebandRestart> restart("Lets all nodes of a chip begin anew");
const UnitRegistration<ThresholdTuner> tuner("Moves the threshold of full buffers");
}  // namespace

}  // namespace chokepoint
