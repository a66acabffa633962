// SPDX-License-Identifier: Apache-2.0
// Storage of every SRP unit in bits, by the formulas of the contract pages.
#pragma once

#include "sim/units/srp/drop_to_nack.h"
#include "sim/units/srp/srp_nic.h"
#include "sim/units/srp/srp_router.h"
#include "sim/units/storage.h"

namespace chokepoint {

Storage storage(const AcknowledgementGenerator::Params& p);
Storage storage(const DropToNack::Params& p);
Storage storage(const ReservationRequester::Params& p);
Storage storage(const ReservationScheduler::Params& p);
Storage storage(const SpeculativeDropper::Params& p);
Storage storage(const SrpNic::Params& p);
Storage storage(const SrpRouter::Params& p);

}  // namespace chokepoint
