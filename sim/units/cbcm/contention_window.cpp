// SPDX-License-Identifier: Apache-2.0
// Golden model of the contention window. Sums are touched only for outputs whose entering and
// leaving sample differ; maxima and minima of all outputs are compared at once, a word per plane.
#include "sim/units/cbcm/contention_window.h"

#include <algorithm>

namespace chokepoint {
ContentionWindow::Model::Model(const Params& params)
    : params_(params), planes_(params.degree_bits) {
  params_.validate();
  ring_.resize(size_t{params_.num_samples} * planes_);
  max_ring_.resize(size_t{params_.bounds()} * planes_);
  min_ring_.resize(size_t{params_.bounds()} * planes_);
  reset();
}

// Emptying the rings makes samples that are still missing count as 0.
void ContentionWindow::Model::reset() {
  std::fill(ring_.begin(), ring_.end(), 0);
  std::fill(max_ring_.begin(), max_ring_.end(), 0);
  std::fill(min_ring_.begin(), min_ring_.end(), 0);
  max_.fill(0);
  min_.fill(0);
  sum_.fill(0);
  sum_max_.fill(0);
  sum_min_.fill(0);
  sum_nonzero_ = sum_max_nonzero_ = sum_min_nonzero_ = above_ = 0;
  apart_ = operands_above_ = operands_busy_ = 0;
  pointer_ = bound_pointer_ = phase_ = 0;
  out_.congested = 0;
  out_.quiescent = true;
  clean_ = true;
}

// Puts a sample into a ring slot, corrects the sums by what it replaces, names the changed outputs.
uint64_t ContentionWindow::Model::exchange(std::vector<uint64_t>& ring, unsigned pointer,
                                           const uint64_t* planes, Lanes& sums, uint64_t& nonzero) {
  uint64_t* slot = &ring[size_t{pointer} * planes_];
  uint64_t changed = 0;
  for (unsigned b = 0; b < planes_; ++b) {
    const uint64_t differs = planes[b] ^ slot[b];
    for_each_bit(differs & planes[b], [&](unsigned output) { sums[output] += 1u << b; });
    for_each_bit(differs & slot[b], [&](unsigned output) { sums[output] -= 1u << b; });
    changed |= differs;
    slot[b] = planes[b];
  }
  for_each_bit(changed, [&](unsigned output) {
    const uint64_t bit = uint64_t{1} << output;
    nonzero = sums[output] != 0 ? nonzero | bit : nonzero & ~bit;
  });
  return changed;
}

// metric > 1, multiplied by 2 * NumSamples and the scale of a sample.
void ContentionWindow::Model::decide(unsigned output) {
  const int64_t spread = int64_t{sum_max_[output]} - int64_t{sum_min_[output]};
  const int64_t metric =
      2 * int64_t{sum_[output]} - int64_t{params_.bound_sample_interval} * spread;
  const int64_t one = int64_t{2} * params_.num_samples << params_.fraction_bits;
  const uint64_t bit = uint64_t{1} << output;
  above_ = metric > one ? above_ | bit : above_ & ~bit;
  apart_ = spread != 0 ? apart_ | bit : apart_ & ~bit;
}

void ContentionWindow::Model::update_bounds(const BitPlanes& degree) {
  const uint64_t* d = degree.planes.data();
  if (phase_ == 0) {
    std::copy(d, d + planes_, max_.begin());
    std::copy(d, d + planes_, min_.begin());
    return;
  }
  uint64_t greater = 0, not_less = ~uint64_t{0};  // than the running maximum
  uint64_t smaller = 0, not_more = ~uint64_t{0};  // than the running minimum
  for (unsigned b = planes_; b-- != 0;) {
    greater |= not_less & d[b] & ~max_[b];
    not_less &= ~(d[b] ^ max_[b]);
    smaller |= not_more & ~d[b] & min_[b];
    not_more &= ~(d[b] ^ min_[b]);
  }
  for (unsigned b = 0; b < planes_; ++b) {
    max_[b] = (max_[b] & ~greater) | (d[b] & greater);
    min_[b] = (min_[b] & ~smaller) | (d[b] & smaller);
  }
}

void ContentionWindow::Model::advance(bool enable, const BitPlanes& degree) {
  if (!enable) {
    if (!clean_) reset();
    return;
  }
  if (out_.quiescent) {
    uint64_t any = 0;
    for (unsigned b = 0; b < planes_; ++b) any |= degree.planes[b];
    if (any == 0) return;
  }
  clean_ = false;
  if (params_.pipelined != 0) {
    out_.congested = operands_above_;
    operands_above_ = above_;
    operands_busy_ = sum_nonzero_ | apart_;
  } else {
    out_.congested = above_;
  }

  uint64_t changed = exchange(ring_, pointer_, degree.planes.data(), sum_, sum_nonzero_);
  if (++pointer_ == params_.num_samples) pointer_ = 0;

  update_bounds(degree);
  if (++phase_ == params_.bound_sample_interval) {
    phase_ = 0;
    changed |= exchange(max_ring_, bound_pointer_, max_.data(), sum_max_, sum_max_nonzero_);
    changed |= exchange(min_ring_, bound_pointer_, min_.data(), sum_min_, sum_min_nonzero_);
    if (++bound_pointer_ == params_.bounds()) bound_pointer_ = 0;
  }
  for_each_bit(changed, [&](unsigned output) { decide(output); });

  uint64_t busy = sum_nonzero_ | sum_max_nonzero_ | out_.congested | operands_busy_;
  for (unsigned b = 0; b < planes_; ++b) busy |= max_[b];
  out_.quiescent = busy == 0;
}

}  // namespace chokepoint
