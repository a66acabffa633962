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
  advance(
      in.enable, in.request.any() ? ~uint32_t{0} : 0, [&](unsigned w) { return in.request.words[w]; },
      in.cfg_sampled_vcs, in.cfg_seed);
}

// The requesters of an output whose turn it is.
void PortPicker::Model::meet(unsigned output, unsigned requesters) {
  const bool is_wanted = wanted_ >= total_ && wanted_ - total_ < requesters;
  const bool is_first = requesters != 0 && !held_valid_;
  if (is_wanted || is_first) {
    held_valid_ = true;
    held_output_ = output;
  }
  total_ += requesters;
}

void PortPicker::Model::end_clock() {
  const unsigned next = next_;
  choose_next();
  source_ = ((source_ << 1) | ((source_ >> 22 ^ source_ >> 17) & 1)) & low_mask(kSourceBits);
  if (++turn_ == params_.sample_interval) {
    close();
    wanted_ = next;
  }
  out_.quiescent = !out_.pick_valid && !held_valid_;
}

// At random further on than the one that this look wants, modulo the requesters of the last look; the
// source counts as it was in turn 0.
void PortPicker::Model::choose_next() {
  if (last_total_ == 0) {
    next_ = 0;
  } else if (turn_ == 0) {
    next_ = wanted_ < last_total_ ? wanted_ : 0;
  } else if (turn_ == 1) {
    unsigned mask = 1;
    while (mask < 2 * last_total_ + 1) mask = 2 * mask + 1;
    next_ += source_ >> 1 & mask;
  } else if (next_ >= last_total_) {
    next_ -= last_total_;
  }
}

void PortPicker::Model::close() {
  turn_ = 0;
  out_.pick_valid = held_valid_;
  out_.pick_output = held_valid_ ? held_output_ : 0;
  last_total_ = total_;
  held_valid_ = false;
}

}  // namespace chokepoint
