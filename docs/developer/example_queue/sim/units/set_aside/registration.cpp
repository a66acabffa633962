// SPDX-License-Identifier: Apache-2.0
// Instantiates the engines of the watermark and lists it for replay.
#include "sim/engine/make_unit.h"
#include "sim/engine/replay_unit.h"
#include "sim/units/set_aside/watermark.h"

namespace chokepoint {
CHOKEPOINT_INSTANTIATE_UNIT(Watermark);
namespace {
const UnitRegistration<Watermark> mark("Congested above a high mark, until at a low one");
}
}  // namespace chokepoint
