// SPDX-License-Identifier: Apache-2.0
// Golden model of the contention window, in plain integers.
#include "sim/units/cbcm/contention_window.h"

namespace chokepoint {

template <class Number>
void ContentionWindow::Model::Rings<Number>::resize(const Params& params) {
  const unsigned blocks = OutputNumbers::blocks_for(params.radix);
  samples.resize(params.num_samples, blocks);
  largest.resize(params.bounds(), blocks);
  smallest.resize(params.bounds(), blocks);
}

template <class Number>
void ContentionWindow::Model::Rings<Number>::clear() {
  samples.clear();
  largest.clear();
  smallest.clear();
}

ContentionWindow::Model::Model(const Params& params)
    : params_((params.validate(), params)), blocks_(OutputNumbers::blocks_for(params.radix)) {
  if (params_.degree_bits <= 8) {
    bytes_.resize(params_);
  } else {
    words_.resize(params_);
  }
  reset();
}

// Emptying the rings makes samples that are still missing count as 0.
void ContentionWindow::Model::reset() {
  bytes_.clear();
  words_.clear();
  max_ = min_ = sum_ = sum_max_ = sum_min_ = OutputNumbers{};
  bounds_busy_ = apart_ = above_ = 0;
  operands_above_ = operands_busy_ = 0;
  update_limit();
  pointer_ = bound_pointer_ = phase_ = 0;
  out_.congested = 0;
  out_.quiescent = true;
  clean_ = true;
}

void ContentionWindow::Model::update_bounds(const OutputNumbers& degree) {
  if (phase_ == 0) {
    max_.assign(degree, blocks_);
    min_.assign(degree, blocks_);
    return;
  }
  for (unsigned b = 0; b < blocks_; ++b) {
    const auto& sample = degree.block(b);
    max_.block(b) = sample > max_.block(b) ? sample : max_.block(b);
    min_.block(b) = sample < min_.block(b) ? sample : min_.block(b);
  }
}

// metric > 1 multiplied by 2 * NumSamples and the scale of a sample is
// 2 * sum - BoundSampleInterval * spread > one, or sum > (one + BoundSampleInterval * spread) / 2.
// The spread changes with the bounds only, so the limit does.
void ContentionWindow::Model::update_limit() {
  const uint32_t half = params_.num_samples << params_.fraction_bits;
  for (unsigned b = 0; b < blocks_; ++b) {
    limit_.block(b) =
        half + (sum_max_.block(b) - sum_min_.block(b)) * params_.bound_sample_interval / 2;
  }
}

/// A sample takes the place of the oldest one, an interval's bounds those of the oldest interval.
template <class Number>
[[gnu::noinline]] void ContentionWindow::Model::take(Rings<Number>& rings,
                                                     const OutputNumbers& degree) {
  rings.samples.exchange(pointer_, degree, sum_);
  if (++pointer_ == params_.num_samples) pointer_ = 0;
  update_bounds(degree);
  if (++phase_ != params_.bound_sample_interval) return;
  phase_ = 0;
  rings.largest.exchange(bound_pointer_, max_, sum_max_);
  rings.smallest.exchange(bound_pointer_, min_, sum_min_);
  if (++bound_pointer_ == params_.bounds()) bound_pointer_ = 0;
  bounds_busy_ = nonzero(sum_max_, blocks_);
  apart_ = greater(sum_max_, sum_min_, blocks_);
  update_limit();
}

void ContentionWindow::Model::step(const In& in) {
  OutputNumbers degree;
  degree.of = in.degree.values(params_.radix);
  advance(in.enable, degree);
}

void ContentionWindow::Model::advance(bool enable, const OutputNumbers& degree) {
  if (!enable) {
    if (!clean_) reset();
    return;
  }
  if (out_.quiescent && nonzero(degree, blocks_) == 0) return;
  clean_ = false;
  if (params_.pipelined != 0) {
    out_.congested = operands_above_;
    operands_above_ = above_;
    operands_busy_ = nonzero(sum_, blocks_) | apart_;
  } else {
    out_.congested = above_;
  }

  if (words_.empty()) {
    take(bytes_, degree);
  } else {
    take(words_, degree);
  }
  above_ = greater(sum_, limit_, blocks_);

  out_.quiescent = (bounds_busy_ | out_.congested | operands_busy_) == 0 &&
                   nonzero(max_, blocks_) == 0 && nonzero(sum_, blocks_) == 0;
}

}  // namespace chokepoint
