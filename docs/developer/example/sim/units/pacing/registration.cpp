// SPDX-License-Identifier: Apache-2.0
// Instantiates the engines of the gap timer and lists it for replay.
#include "sim/engine/make_unit.h"
#include "sim/engine/replay_unit.h"
#include "sim/units/pacing/gap_timer.h"

namespace chokepoint {
CHOKEPOINT_INSTANTIATE_UNIT(GapTimer);
namespace {
const UnitRegistration<GapTimer> timer("Silence of a NIC after each packet");
}
}  // namespace chokepoint
