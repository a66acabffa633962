// SPDX-License-Identifier: Apache-2.0
// Golden model of the interval window, an output at a time and in plain integers; outputs without
// samples are passed over.
#include "sim/units/cbcm/interval_window.h"

#include <algorithm>

namespace chokepoint {

IntervalWindow::Model::Model(const Params& params)
    : params_((params.validate(), params)), blocks_(OutputNumbers::blocks_for(params.radix)) {
  ring_.resize(params_.bounds());
  reset();
}

// An empty ring makes samples that are still missing count as 0.
void IntervalWindow::Model::reset() {
  std::fill(ring_.begin(), ring_.end(), Line{});
  current_ = Line{};
  share_.fill(0);
  rest_.fill(0);
  sum_.fill(0);
  spread_sum_.fill(0);
  above_ = busy_ = changed_ = 0;
  pointer_ = phase_ = 0;
  out_.congested = 0;
  out_.quiescent = true;
  clean_ = true;
}

// The oldest interval leaves, an equal share each clock and the remainder in the last ones.
void IntervalWindow::Model::let_leave() {
  const Line& oldest = ring_[pointer_];
  for_each_bit(oldest.nonzero, [&](unsigned output) {
    if (phase_ == 0) {
      share_[output] = oldest.of[output].total / params_.bound_sample_interval;
      rest_[output] = oldest.of[output].total % params_.bound_sample_interval;
    }
    const bool late = phase_ >= params_.bound_sample_interval - rest_[output];
    sum_[output] -= share_[output] + (late ? 1 : 0);
  });
  changed_ |= oldest.nonzero;
}

void IntervalWindow::Model::take(const OutputNumbers& degree, uint64_t sampled) {
  if (phase_ == 0) current_ = Line{};
  for_each_bit(sampled, [&](unsigned output) {
    const uint32_t value = degree.of[output];
    Interval& interval = current_.of[output];
    sum_[output] += value;
    interval.total += value;
    // Outputs that were passed over so far had samples of 0.
    if (phase_ == 0) interval.smallest = value;
    interval.largest = std::max(interval.largest, value);
    interval.smallest = std::min(interval.smallest, value);
  });
  for_each_bit(current_.nonzero & ~sampled,
               [&](unsigned output) { current_.of[output].smallest = 0; });
  current_.nonzero |= sampled;
  changed_ |= sampled;
}

void IntervalWindow::Model::finish_interval() {
  Line& oldest = ring_[pointer_];
  for_each_bit(oldest.nonzero | current_.nonzero, [&](unsigned output) {
    spread_sum_[output] += current_.of[output].spread();
    spread_sum_[output] -= oldest.of[output].spread();
  });
  changed_ |= oldest.nonzero | current_.nonzero;
  oldest = current_;
  if (++pointer_ == params_.bounds()) pointer_ = 0;
}

// metric > 1, multiplied by 2 * NumSamples and the scale of a sample.
void IntervalWindow::Model::decide(unsigned output) {
  const int64_t metric =
      2 * int64_t{sum_[output]} - int64_t{params_.bound_sample_interval} * spread_sum_[output];
  const int64_t one = int64_t{2} * params_.num_samples << params_.fraction_bits;
  const uint64_t bit = uint64_t{1} << output;
  above_ = metric > one ? above_ | bit : above_ & ~bit;
  busy_ = sum_[output] != 0 ? busy_ | bit : busy_ & ~bit;
}

void IntervalWindow::Model::step(const In& in) {
  OutputNumbers degree;
  degree.of = in.degree.values(params_.radix);
  advance(in.enable, degree);
}

void IntervalWindow::Model::advance(bool enable, const OutputNumbers& degree) {
  if (!enable) {
    if (!clean_) reset();
    return;
  }
  const uint64_t sampled = nonzero(degree, blocks_);
  if (out_.quiescent && sampled == 0) return;
  clean_ = false;

  out_.congested = above_;
  changed_ = 0;
  let_leave();
  take(degree, sampled);
  if (++phase_ == params_.bound_sample_interval) {
    phase_ = 0;
    finish_interval();
  }
  for_each_bit(changed_, [&](unsigned output) { decide(output); });

  out_.quiescent = (busy_ | out_.congested) == 0;
}

}  // namespace chokepoint
