// SPDX-License-Identifier: Apache-2.0
// Queues that a mechanism makes in the output buffers of a router. On the plain switch only.
#pragma once

#include "sim/packet/packet.h"

namespace chokepoint {

/// What it may do to the queues of a router's outputs, from its hooks: QueueControl::outputs(). An
/// output has a queue for each VC, with the VC's number, and those that are made. They share the
/// memory of the output; a packet's place in it and its credits stay those of its VC. A queue is a
/// unit of waiting: packets of one VC may overtake each other in different ones, but of a VC one
/// packet at a time leaves, whole. Changes are made right before the next VC allocation and channel
/// output: in this cycle from begin_cycle().
class OutputQueueControl {
 public:
  virtual ~OutputQueueControl() = default;
  /// A further, empty queue of that output; its number. A freed one is used again. CheckError if
  /// there would be more than QueueOwner::most_output_queues().
  virtual unsigned create_queue(unsigned output) = 0;
  /// CheckError unless it was created, is empty, and no packet that is crossing to the output will
  /// wait in it. It is no longer blocked.
  virtual void free_queue(unsigned output, unsigned queue) = 0;
  /// No packet of a blocked queue begins to leave; one that has begun goes on.
  virtual void block_queue(unsigned output, unsigned queue, bool blocked) = 0;
  /// The packets of the two change places. CheckError if one of them has begun to leave then.
  virtual void swap_queues(unsigned output, unsigned a, unsigned b) = 0;
  /// The first packet of a queue; null: it is empty.
  virtual const Packet* queue_front(unsigned output, unsigned queue) const = 0;
  /// Flits in a queue.
  virtual unsigned queue_flits(unsigned output, unsigned queue) const = 0;
};

}  // namespace chokepoint
