// SPDX-License-Identifier: Apache-2.0
// Kinds of SRP's control packets, and the widths of what they carry in units.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/common/message_formats.h"

namespace chokepoint {

enum SrpControlKind : uint32_t {
  kSrpReservation = messages::srp::kReservationKind,
  kSrpGrant = messages::srp::kGrantKind,
  kSrpAck = messages::srp::kAckKind,
  kSrpNack = messages::srp::kNackKind
};

/// Bits of t_s that a grant carries, of a counter so wide.
inline unsigned srp_start_bits(unsigned cycle_bits) {
  return std::min(cycle_bits, messages::srp::kStartBits);
}

}  // namespace chokepoint
