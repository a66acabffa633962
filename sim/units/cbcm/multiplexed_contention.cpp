// SPDX-License-Identifier: Apache-2.0
// Golden model of CBCM's multiplexed contention unit.
#include "sim/units/cbcm/multiplexed_contention.h"

#include <algorithm>

namespace chokepoint {

MultiplexedContention::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      windows_(size_t{params.datapaths()} * params.sample_interval),
      samples_(windows_.size() * params.num_samples) {
  disable();
}

unsigned MultiplexedContention::Model::Window::spread() const {
  unsigned sum = 0;
  for (const uint8_t each : spreads) sum += each;
  return sum;
}

void MultiplexedContention::Model::disable() {
  out_ = Out{};
  out_.quiescent = true;
  std::fill(windows_.begin(), windows_.end(), Window{});
  std::fill(samples_.begin(), samples_.end(), uint8_t{0});
  degree_.fill(0);
  turn_ = sample_turn_ = pointer_ = phase_ = bound_ = 0;
  counted_ = false;
  calm_ = params_.sample_interval;
}

// Decides from the window as it was, then moves it on. True: all of it was 0 and stays so.
bool MultiplexedContention::Model::take_sample(unsigned output, unsigned degree) {
  Window& window = windows_[output];
  const bool zero = window.zero() && degree == 0;
  const uint64_t bit = uint64_t{1} << output;
  const bool above = 2 * window.sum > 2 * params_.num_samples +
                                          params_.bound_sample_interval * window.spread();
  out_.congested = above ? out_.congested | bit : out_.congested & ~bit;

  uint8_t& oldest = samples_[size_t{output} * params_.num_samples + pointer_];
  window.sum += degree - oldest;
  oldest = static_cast<uint8_t>(degree);
  window.largest = phase_ == 0 ? degree : std::max(window.largest, degree);
  window.smallest = phase_ == 0 ? degree : std::min(window.smallest, degree);
  if (phase_ == params_.bound_sample_interval - 1)
    window.spreads[bound_] = static_cast<uint8_t>(window.largest - window.smallest);
  return zero;
}

// The degrees that were counted in the clock before. True: all was 0 and stays so.
bool MultiplexedContention::Model::take_samples() {
  bool zero = true;
  for (unsigned d = 0; d < params_.datapaths(); ++d) {
    const unsigned output = d * params_.sample_interval + sample_turn_;
    if (output < params_.radix && !take_sample(output, degree_[d])) zero = false;
  }
  if (++sample_turn_ == params_.sample_interval) {
    sample_turn_ = 0;
    pointer_ = (pointer_ + 1) % params_.num_samples;
    if (++phase_ == params_.bound_sample_interval) {
      phase_ = 0;
      bound_ = (bound_ + 1) % params_.bounds();
    }
  }
  return zero;
}

void MultiplexedContention::Model::advance(bool enable, uint64_t pick_valid,
                                           const Lanes& pick_output) {
  if (!enable) {
    if (!clean_) disable();
    return;
  }
  if (pick_valid == 0 && out_.quiescent) return;
  clean_ = false;
  const bool zero = !counted_ || take_samples();
  counted_ = true;
  degree_.fill(0);
  for_each_bit(pick_valid, [&](unsigned input) {
    const unsigned output = pick_output[input];
    if (output % params_.sample_interval == turn_) ++degree_[output / params_.sample_interval];
  });
  turn_ = (turn_ + 1) % params_.sample_interval;
  calm_ = zero && pick_valid == 0 && out_.congested == 0 ? std::min(calm_ + 1, params_.sample_interval) : 0;
  out_.quiescent = calm_ == params_.sample_interval;
}

}  // namespace chokepoint
