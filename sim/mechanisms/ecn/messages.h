// SPDX-License-Identifier: Apache-2.0
// Kinds of ECN's messages.
#pragma once

#include "sim/common/message_formats.h"
#include "sim/packet/packet.h"

namespace chokepoint::ecn {

inline constexpr PacketKind kNotification{messages::ecn::kNotificationKind};

}  // namespace chokepoint::ecn
