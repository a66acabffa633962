// SPDX-License-Identifier: Apache-2.0
// Kinds of ECN's messages; values as in chokepoint_pkg::packet_kind_e.
#pragma once

#include "sim/packet/packet.h"

namespace chokepoint::ecn {

inline constexpr PacketKind kNotification{8};

}  // namespace chokepoint::ecn
