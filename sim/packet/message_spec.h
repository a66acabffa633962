// SPDX-License-Identifier: Apache-2.0
// Messages of a mechanism: what it declares.
#pragma once

#include <string>
#include <vector>

#include "sim/packet/packet.h"

namespace chokepoint {

struct MessageField {
  std::string name;
  unsigned bits = 0;
};

/// A message is one flit, whoever makes it: a NIC, a router, or a router in the place of a packet
/// that it drops.
struct MessageSpec {
  std::string name;  ///< as a fault's `message` and as summary.json have it
  /// kFirst..kLast, of this mechanism's own choice; RTL that sees it has the same number
  /// (chokepoint_pkg::packet_kind_e).
  PacketKind kind = PacketKind::kData;
  std::string vc_class;              ///< a class of this mechanism with VcUse::kMessages
  unsigned vc = 0;                   ///< which of its VCs, from 0
  std::vector<MessageField> fields;  ///< beside kHeader
  std::string doc;
  /// summary.json counts it by name. False: the mechanism's own counters do.
  bool counted = true;

  static constexpr unsigned kFirst = 2, kLast = 15;
  static constexpr unsigned kFlitBits = 64;  ///< of a flit in hardware

  /// What every message has: kind, source, destination (chokepoint_pkg::MaxNodeBits).
  static constexpr unsigned kHeaderBits = 4 + 13 + 13;
  unsigned bits() const {
    unsigned sum = kHeaderBits;
    for (const MessageField& field : fields) sum += field.bits;
    return sum;
  }
};

}  // namespace chokepoint
