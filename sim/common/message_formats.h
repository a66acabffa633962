// SPDX-License-Identifier: Apache-2.0
// Widths and kinds of every message.
// Made by scripts/message_formats.py from rtl/common/messages.toml; do not edit.
#pragma once

#include <array>

namespace chokepoint::messages {

struct Field {
  const char* name;
  unsigned bits;
};

inline constexpr unsigned kFlitBits = 64;
inline constexpr std::array<Field, 3> kHeader{{{"kind", 4}, {"source", 13}, {"destination", 13}}};

namespace cbcm {
inline constexpr unsigned kDegreeBits = 14;
inline constexpr unsigned kThrottleKind = 6;
inline constexpr std::array<Field, 1> kThrottle{{{"degree", 14}}};
inline constexpr unsigned kUnthrottleKind = 7;
inline constexpr std::array<Field, 0> kUnthrottle{};
}  // namespace cbcm

namespace ecn {
inline constexpr unsigned kNotificationKind = 8;
inline constexpr std::array<Field, 0> kNotification{};
}  // namespace ecn

namespace srp {
inline constexpr unsigned kTagBits = 8;
inline constexpr unsigned kFlitsBits = 16;
inline constexpr unsigned kStartBits = 26;
inline constexpr unsigned kMessageBits = 16;
inline constexpr unsigned kSequenceNumberBits = 16;
inline constexpr unsigned kReservationKind = 2;
inline constexpr std::array<Field, 2> kReservation{{{"tag", 8}, {"flits", 16}}};
inline constexpr unsigned kGrantKind = 3;
inline constexpr std::array<Field, 2> kGrant{{{"tag", 8}, {"start", 26}}};
inline constexpr unsigned kAckKind = 4;
inline constexpr std::array<Field, 2> kAck{{{"message", 16}, {"sequence_number", 16}}};
inline constexpr unsigned kNackKind = 5;
inline constexpr std::array<Field, 2> kNack{{{"message", 16}, {"sequence_number", 16}}};
}  // namespace srp

}  // namespace chokepoint::messages
