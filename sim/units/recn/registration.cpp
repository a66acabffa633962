// SPDX-License-Identifier: Apache-2.0
// Instantiates the engines of the RECN units and lists them for replay.
#include "sim/engine/make_unit.h"
#include "sim/engine/replay_unit.h"
#include "sim/units/recn/path_cam.h"
#include "sim/units/recn/queue_memory.h"
#include "sim/units/recn/saq_line.h"
#include "sim/units/recn/saq_set.h"

namespace chokepoint {

CHOKEPOINT_INSTANTIATE_UNIT(PathCam);
CHOKEPOINT_INSTANTIATE_UNIT(QueueMemory);
CHOKEPOINT_INSTANTIATE_UNIT(SaqLine);
CHOKEPOINT_INSTANTIATE_UNIT(SaqSet);

namespace {
const UnitRegistration<PathCam> cam("Paths to congested points and the SAQ of each");
const UnitRegistration<QueueMemory> queues("The queues of a port in one memory");
const UnitRegistration<SaqLine> saq("What a SAQ has notified, waits for, and when it is freed");
const UnitRegistration<SaqSet> saqs("The SAQs of a port and the markers they wait behind");
}  // namespace

}  // namespace chokepoint
