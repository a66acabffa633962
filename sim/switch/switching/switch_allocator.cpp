// SPDX-License-Identifier: Apache-2.0
// The default switch allocator.
#include "sim/switch/switching/switch_allocator.h"

#include <algorithm>

#include "sim/switch/switching/round_robin.h"

namespace chokepoint::plain {

/// Priority, then whose turn comes first after that of `last`.
template <unsigned SwitchOffer::*Place>
void SeparableAllocator::take_better(const SwitchOffer*& best, const SwitchOffer& offer,
                                     unsigned last, unsigned places) {
  if (best == nullptr || offer.priority > best->priority ||
      (offer.priority == best->priority &&
       turns_after(last, offer.*Place, places) < turns_after(last, best->*Place, places))) {
    best = &offer;
  }
}

void SeparableAllocator::match(const std::vector<SwitchOffer>& offers,
                               std::vector<SwitchOffer>& winners) {
  std::fill(of_input_.begin(), of_input_.end(), nullptr);
  std::fill(of_output_.begin(), of_output_.end(), nullptr);
  const auto inputs = static_cast<unsigned>(of_input_.size());
  for (const SwitchOffer& offer : offers) {
    take_better<&SwitchOffer::queue>(of_input_[offer.input], offer, last_queue_[offer.input],
                                     queues_);
  }
  for (const SwitchOffer* offer : of_input_) {
    if (offer == nullptr) continue;
    take_better<&SwitchOffer::input>(of_output_[offer->output], *offer, last_input_[offer->output],
                                     inputs);
  }
  for (const SwitchOffer* winner : of_output_) {
    if (winner == nullptr) continue;
    last_queue_[winner->input] = winner->queue;
    last_input_[winner->output] = winner->input;
    winners.push_back(*winner);
  }
}

}  // namespace chokepoint::plain
