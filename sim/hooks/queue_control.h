// SPDX-License-Identifier: Apache-2.0
// Queues that a mechanism makes in the ports of a router, heads of queues that it takes away, and
// inputs of the crossbar that are its own. On the plain switch only.
#pragma once

#include "sim/hooks/output_queue_control.h"
#include "sim/hooks/router_state.h"
#include "sim/packet/packet.h"

namespace chokepoint {

/// What it may do to the queues of a router's input ports, from its hooks. Queues are blocked and
/// change places, and heads move, right before the next VC allocation: in this cycle from
/// begin_cycle() and choose_queue(). Queues of a port share its memory; credits stay those of VCs.
///
/// Further inputs (QueueOwner::further_inputs) follow the ports: radix(), radix() + 1, ... No
/// channel ends there, and they have no queues but those that are created. What is moved to one
/// takes part in VC and switch allocation beside the ports.
///
/// A packet whose VC, input and output another one in another queue has too is not told apart from
/// it by track_requests(); track_voq() does not know of packets that are dropped.
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
  /// The packets of the two change places. CheckError if a head then holds an output VC, or a
  /// packet is droppable: those stay in the queue of their VC.
  virtual void swap_queues(unsigned input, unsigned a, unsigned b) = 0;
  /// Where a packet that came on `vc` for `output` goes unless choose_queue() says otherwise.
  virtual unsigned usual_queue(unsigned vc, unsigned output) const = 0;

  // The first packet of a queue.
  /// Null: it is empty.
  virtual const Packet* queue_front(unsigned input, unsigned queue) const = 0;
  /// It is there and holds no output VC: it may be dropped, replaced or moved.
  virtual bool head_waits(unsigned input, unsigned queue) const = 0;
  /// How many of its flits are here; 0: the queue is empty.
  virtual unsigned head_flits(unsigned input, unsigned queue) const = 0;
  /// Flits in a queue.
  virtual unsigned queue_flits(unsigned input, unsigned queue) const = 0;

  /// Takes the first packet away, whatever it is, which counts as dropped. Its flits here are
  /// freed, their credits returned in this cycle; those still to come are discarded as they come.
  /// What is behind it requests from the next cycle on. Who drops data sends it again
  /// (NicAttachment::retransmission): a run that drains asks for every packet. Call it from
  /// begin_cycle, while head_waits(); else CheckError.
  virtual void drop_head(unsigned input, unsigned queue) = 0;
  /// Likewise, and a message, one flit, takes its place in the queue, as with
  /// RouterState::drop_to_nack(). Not of messages.
  virtual void replace_head(unsigned input, unsigned queue, const NackHeader& by) = 0;
  /// The first packet goes to the end of another queue, of the same input or of a further one.
  /// `vcs`: mask of the output VCs it may take from then on; 0: as before. At another input it
  /// leaves the port's memory, and its credits are returned; it must be here as a whole, and
  /// further_room() for it. CheckError otherwise, unless head_waits(), and for droppable packets.
  virtual void move_head(unsigned input, unsigned queue, unsigned to_input, unsigned to_queue,
                         uint32_t vcs = 0) = 0;
  /// Flits that the memory of a further input has room for, what is to move in this cycle not
  /// counted.
  virtual unsigned further_room(unsigned input) const = 0;

  /// The queues of the router's outputs.
  virtual OutputQueueControl& outputs() = 0;
};

/// Whom the queues of a router are made for: RouterAttachment::queue_owner(), of a Mechanism that
/// makes_queues().
class QueueOwner {
 public:
  virtual ~QueueOwner() = default;
  /// Queues that it has at one input at most, beside the usual ones.
  virtual unsigned most_queues() const = 0;
  /// Inputs of the crossbar beside the ports, and the flits that each has memory for.
  virtual unsigned further_inputs() const { return 0; }
  virtual unsigned further_input_flits() const { return 0; }
  /// Once, before the run.
  virtual void take_control(QueueControl& queues) = 0;
  /// The queue of a packet whose head has just come and that would go to `usual`. Not asked of
  /// speculative packets.
  virtual unsigned choose_queue(Cycle, const Packet&, unsigned /*input*/, unsigned /*vc*/,
                                unsigned /*output*/, unsigned usual) {
    return usual;
  }

  /// Queues that it has at one output at most, beside those of the VCs: at most 255.
  virtual unsigned most_output_queues() const { return 0; }
  static constexpr unsigned kQueueOfVc = ~0u;  ///< that of the output VC that it gets
  /// The queue of an output in which a packet will wait behind the crossbar, one that was created.
  /// Asked in each cycle in which the packet is the first of its input queue and holds no output
  /// VC; the last answer before it gets one counts. Not asked of speculative packets.
  virtual unsigned choose_output_queue(Cycle, const Packet&, unsigned /*input*/,
                                       unsigned /*output*/) {
    return kQueueOfVc;
  }
};

}  // namespace chokepoint
