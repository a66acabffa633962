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
  sum_max_ = sum_min_ = OutputNumbers{};
  for (Outputs& outputs : outputs_) {
    outputs.sum = outputs.largest = OutputNumbers::Block{};
    outputs.smallest = ~OutputNumbers::Block{};
  }
  update_limits();
  bounds_busy_ = above_ = 0;
  pointer_ = bound_pointer_ = phase_ = 0;
  out_.congested = 0;
  out_.quiescent = true;
  clean_ = true;
}

// metric > 1 multiplied by 2 * NumSamples and the scale of a sample is
// 2 * sum - BoundSampleInterval * spread > one, or sum > (one + BoundSampleInterval * spread) / 2.
// The spread changes with the bounds only, so the limit does.
void ContentionWindow::Model::update_limits() {
  const uint32_t half = params_.num_samples << params_.fraction_bits;
  for (unsigned b = 0; b < blocks_; ++b) {
    outputs_[b].limit =
        half + (sum_max_.block(b) - sum_min_.block(b)) * params_.bound_sample_interval / 2;
  }
}

bool ContentionWindow::Model::all_zero() const {
  OutputNumbers::Block any{};
  for (unsigned b = 0; b < blocks_; ++b) any |= outputs_[b].sum | outputs_[b].largest;
  return greater(any, OutputNumbers::Block{}) == 0;
}

/// A sample takes the place of the oldest one.
template <class Number>
[[gnu::noinline]] void ContentionWindow::Model::take(Rings<Number>& rings,
                                                     const OutputNumbers& degree) {
  above_ = 0;
  for (unsigned b = 0; b < blocks_; ++b) {
    Outputs& outputs = outputs_[b];
    const OutputNumbers::Block sample = degree.block(b);
    OutputNumbers::Block sum = outputs.sum;
    rings.samples.exchange(pointer_, b, sample, sum);
    outputs.sum = sum;
    outputs.largest = sample > outputs.largest ? sample : outputs.largest;
    outputs.smallest = sample < outputs.smallest ? sample : outputs.smallest;
    above_ |= uint64_t{greater(sum, outputs.limit)} << (b * OutputNumbers::kBlock);
  }
  if (++pointer_ == params_.num_samples) pointer_ = 0;
  if (++phase_ == params_.bound_sample_interval) finish_interval(rings);
}

/// An interval's bounds take the place of those of the oldest interval.
template <class Number>
[[gnu::noinline]] void ContentionWindow::Model::finish_interval(Rings<Number>& rings) {
  phase_ = 0;
  for (unsigned b = 0; b < blocks_; ++b) {
    Outputs& outputs = outputs_[b];
    rings.largest.exchange(bound_pointer_, b, outputs.largest, sum_max_.block(b));
    rings.smallest.exchange(bound_pointer_, b, outputs.smallest, sum_min_.block(b));
    outputs.largest = OutputNumbers::Block{};
    outputs.smallest = ~OutputNumbers::Block{};
  }
  if (++bound_pointer_ == params_.bounds()) bound_pointer_ = 0;
  bounds_busy_ = nonzero(sum_max_, blocks_);
  update_limits();
  above_ = 0;
  for (unsigned b = 0; b < blocks_; ++b) {
    above_ |= uint64_t{greater(outputs_[b].sum, outputs_[b].limit)} << (b * OutputNumbers::kBlock);
  }
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
  out_.congested = above_;

  if (words_.empty()) {
    take(bytes_, degree);
  } else {
    take(words_, degree);
  }

  out_.quiescent = (bounds_busy_ | out_.congested) == 0 && all_zero();
}

}  // namespace chokepoint
