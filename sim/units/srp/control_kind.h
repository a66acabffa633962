// SPDX-License-Identifier: Apache-2.0
// Kinds of SRP's control packets; values as in chokepoint_pkg::packet_kind_e.
#pragma once

#include <cstdint>

namespace chokepoint {

enum SrpControlKind : uint32_t { kSrpReservation = 2, kSrpGrant = 3, kSrpAck = 4, kSrpNack = 5 };

}  // namespace chokepoint
