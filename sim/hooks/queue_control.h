// SPDX-License-Identifier: Apache-2.0
// Queues that a mechanism makes in the input ports of a router. On the plain switch only.
#pragma once

#include "sim/packet/packet.h"

namespace chokepoint {

/// What it may do to the queues of a router's input ports, from its hooks. Queues are blocked and
/// change places right before the next VC allocation: in this cycle from begin_cycle() and
/// choose_queue(). They share the port's memory; credits stay those of VCs.
class QueueControl {
 public:
  virtual ~QueueControl() = default;
  /// A further, empty queue of that input; its number. A freed one is used again. CheckError if
  /// there would be more than QueueOwner::most_queues().
  virtual unsigned create_queue(unsigned input) = 0;
  /// CheckError unless it was created and is empty. It is no longer blocked.
  virtual void free_queue(unsigned input, unsigned queue) = 0;
  /// The head of a blocked queue requests no output VC; one that holds a VC goes on.
  virtual void block_queue(unsigned input, unsigned queue, bool blocked) = 0;
  /// The packets of the two change places. CheckError if a head then holds an output VC.
  virtual void swap_queues(unsigned input, unsigned a, unsigned b) = 0;
  /// The first packet of a queue; null: it is empty.
  virtual const Packet* queue_front(unsigned input, unsigned queue) const = 0;
  /// Where a packet that came on `vc` for `output` goes unless choose_queue() says otherwise.
  virtual unsigned usual_queue(unsigned vc, unsigned output) const = 0;
};

/// Whom the queues of a router are made for: RouterAttachment::queue_owner(), of a Mechanism that
/// makes_queues().
class QueueOwner {
 public:
  virtual ~QueueOwner() = default;
  /// Queues that it has at one input at most, beside the usual ones.
  virtual unsigned most_queues() const = 0;
  /// Once, before the run.
  virtual void take_control(QueueControl& queues) = 0;
  /// The queue of a packet whose head has just come and that would go to `usual`. Not asked of
  /// speculative packets.
  virtual unsigned choose_queue(Cycle, const Packet&, unsigned /*input*/, unsigned /*vc*/,
                                unsigned /*output*/, unsigned usual) {
    return usual;
  }
};

}  // namespace chokepoint
