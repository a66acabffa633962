// SPDX-License-Identifier: Apache-2.0
// Instantiates the engines of the SRP units and lists them for replay.
#include "sim/engine/make_unit.h"
#include "sim/engine/replay_unit.h"
#include "sim/units/srp/acknowledgement_generator.h"
#include "sim/units/srp/drop_to_nack.h"
#include "sim/units/srp/reservation_requester.h"
#include "sim/units/srp/reservation_scheduler.h"
#include "sim/units/srp/speculative_dropper.h"
#include "sim/units/srp/srp_nic.h"
#include "sim/units/srp/srp_router.h"

namespace chokepoint {

CHOKEPOINT_INSTANTIATE_UNIT(AcknowledgementGenerator);
CHOKEPOINT_INSTANTIATE_UNIT(DropToNack);
CHOKEPOINT_INSTANTIATE_UNIT(ReservationRequester);
CHOKEPOINT_INSTANTIATE_UNIT(ReservationScheduler);
CHOKEPOINT_INSTANTIATE_UNIT(SpeculativeDropper);
CHOKEPOINT_INSTANTIATE_UNIT(SrpNic);
CHOKEPOINT_INSTANTIATE_UNIT(SrpRouter);

namespace {
const UnitRegistration<AcknowledgementGenerator> ack("Acknowledges speculative packets");
const UnitRegistration<DropToNack> nack("Header of the NACK that a dropped packet becomes");
const UnitRegistration<ReservationRequester> requester("Table of active reservations of a source");
const UnitRegistration<ReservationScheduler> scheduler("Grants the earliest start not given away");
const UnitRegistration<SpeculativeDropper> dropper("Which speculative packets waited too long");
const UnitRegistration<SrpNic> nic("What an SRP network interface instantiates");
const UnitRegistration<SrpRouter> router("What an SRP router instantiates");
}  // namespace

}  // namespace chokepoint
