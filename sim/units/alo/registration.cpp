// SPDX-License-Identifier: Apache-2.0
// Instantiates the engines of ALO's unit and lists it for replay.
#include "sim/engine/make_unit.h"
#include "sim/engine/replay_unit.h"
#include "sim/units/alo/alo_test.h"

namespace chokepoint {

CHOKEPOINT_INSTANTIATE_UNIT(AloTest);

namespace {
const UnitRegistration<AloTest> test("May a packet enter, by the output VCs of its router");
}  // namespace

}  // namespace chokepoint
