// SPDX-License-Identifier: Apache-2.0
// The default switch allocator.
#include "sim/switch/switching/switch_allocator.h"

#include <algorithm>

#include "sim/switch/switching/round_robin.h"

namespace chokepoint::plain {

bool SeparableAllocator::better_queue(const SwitchOffer& a, const SwitchOffer& b) const {
  if (a.priority != b.priority) return a.priority > b.priority;
  const unsigned last = last_queue_[a.input];
  return turns_after(last, a.queue, queues_) < turns_after(last, b.queue, queues_);
}

bool SeparableAllocator::better_input(const SwitchOffer& a, const SwitchOffer& b) const {
  if (a.priority != b.priority) return a.priority > b.priority;
  const unsigned last = last_input_[a.output], inputs = static_cast<unsigned>(of_input_.size());
  return turns_after(last, a.input, inputs) < turns_after(last, b.input, inputs);
}

std::vector<SwitchOffer> SeparableAllocator::match(const std::vector<SwitchOffer>& offers) {
  std::fill(of_input_.begin(), of_input_.end(), nullptr);
  std::fill(of_output_.begin(), of_output_.end(), nullptr);
  for (const SwitchOffer& offer : offers) {
    const SwitchOffer*& best = of_input_[offer.input];
    if (best == nullptr || better_queue(offer, *best)) best = &offer;
  }
  for (const SwitchOffer* offer : of_input_) {
    if (offer == nullptr) continue;
    const SwitchOffer*& best = of_output_[offer->output];
    if (best == nullptr || better_input(*offer, *best)) best = offer;
  }
  std::vector<SwitchOffer> winners;
  for (const SwitchOffer* winner : of_output_) {
    if (winner == nullptr) continue;
    last_queue_[winner->input] = winner->queue;
    last_input_[winner->output] = winner->input;
    winners.push_back(*winner);
  }
  return winners;
}

}  // namespace chokepoint::plain
