// SPDX-License-Identifier: Apache-2.0
// Golden model of the contention counter.
#include "sim/units/cbcm/contention_counter.h"

namespace chokepoint {

void ContentionCounter::Model::step(const In& in) {
  out_.degree.set_values(count(in.pick_valid, in.pick_output).of, params_.radix);
}

const OutputNumbers& ContentionCounter::Model::count(uint64_t pick_valid,
                                                     const Lanes& pick_output) {
  degree_.clear(blocks_);
  for_each_bit(pick_valid, [&](unsigned input) { ++degree_.of[pick_output[input]]; });
  return degree_;
}

}  // namespace chokepoint
