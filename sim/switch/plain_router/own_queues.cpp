// SPDX-License-Identifier: Apache-2.0
// Queues of a mechanism's own: numbers, checks, and changes that wait for VC allocation.
#include "sim/switch/plain_router/own_queues.h"

#include <fmt/format.h>

namespace chokepoint {

using Change = plain::QueueIn::Change;

void OwnQueues::free_queue(unsigned input, unsigned queue) {
  check(input, queue);
  if (queue < plan_.queues() || queue_front(input, queue) != nullptr) {
    services_.fail(fmt::format("the mechanism frees queue {} of input {}, which {}", queue, input,
                               queue < plan_.queues() ? "it has not made" : "is not empty"));
  }
  block_queue(input, queue, false);
  made_.free(input, queue);
}

void OwnQueues::block_queue(unsigned input, unsigned queue, bool blocked) {
  check(input, queue);
  plain::QueueIn change;
  change.change = blocked ? Change::kBlock : Change::kUnblock;
  change.input = input;
  change.queue = queue;
  pending_.push_back(change);
}

void OwnQueues::swap_queues(unsigned input, unsigned a, unsigned b) {
  for (const unsigned queue : {a, b}) check(input, queue);
  plain::QueueIn change;
  change.change = Change::kSwap;
  change.input = input;
  change.queue = a;
  change.other = b;
  pending_.push_back(change);
}

void OwnQueues::move_head(unsigned input, unsigned queue, unsigned to_input, unsigned to_queue,
                          uint32_t vcs) {
  check(input, queue);
  check(to_input, to_queue);
  pending_.push_back({Change::kMove, input, queue, to_queue, to_input, vcs});
}

unsigned OwnQueues::usual_queue(unsigned vc, unsigned output) const {
  return plan_.queue(vc, output);
}

const plain::InputPacket* OwnQueues::front(unsigned input, unsigned queue) const {
  check(input, queue);
  return core_->inputs()[input].queues().front(queue);
}

const Packet* OwnQueues::queue_front(unsigned input, unsigned queue) const {
  const plain::InputPacket* first = front(input, queue);
  return first == nullptr ? nullptr : &context_.packets.at(first->head.packet);
}

bool OwnQueues::head_waits(unsigned input, unsigned queue) const {
  const plain::InputPacket* first = front(input, queue);
  return first != nullptr && !first->assigned();
}

unsigned OwnQueues::head_flits(unsigned input, unsigned queue) const {
  const plain::InputPacket* first = front(input, queue);
  return first == nullptr ? 0 : first->arrived - first->crossed;
}

unsigned OwnQueues::queue_flits(unsigned input, unsigned queue) const {
  check(input, queue);
  unsigned flits = 0;
  for (const plain::InputPacket& packet : core_->inputs()[input].queues().items(queue)) {
    flits += packet.arrived - packet.crossed;
  }
  return flits;
}

unsigned OwnQueues::further_room(unsigned input) const {
  unsigned held = 0;
  for (unsigned vc = 0; vc < context_.layout.total; ++vc) held += core_->inputs()[input].held(vc);
  return owner_.further_input_flits() - held;
}

void OwnQueues::begin(const plain::PlainSwitch& core) {
  core_ = &core;
  outputs_.begin(core);
  owner_.take_control(*this);
}

unsigned OwnQueues::choose(const Packet& packet, unsigned input, unsigned vc, unsigned output,
                           unsigned usual) {
  const unsigned queue = owner_.choose_queue(context_.now, packet, input, vc, output, usual);
  check(input, queue);
  return queue;
}

void OwnQueues::take_away(unsigned input, unsigned queue, const NackHeader* by) {
  const plain::InputPacket* const first = front(input, queue);
  const char* problem = nullptr;
  if (!open_) {
    problem = "outside begin_cycle";
  } else if (first == nullptr) {
    problem = "which is empty";
  } else if (first->assigned()) {
    problem = "whose head is on its way";
  } else if (by != nullptr && carries_messages(context_.packets.at(first->head.packet).vc_class)) {
    problem = "whose head is a message: nothing takes the place of one";
  }
  if (problem != nullptr) {
    services_.fail(fmt::format("the mechanism {} the head of queue {} of input {}, {}",
                               by == nullptr ? "drops" : "replaces", queue, input, problem));
  }
  services_.give_way({input, queue, first->head.packet, {}}, by);
}

void OwnQueues::change(plain::SwitchDriver& driver) {
  open_ = false;
  for (const plain::QueueIn& change : pending_) {
    if (change.change == Change::kSwap) check_swap(change);
    if (change.change == Change::kMove) {
      check_move(change);
      services_.end_request(change.input, *front(change.input, change.queue));
    }
    driver.change_queue(change);
  }
  pending_.clear();
  if (owner_.most_output_queues() != 0) outputs_.change(driver);
}

void OwnQueues::check_swap(const plain::QueueIn& swap) const {
  for (const unsigned queue : {swap.queue, swap.other}) {
    check(swap.input, queue);  // it may have been freed since
    const plain::InputPacket* const first = front(swap.input, queue);
    const char* problem = nullptr;
    if (first != nullptr && first->assigned()) problem = "whose head is on its way";
    for (const plain::InputPacket& packet : core_->inputs()[swap.input].queues().items(queue)) {
      if (is_droppable(context_.packets.at(packet.head.packet).vc_class)) {
        problem = "which has a speculative packet";
      }
    }
    if (problem == nullptr) continue;
    services_.fail(
        fmt::format("the mechanism swaps queue {} of input {}, {}", queue, swap.input, problem));
  }
}

void OwnQueues::check_move(const plain::QueueIn& move) const {
  check(move.other_input, move.other);  // it may have been freed since
  const plain::InputPacket* const first = front(move.input, move.queue);
  const unsigned ports = context_.topology.radix();
  std::string problem;
  if (first == nullptr) {
    problem = "the queue is empty";
  } else if (first->assigned()) {
    problem = "it is on its way";
  } else if (is_droppable(context_.packets.at(first->head.packet).vc_class)) {
    problem = "it is a speculative packet";
  } else if (move.vcs >> (context_.layout.total - 1) > 1) {
    problem = fmt::format("{:#x} is no mask of VCs", move.vcs);
  } else if (move.other_input != move.input) {
    if (move.other_input < ports) {
      problem = "an input has room for what its channel brings only";
    } else if (first->arrived != first->head.flits) {
      problem = fmt::format("{} of its {} flits are here", first->arrived, first->head.flits);
    } else if (further_room(move.other_input) < first->arrived) {
      problem = fmt::format("there is room for {} flits, it has {}", further_room(move.other_input),
                            first->arrived);
    }
  }
  if (problem.empty()) return;
  services_.fail(fmt::format("the mechanism moves the head of queue {} of input {} to input {}: {}",
                             move.queue, move.input, move.other_input, problem));
}

/// A further input has no usual queues.
void OwnQueues::check(unsigned input, unsigned queue) const {
  if (queue < plan_.queues() && input < context_.topology.radix()) return;
  if (made_.has(input, queue)) return;
  services_.fail(
      fmt::format("the mechanism names queue {} of input {}, which is none", queue, input));
}

}  // namespace chokepoint
