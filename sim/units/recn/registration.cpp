// SPDX-License-Identifier: Apache-2.0
// Instantiates the engines of the RECN units and lists them for replay.
#include "sim/engine/make_unit.h"
#include "sim/engine/replay_unit.h"
#include "sim/units/recn/message_select.h"
#include "sim/units/recn/message_sender.h"
#include "sim/units/recn/path_cam.h"
#include "sim/units/recn/queue_memory.h"
#include "sim/units/recn/recn_egress.h"
#include "sim/units/recn/recn_ingress.h"
#include "sim/units/recn/recn_port.h"
#include "sim/units/recn/saq_control.h"
#include "sim/units/recn/saq_line.h"
#include "sim/units/recn/saq_set.h"

namespace chokepoint {

CHOKEPOINT_INSTANTIATE_UNIT(MessageSelect);
CHOKEPOINT_INSTANTIATE_UNIT(MessageSender);
CHOKEPOINT_INSTANTIATE_UNIT(PathCam);
CHOKEPOINT_INSTANTIATE_UNIT(QueueMemory);
CHOKEPOINT_INSTANTIATE_UNIT(RecnEgress);
CHOKEPOINT_INSTANTIATE_UNIT(RecnIngress);
CHOKEPOINT_INSTANTIATE_UNIT(RecnPort);
CHOKEPOINT_INSTANTIATE_UNIT(SaqControl);
CHOKEPOINT_INSTANTIATE_UNIT(SaqLine);
CHOKEPOINT_INSTANTIATE_UNIT(SaqSet);

namespace {
const UnitRegistration<MessageSelect> select("Messages of several channels, one at a time");
const UnitRegistration<MessageSender> sender("What a port of RECN says, one SAQ after the other");
const UnitRegistration<PathCam> cam("Paths to congested points and the SAQ of each");
const UnitRegistration<QueueMemory> queues("The queues of a port in one memory");
const UnitRegistration<RecnEgress> egress("The control of an egress port under RECN");
const UnitRegistration<RecnIngress> ingress("The control of an ingress port under RECN");
const UnitRegistration<RecnPort> port("A port under RECN: its control beside its queues");
const UnitRegistration<SaqControl> control("The control of a port's SAQs");
const UnitRegistration<SaqLine> saq("What a SAQ has notified, waits for, and when it is freed");
const UnitRegistration<SaqSet> saqs("The SAQs of a port and the markers they wait behind");
}  // namespace

}  // namespace chokepoint
