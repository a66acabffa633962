// SPDX-License-Identifier: Apache-2.0
// Switch allocation: which packets send a flit through the crossbar in a pass.
#pragma once

#include "sim/switch/switching/technique.h"

namespace chokepoint::plain {

/// Separable, input first: each input offers one of its packets (priority, then round-robin over
/// its queues), each output takes one input (priority, then round-robin). Pointers move on success.
class SeparableAllocator : public SwitchAllocator {
 public:
  explicit SeparableAllocator(const SwitchSizes& sizes)
      : queues_(sizes.queues),
        last_queue_(sizes.inputs),
        last_input_(sizes.outputs),
        of_input_(sizes.inputs),
        of_output_(sizes.outputs) {}
  void match(const std::vector<SwitchOffer>& offers, std::vector<SwitchOffer>& winners) override;

 private:
  template <unsigned SwitchOffer::*Place>
  static void take_better(const SwitchOffer*& best, const SwitchOffer& offer, unsigned last,
                          unsigned places);

  unsigned queues_;
  std::vector<unsigned> last_queue_, last_input_;         ///< of an input, of an output
  std::vector<const SwitchOffer*> of_input_, of_output_;  ///< the best ones; null: none
};

}  // namespace chokepoint::plain
