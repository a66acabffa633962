// SPDX-License-Identifier: Apache-2.0
// Kinds of CBCM's messages.
#pragma once

#include "sim/common/message_formats.h"
#include "sim/packet/packet.h"

namespace chokepoint::cbcm {

inline constexpr PacketKind kThrottle{messages::cbcm::kThrottleKind};
inline constexpr PacketKind kUnthrottle{messages::cbcm::kUnthrottleKind};

}  // namespace chokepoint::cbcm
