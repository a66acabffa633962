// SPDX-License-Identifier: Apache-2.0
// Golden model of the contention window. All outputs are counted at once, a word per plane.
#include "sim/units/cbcm/contention_window.h"

#include <algorithm>

namespace chokepoint {
ContentionWindow::Model::Model(const Params& params)
    : params_((params.validate(), params)),
      planes_(params.degree_bits),
      sum_planes_(params.sum_bits()),
      bound_planes_(params.bound_sum_bits()) {
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
  sum_max_nonzero_ = above_ = 0;
  operands_above_ = operands_busy_ = 0;
  update_limit();
  pointer_ = bound_pointer_ = phase_ = 0;
  out_.congested = 0;
  out_.quiescent = true;
  clean_ = true;
}

// Puts a sample into a ring slot, corrects the sums by what it replaces.
void ContentionWindow::Model::exchange(std::vector<uint64_t>& ring, unsigned pointer,
                                       const uint64_t* planes, uint64_t* sum, unsigned width) {
  uint64_t* slot = &ring[size_t{pointer} * planes_];
  replace_term(sum, width, planes, slot, planes_);
  std::copy(planes, planes + planes_, slot);
}

// metric > 1 multiplied by 2 * NumSamples and the scale of a sample is
// 2 * sum - BoundSampleInterval * spread > one, or sum > (one + BoundSampleInterval * spread) / 2.
// The spread changes with the bounds only, so the limit does.
void ContentionWindow::Model::update_limit() {
  const Planes zero{};
  Planes spread = sum_max_;
  replace_term(spread.data(), bound_planes_, zero.data(), sum_min_.data(), bound_planes_);
  apart_ = nonzero(spread.data(), bound_planes_);
  std::array<uint64_t, kPlanes + 2> twice{};  // the limit
  const unsigned width = sum_planes_ + 2;
  for (unsigned b = 0; b < width; ++b) {
    const uint64_t one = uint64_t{2} * params_.num_samples << params_.fraction_bits;
    twice[b] = (one >> b) & 1 ? ~uint64_t{0} : 0;
  }
  for (unsigned b = 0; (params_.bound_sample_interval >> b) != 0; ++b) {
    if (((params_.bound_sample_interval >> b) & 1) == 0) continue;
    replace_term(&twice[b], width - b, spread.data(), zero.data(), bound_planes_);
  }
  const uint64_t above_all = twice[width - 1];  // no sum is above the largest of its planes
  for (unsigned b = 0; b < sum_planes_; ++b) limit_[b] = twice[b + 1] | above_all;
}

void ContentionWindow::Model::update_bounds(const BitPlanes& degree) {
  const uint64_t* d = degree.planes.data();
  if (phase_ == 0) {
    std::copy(d, d + planes_, max_.begin());
    std::copy(d, d + planes_, min_.begin());
    return;
  }
  const uint64_t above = greater(d, max_.data(), planes_);
  const uint64_t below = greater(min_.data(), d, planes_);
  for (unsigned b = 0; b < planes_; ++b) {
    max_[b] = (max_[b] & ~above) | (d[b] & above);
    min_[b] = (min_[b] & ~below) | (d[b] & below);
  }
}

void ContentionWindow::Model::advance(bool enable, const BitPlanes& degree) {
  if (!enable) {
    if (!clean_) reset();
    return;
  }
  if (out_.quiescent) {
    if (nonzero(degree.planes.data(), planes_) == 0) return;
  }
  clean_ = false;
  if (params_.pipelined != 0) {
    out_.congested = operands_above_;
    operands_above_ = above_;
    operands_busy_ = nonzero(sum_.data(), sum_planes_) | apart_;
  } else {
    out_.congested = above_;
  }

  exchange(ring_, pointer_, degree.planes.data(), sum_.data(), sum_planes_);
  if (++pointer_ == params_.num_samples) pointer_ = 0;

  update_bounds(degree);
  if (++phase_ == params_.bound_sample_interval) {
    phase_ = 0;
    exchange(max_ring_, bound_pointer_, max_.data(), sum_max_.data(), bound_planes_);
    exchange(min_ring_, bound_pointer_, min_.data(), sum_min_.data(), bound_planes_);
    sum_max_nonzero_ = nonzero(sum_max_.data(), bound_planes_);
    if (++bound_pointer_ == params_.bounds()) bound_pointer_ = 0;
    update_limit();
  }
  above_ = greater(sum_.data(), limit_.data(), sum_planes_);

  out_.quiescent = (sum_max_nonzero_ | out_.congested | operands_busy_) == 0 &&
                   nonzero(max_.data(), planes_) == 0 && nonzero(sum_.data(), sum_planes_) == 0;
}

}  // namespace chokepoint
