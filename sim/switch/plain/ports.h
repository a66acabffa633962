// SPDX-License-Identifier: Apache-2.0
// The ports of a PlainSwitch: what goes in and what comes out in a cycle, as plain values. Nothing
// else passes between a switch and what is around it. Inputs and outputs are numbered apart.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/common/types.h"
#include "sim/packet/packet.h"

namespace chokepoint::plain {

/// What a switch reads of a packet: fields of its head flit (widths behind them; head_fields.h),
/// the answer of route computation, and the queue chosen for it. The other flits bring `packet`
/// alone.
struct PacketHead {
  uint32_t packet = 0;  ///< 24 bits: its number, which nobody here looks behind
  uint16_t flits = 1;   ///< 16 bits
  uint8_t output = 0;   ///< 6 bits
  uint32_t vcs = 0;     ///< 32 bits: mask of the output VCs that it may take
  uint16_t queue = 0;   ///< 12 bits: of its input
  uint8_t count = 0;    ///< 6 bits: which of the output's counts of waiting flits it belongs to
  uint8_t output_queue = 0;  ///< 8 bits: of its output, behind those of VCs; 0: that of its VC
  bool gated =
      false;  ///< 1 bit: it requests an output only in cycles in which its queue is permitted
  RouteState route;  ///< 13 + 8 bits: what its head flit carries on from here
  uint16_t share =
      0;  ///< 14 bits: 1 + its destination, which has a share of the next buffer; 0: none
};

/// Buffer space at the other end of an output's channel.
struct CreditIn {
  unsigned output = 0, vc = 0, flits = 0;
};
/// Room of a destination's share there (NetworkConfig::share_flits).
struct ShareIn {
  unsigned output = 0, destination = 0, flits = 0;
};
struct FlitIn {
  unsigned input = 0, vc = 0;
  bool head = false, tail = false;
  PacketHead packet;
};
/// A packet in that queue, which holds no output VC, gives way to the single flit `by`: that takes
/// the place of its head, and the flits that are still to come are discarded as they come. Without
/// `by` the packet, the first of its queue, is dropped likewise. With `by` of the packet itself
/// route computation has another answer for it, and its flits stay.
struct ReplacementIn {
  unsigned input = 0, queue = 0;
  uint32_t packet = 0;
  std::optional<PacketHead> by;
};
/// The head of a queue may request an output in this cycle (PacketHead::gated). Or from this
/// cycle's VC allocation on the heads of a queue request nothing, or do so again; or what is in two
/// queues, whose heads hold no output VC, changes places; or the first packet of a queue, which
/// holds none, goes to the end of another: of another input only if all its flits are here. Or that
/// packet will wait in another queue of its output.
struct QueueIn {
  enum class Change { kPermit, kBlock, kUnblock, kSwap, kMove, kChooseOutputQueue };
  Change change = Change::kBlock;
  unsigned input = 0, queue = 0;
  /// kSwap, kMove: a queue; kMove: of this input; kChooseOutputQueue: PacketHead::output_queue.
  unsigned other = 0, other_input = 0;
  uint32_t vcs = 0;  ///< kMove: mask of the output VCs it may take then; 0: the same
};
/// From this cycle on no packet of an output's queue begins to leave, or they do so again. Or what
/// is in two queues, of which no packet has begun to leave, changes places.
struct OutputQueueIn {
  enum class Change { kBlock, kUnblock, kSwap };
  Change change = Change::kBlock;
  unsigned output = 0, queue = 0;
  unsigned other = 0;  ///< kSwap: a queue
};
/// A single-flit packet of the router's own, for VC `vc` of its output.
struct OriginatedIn {
  PacketHead packet;
  unsigned vc = 0;
};

/// In the order in which a cycle takes it.
struct SwitchIn {
  std::vector<CreditIn> credits;
  std::vector<FlitIn> flits;  ///< at most one an input
  std::vector<ReplacementIn> replacements;
  std::vector<QueueIn> queue_changes;
  std::vector<OutputQueueIn> output_queue_changes;
  std::optional<OriginatedIn> originated;
  std::vector<ShareIn> shares = {};  ///< with the credits
};

/// A flit that came in now waits for `output`, or was discarded: its packet has been replaced.
struct ArrivalOut {
  unsigned input = 0, vc = 0, queue = 0, output = 0;
  uint32_t packet = 0;
  /// `front`: a head, at once the first of its queue: it requests from now on.
  bool discarded = false, tail = false, front = false;
};
struct FlitOut {
  unsigned output = 0, vc = 0;
  uint32_t packet = 0;
  bool head = false, tail = false;
};
/// Buffer space of an input for the sender. `pass`: of the switch, kFreed: of flits that did not
/// cross but were discarded or went to another input.
struct CreditOut {
  static constexpr unsigned kFreed = ~0u;
  unsigned input = 0, vc = 0, flits = 0, pass = 0;
};
/// A packet has got an output VC.
struct AssignmentOut {
  unsigned input = 0, input_vc = 0, queue = 0, output = 0, vc = 0;
  uint32_t packet = 0;
  RouteState route;
};
/// A flit crosses the crossbar.
struct CrossingOut {
  unsigned pass = 0, input = 0, input_vc = 0, queue = 0, output = 0, vc = 0;
  uint32_t packet = 0;
  bool head = false, tail = false;
};
/// From the next cycle on this packet is the first of its queue.
struct FrontOut {
  unsigned input = 0, queue = 0, output = 0, vc = 0;
  uint32_t packet = 0;
};

/// In the order in which it happens.
struct SwitchOut {
  std::vector<ArrivalOut> arrivals;
  std::vector<FlitOut> flits;  ///< at most one an output
  std::vector<AssignmentOut> assignments;
  std::vector<CrossingOut> crossings;
  std::vector<CreditOut> credits;
  std::vector<FrontOut> fronts;
  bool originated = false;  ///< the router's own packet has entered
};

}  // namespace chokepoint::plain
