// SPDX-License-Identifier: Apache-2.0
// Output queues of a mechanism's own: numbers, checks, the choice for each head, and changes that
// wait for VC allocation.
#include "sim/switch/plain_router/own_output_queues.h"

#include <fmt/format.h>

namespace chokepoint {

using OutputChange = plain::OutputQueueIn::Change;

void OwnOutputQueues::free_queue(unsigned output, unsigned queue) {
  check(output, queue);
  const char* problem = nullptr;
  if (queue < context_.layout.total) {
    problem = "it has not made";
  } else if (front(output, queue) != nullptr) {
    problem = "is not empty";
  } else if (chosen_by_crossing(output, queue)) {
    problem = "a packet is crossing to";
  }
  if (problem != nullptr) {
    fail_(
        fmt::format("the mechanism frees queue {} of output {}, which {}", queue, output, problem));
  }
  block_queue(output, queue, false);
  made_.free(output, queue);
}

void OwnOutputQueues::block_queue(unsigned output, unsigned queue, bool blocked) {
  check(output, queue);
  pending_.push_back({blocked ? OutputChange::kBlock : OutputChange::kUnblock, output, queue, 0});
}

void OwnOutputQueues::swap_queues(unsigned output, unsigned a, unsigned b) {
  for (const unsigned queue : {a, b}) check(output, queue);
  pending_.push_back({OutputChange::kSwap, output, a, b});
}

const plain::OutputPacket* OwnOutputQueues::front(unsigned output, unsigned queue) const {
  check(output, queue);
  return core_->outputs()[output].buffer().front(queue);
}

const Packet* OwnOutputQueues::queue_front(unsigned output, unsigned queue) const {
  const plain::OutputPacket* const first = front(output, queue);
  return first == nullptr ? nullptr : &context_.packets.at(first->packet);
}

unsigned OwnOutputQueues::queue_flits(unsigned output, unsigned queue) const {
  check(output, queue);
  unsigned flits = 0;
  for (const plain::OutputPacket& packet : core_->outputs()[output].buffer().items(queue)) {
    flits += packet.crossed - packet.sent;
  }
  return flits;
}

/// A packet that holds a VC of that output has its place there promised.
bool OwnOutputQueues::chosen_by_crossing(unsigned output, unsigned queue) const {
  const plain::OutputPort& port = core_->outputs()[output];
  for (unsigned vc = 0; vc < context_.layout.total; ++vc) {
    if (!port.state(vc).owned) continue;
    const plain::OutputPort::Owner owner = port.owner(vc);
    const plain::InputPacket& packet = *core_->inputs()[owner.input].queues().front(owner.queue);
    if (packet.head.output_queue == queue - context_.layout.total + 1) return true;
  }
  return false;
}

void OwnOutputQueues::change(plain::SwitchDriver& driver) {
  for (const plain::OutputQueueIn& change : pending_) {
    if (change.change == OutputChange::kSwap) check_swap(change);
    driver.change_output_queue(change);
  }
  pending_.clear();
  for (unsigned input = 0; input < core_->inputs().size(); ++input) {
    const plain::QueueSet<plain::InputPacket>& queues = core_->inputs()[input].queues();
    for (unsigned queue = 0; queue < queues.queues(); ++queue) {
      const plain::InputPacket* const head = queues.front(queue);
      if (head != nullptr && !head->assigned()) choose(driver, input, queue, *head);
    }
  }
}

/// Route computation may have answered anew, and the owner may think otherwise in every cycle.
void OwnOutputQueues::choose(plain::SwitchDriver& driver, unsigned input, unsigned queue,
                             const plain::InputPacket& head) {
  const Packet& packet = context_.packets.at(head.head.packet);
  if (is_droppable(packet.vc_class)) return;
  const unsigned output = head.head.output, vcs = context_.layout.total;
  const unsigned chosen = owner_.choose_output_queue(context_.now, packet, input, output);
  if (chosen != QueueOwner::kQueueOfVc && chosen < vcs) {
    fail_(fmt::format("the mechanism chooses queue {} of output {}, which is that of a VC", chosen,
                      output));
  }
  if (chosen != QueueOwner::kQueueOfVc) check(output, chosen);
  const unsigned number = chosen == QueueOwner::kQueueOfVc ? 0 : chosen - vcs + 1;
  if (number == head.head.output_queue) return;
  driver.change_queue({plain::QueueIn::Change::kChooseOutputQueue, input, queue, number, input, 0});
}

void OwnOutputQueues::check_swap(const plain::OutputQueueIn& swap) const {
  for (const unsigned queue : {swap.queue, swap.other}) {
    const plain::OutputPacket* const first =
        front(swap.output, queue);  // may have been freed since
    if (first == nullptr || first->sent == 0) continue;
    fail_(fmt::format("the mechanism swaps queue {} of output {}, whose head has begun to leave",
                      queue, swap.output));
  }
}

void OwnOutputQueues::check(unsigned output, unsigned queue) const {
  if (queue < context_.layout.total && output < made_.ports()) return;
  if (made_.has(output, queue)) return;
  fail_(fmt::format("the mechanism names queue {} of output {}, which is none", queue, output));
}

}  // namespace chokepoint
