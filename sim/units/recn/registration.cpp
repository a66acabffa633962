// SPDX-License-Identifier: Apache-2.0
// Instantiates the engines of the RECN units and lists them for replay.
#include "sim/engine/make_unit.h"
#include "sim/engine/replay_unit.h"
#include "sim/units/recn/path_cam.h"

namespace chokepoint {

CHOKEPOINT_INSTANTIATE_UNIT(PathCam);

namespace {
const UnitRegistration<PathCam> cam("Paths to congested points and the SAQ of each");
}  // namespace

}  // namespace chokepoint
