// SPDX-License-Identifier: Apache-2.0
// Storage of every ECN unit in bits, by the formulas of the contract pages.
#pragma once

#include "sim/units/ecn/ecn_nic.h"
#include "sim/units/ecn/ecn_router.h"
#include "sim/units/storage.h"

namespace chokepoint {

Storage storage(const CctLimiter::Params& p);
Storage storage(const CongestionMarker::Params& p);
Storage storage(const DelayLimiter::Params& p);
Storage storage(const EcnNic::Params& p);
Storage storage(const EcnRouter::Params& p);
Storage storage(const NotificationEcho::Params& p);
Storage storage(const VoqOccupancy::Params& p);

}  // namespace chokepoint
