// SPDX-License-Identifier: Apache-2.0
// A packet in flight: the C++ mirror of rtl/common/chokepoint_pkg.sv's header plus the harness'
// bookkeeping.
#pragma once

#include "sim/common/types.h"
#include "sim/packet/vc_class.h"

namespace chokepoint {

/// What a packet is: data, or a message that the mechanism declares (MessageSpec).
enum class PacketKind : uint8_t {
  kData = 0,
  kSpeculativeData = 1,  ///< data in a VC class whose packets may be dropped
};

/// What a packet carries from router to router for its routing function, in two fields of its head
/// flit; what they mean is the function's business.
struct RouteState {
  RouterId target = 0;  ///< a router on its way
  uint8_t phase = 0;    ///< 0 where it enters the network
};

struct alignas(64) Packet {
  // --- header ---
  uint64_t id = 0;  ///< source << 40 | number of the packet at its source: the same in every engine
  NodeId source = 0;
  NodeId destination = 0;
  uint32_t message = 0;  ///< number of the message at its source
  uint32_t payload = 0;  ///< of a message: the field that is a number
  uint16_t flits = 1;
  uint16_t sequence_number = 0;  ///< packet within the message
  uint16_t message_packets = 1;
  PacketKind kind = PacketKind::kData;
  VcClass vc_class = VcClass::kData;
  uint8_t class_vc = 0;  ///< message: which VC of its class
  uint8_t group = 0;     ///< traffic group; kControlGroup for messages
  bool mark = false;
  bool throttled = false;     ///< sent under throttling
  bool minimal_only = false;  ///< routing restriction
  bool recovered = false;  ///< its head leaves a deadlock by the recovery VCs; heads' routers only
  uint32_t wait = 0;       ///< queuing time so far; the mechanism adds to it, hop by hop
  uint32_t stamp = 0;  ///< kept in the input buffer, for the mechanism: its head's arrival there
  // --- route ---
  uint8_t hops = 0;    ///< router-to-router channels crossed
  uint8_t vc_set = 0;  ///< which set of data VCs (Declarations::data_sets)
  RouteState route;
  uint32_t slot = 0;  ///< in the PacketPool; up to here routers read it, in one cache line
  // --- times, cycles ---
  Cycle created = 0;   ///< of the message
  Cycle injected = 0;  ///< head flit onto the injection channel
  uint32_t tag = 0;    ///< of data: what the workload says with its message, as payload
  // --- header, with source routing only ---
  uint64_t turns = 0;  ///< the outputs on its way, the first router's in the lowest bits
};

inline constexpr uint8_t kControlGroup = 255;
/// Set in the id of the message that a router makes of a packet; the other bits are that packet's.
inline constexpr uint64_t kNackIdBit = uint64_t{1} << 63;
/// Set in the id of a packet that a router makes of itself; below it as for a NIC, with the router.
inline constexpr uint64_t kRouterIdBit = uint64_t{1} << 62;

}  // namespace chokepoint
