// SPDX-License-Identifier: Apache-2.0
// The fields of a head flit that a switch reads, with their widths in hardware.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>

#include "sim/switch/plain/ports.h"

namespace chokepoint::plain {

struct HeadField {
  const char* name;
  unsigned bits;
  uint64_t value;

  bool fits() const { return value >> bits == 0; }
};

/// All of them: the widest router that can be built has 64 ports, 32 VCs, 4,096 queues of an input
/// (BufferPlan::kMostQueues), and 8,192 routers and as many nodes around it (share: 1 + a node).
inline std::array<HeadField, 11> head_fields(const PacketHead& head) {
  return {{{"packet", 24, head.packet},
           {"flits", 16, head.flits},
           {"output", 6, head.output},
           {"vcs", 32, head.vcs},
           {"queue", 12, head.queue},
           {"count", 6, head.count},
           {"output_queue", 8, head.output_queue},
           {"gated", 1, head.gated ? 1u : 0u},
           {"route.target", 13, head.route.target},
           {"route.phase", 8, head.route.phase},
           {"share", 14, head.share}}};
}

/// What field is too wide, and how; "": none.
inline std::string too_wide(const PacketHead& head) {
  for (const HeadField& field : head_fields(head)) {
    if (!field.fits()) {
      return fmt::format("field {} holds {}, which {} bits do not", field.name, field.value,
                         field.bits);
    }
  }
  return "";
}

}  // namespace chokepoint::plain
