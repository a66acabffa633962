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
  turn_ = total_ = last_total_ = wanted_ = next_ = held_output_ = 0;
  held_valid_ = false;
}

void PortPicker::Model::step(const In& in) {
  if (!in.enable || !started_) return disable(in.cfg_seed);
  if (out_.quiescent && !in.request.any()) return;
  run(1, ~uint32_t{0}, [&](unsigned w) { return in.request.words[w]; }, in.cfg_sampled_vcs);
}

void PortPicker::Model::close() {
  turn_ = 0;
  out_.pick_valid = held_valid_;
  out_.pick_output = held_valid_ ? held_output_ : 0;
  last_total_ = total_;
  held_valid_ = false;
}

}  // namespace chokepoint
