// SPDX-License-Identifier: Apache-2.0
// Kinds of CBCM's messages; values as in chokepoint_pkg::packet_kind_e.
#pragma once

#include "sim/packet/packet.h"

namespace chokepoint::cbcm {

inline constexpr PacketKind kThrottle{6};
inline constexpr PacketKind kUnthrottle{7};

}  // namespace chokepoint::cbcm
