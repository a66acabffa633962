// SPDX-License-Identifier: Apache-2.0
// Golden model of the CBCM port picker.
#include "sim/units/cbcm/port_picker.h"

namespace chokepoint {

PortPicker::Model::Model(const Params& params) : params_((params.validate(), params)) {}

void PortPicker::Model::disable(uint32_t seed) {
  started_ = true;
  source_ = seed == 0 ? kDefaultSeed : seed;
  out_ = Out{};
  out_.quiescent = true;
  turn_ = total_ = last_total_ = wanted_ = held_output_ = 0;
  held_valid_ = false;
}

void PortPicker::Model::step(const In& in) {
  if (!in.enable || !started_) return disable(in.cfg_seed);
  if (out_.quiescent && !in.request.any()) return;
  run(1, ~uint32_t{0}, [&](unsigned w) { return in.request.words[w]; }, in.cfg_sampled_vcs);
}

// At random further on than the one that this look wants, modulo the requesters of the last look.
unsigned PortPicker::Model::next_wanted() const {
  if (last_total_ == 0) return 0;
  const uint32_t mask = low_mask(clog2(2 * last_total_ + 2));
  return ((wanted_ < last_total_ ? wanted_ : 0) + (source_ & mask)) % last_total_;
}

void PortPicker::Model::end_look() {
  wanted_ = next_wanted();
  for (unsigned turn = 0; turn < params_.sample_interval; ++turn)
    source_ = ((source_ << 1) | ((source_ >> 22 ^ source_ >> 17) & 1)) & low_mask(kSourceBits);
  out_.pick_valid = held_valid_;
  out_.pick_output = held_valid_ ? held_output_ : 0;
  last_total_ = total_;
  turn_ = total_ = 0;
  held_valid_ = false;
}

}  // namespace chokepoint
