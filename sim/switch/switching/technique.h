// SPDX-License-Identifier: Apache-2.0
// Switching techniques: when a packet gets an output VC, how many credits it claims of which
// buffers, in which queue it waits, and who goes through the switch. A folder may bring another
// one; it runs on the plain switch.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/switch/switching/sizes.h"

namespace chokepoint {

/// An output VC: its buffer, and the credits of the buffer at the other end of the channel.
struct OutputVcState {
  bool owned = false;     ///< a packet is crossing to it
  unsigned taken = 0;     ///< places of its output queue that it uses or is promised
  unsigned promised = 0;  ///< of these, for flits of that packet that have not crossed
  unsigned credits = 0;   ///< flits that may be sent, claimed ones not counted
  unsigned claimed = 0;   ///< credits set apart for the packet that is leaving
  unsigned free = 0;      ///< places of that queue which nobody uses or is promised
  unsigned depth = 0;     ///< credits while the buffer at the other end is empty, own ones
  bool edge = false;      ///< SwitchingTechnique::edge_buffers()
  /// A flit of the packet may cross: a place is promised to it, or there is room, with `edge` in
  /// the next buffer too.
  bool room() const { return promised != 0 || (free != 0 && (!edge || taken < credits)); }
};

/// A packet that has a flit for its output, in a switch pass.
struct SwitchOffer {
  unsigned input = 0, queue = 0, output = 0, vc = 0;
  unsigned priority = 0;  ///< the higher goes first
};

/// Matches inputs with outputs, once a switch pass.
class SwitchAllocator {
 public:
  virtual ~SwitchAllocator() = default;
  /// Puts into `winners`, which is empty, at most one of `offers` for each input and each output,
  /// by output. The order of `offers` means nothing.
  virtual void match(const std::vector<SwitchOffer>& offers, std::vector<SwitchOffer>& winners) = 0;
};

/// What the memory of an input is shared out for.
struct InputShape {
  unsigned outputs = 0, vcs = 0;
  uint32_t voq = 0;  ///< mask of VCs that have a queue per output by the scenario
};

/// One for each switch of a run, which owns it. The defaults are those of virtual cut-through.
class SwitchingTechnique {
 public:
  virtual ~SwitchingTechnique() = default;
  /// VC allocation may give this output VC, which no packet is crossing to, to a packet of so many
  /// flits.
  virtual bool grants(const OutputVcState& vc, unsigned flits) const { return flits <= vc.free; }
  /// So many of them then have a place promised in the output buffer, 0 to `flits`. A flit that has
  /// none crosses when there is room.
  virtual unsigned promises(unsigned flits) const { return flits; }
  /// ... and, if this holds, a credit of the next buffer: it then waits behind the crossbar for the
  /// channel only. For techniques that promise nothing and have credits of their own for each VC.
  virtual bool edge_buffers() const { return false; }
  /// Credits that the head of such a packet claims when it leaves, 1 to `flits`. A flit for which
  /// none is claimed needs one when it leaves.
  virtual unsigned claims(unsigned flits) const { return flits; }
  /// VCs with the same number, below that of VCs, share the credits for all their buffers in the
  /// next router, and these buffers. Between a NIC and its router each VC keeps its own. VCs that
  /// share wait for each other: who lets VCs of several deadlock classes share owes an argument.
  virtual unsigned credit_pool(unsigned vc) const { return vc; }
  /// VCs with the same number, below that of VCs, share a queue of the output, first in first out,
  /// and its memory. Its first packet is waited for: it has to have its credits.
  virtual unsigned output_queue(unsigned vc) const { return vc; }
  /// An input's buffer is so many queues over its memory, ...
  virtual unsigned queues(const InputShape& shape) const { return (shape.outputs + 1) * shape.vcs; }
  /// ... and a packet that comes on `vc` for `output` waits in this one. Droppable packets have one
  /// for each VC, asked for with `output` = shape.outputs. Not asked again while it runs.
  virtual unsigned queue(const InputShape& shape, unsigned vc, unsigned output) const {
    return ((shape.voq >> vc & 1) != 0 ? output : shape.outputs) * shape.vcs + vc;
  }
  /// In a cycle one head of the router may get an output VC (CentralArbiter).
  virtual bool central_arbiter() const { return false; }
  virtual std::unique_ptr<SwitchAllocator> make_switch_allocator(
      const plain::SwitchSizes& sizes) const;
};

}  // namespace chokepoint
