// SPDX-License-Identifier: Apache-2.0
// Kinds of SRP's messages; values as in chokepoint_pkg::packet_kind_e.
#pragma once

#include "sim/packet/packet.h"

namespace chokepoint::srp {

inline constexpr PacketKind kReservation{2};
inline constexpr PacketKind kGrant{3};
inline constexpr PacketKind kAck{4};
inline constexpr PacketKind kNack{5};

}  // namespace chokepoint::srp
