// SPDX-License-Identifier: Apache-2.0
// Kinds of SRP's messages.
#pragma once

#include "sim/common/message_formats.h"
#include "sim/packet/packet.h"

namespace chokepoint::srp {

inline constexpr PacketKind kReservation{messages::srp::kReservationKind};
inline constexpr PacketKind kGrant{messages::srp::kGrantKind};
inline constexpr PacketKind kAck{messages::srp::kAckKind};
inline constexpr PacketKind kNack{messages::srp::kNackKind};

}  // namespace chokepoint::srp
