// SPDX-License-Identifier: Apache-2.0
// Queues of a mechanism's own: numbers, checks, and changes that wait for VC allocation.
#include "sim/switch/plain_router/own_queues.h"

#include <fmt/format.h>

#include <algorithm>

namespace chokepoint {

unsigned OwnQueues::create_queue(unsigned input) {
  std::vector<bool>& created = created_.at(input);
  const auto place = std::find(created.begin(), created.end(), false);
  if (place == created.end()) {
    fail_(
        fmt::format("the mechanism makes more than {} queues at input {}", created.size(), input));
  }
  *place = true;
  return usual_ + static_cast<unsigned>(place - created.begin());
}

void OwnQueues::free_queue(unsigned input, unsigned queue) {
  check(input, queue);
  if (queue < usual_ || queue_front(input, queue) != nullptr) {
    fail_(fmt::format("the mechanism frees queue {} of input {}, which {}", queue, input,
                      queue < usual_ ? "it has not made" : "is not empty"));
  }
  block_queue(input, queue, false);
  created_[input][queue - usual_] = false;
}

void OwnQueues::block_queue(unsigned input, unsigned queue, bool blocked) {
  check(input, queue);
  using Change = plain::QueueIn::Change;
  pending_.push_back({blocked ? Change::kBlock : Change::kUnblock, input, queue, 0});
}

void OwnQueues::swap_queues(unsigned input, unsigned a, unsigned b) {
  for (const unsigned queue : {a, b}) check(input, queue);
  pending_.push_back({plain::QueueIn::Change::kSwap, input, a, b});
}

const Packet* OwnQueues::queue_front(unsigned input, unsigned queue) const {
  check(input, queue);
  const plain::InputPacket* front = core_->inputs()[input].queues().front(queue);
  return front == nullptr ? nullptr : &context_.packets.at(front->head.packet);
}

unsigned OwnQueues::usual_queue(unsigned vc, unsigned output) const {
  return chokepoint::usual_queue(context_, vc, output);
}

void OwnQueues::begin(const plain::PlainSwitch& core) {
  core_ = &core;
  owner_.take_control(*this);
}

unsigned OwnQueues::choose(const Packet& packet, unsigned input, unsigned vc, unsigned output,
                           unsigned usual) {
  const unsigned queue = owner_.choose_queue(context_.now, packet, input, vc, output, usual);
  check(input, queue);
  return queue;
}

void OwnQueues::change(plain::SwitchDriver& driver) {
  for (const plain::QueueIn& change : pending_) {
    if (change.change == plain::QueueIn::Change::kSwap) {
      for (const unsigned queue : {change.queue, change.other}) {
        const plain::InputPacket* front = core_->inputs()[change.input].queues().front(queue);
        if (front == nullptr || !front->assigned()) continue;
        fail_(fmt::format("the mechanism swaps queue {} of input {}, whose head is on its way",
                          queue, change.input));
      }
    }
    driver.change_queue(change);
  }
  pending_.clear();
}

void OwnQueues::check(unsigned input, unsigned queue) const {
  if (input < created_.size() && (queue < usual_ || (queue - usual_ < created_[input].size() &&
                                                     created_[input][queue - usual_]))) {
    return;
  }
  fail_(fmt::format("the mechanism names queue {} of input {}, which is none", queue, input));
}

}  // namespace chokepoint
