// SPDX-License-Identifier: Apache-2.0
// Requests and intervals of the contention tracker; its clock is in the header.
#include "sim/units/cbcm/contention_tracker.h"

namespace chokepoint {

ContentionTracker::ContentionTracker(const ContentionDegreeUnit::Params& params, uint64_t seed)
    : blocks_((params.radix + kBlock - 1) / kBlock),
      num_samples_(params.num_samples),
      interval_(params.bound_sample_interval),
      vcs_(params.vcs),
      seed_(seed),
      samples_(size_t{num_samples_} * blocks_),
      spreads_(size_t{num_samples_} / interval_ * blocks_),
      pick_(params.radix, params.vcs) {
  pick_.select_vcs((1u << params.vcs) - 1);
  clock_disabled();
}

// An only requester needs no choice, and its output has it in every clock.
void ContentionTracker::begin_request(unsigned input, unsigned output, unsigned vc) {
  requests_.set(input, output, vc, vcs_);
  const uint64_t bit = uint64_t{1} << input;
  if (++requesters_[input] == 1) {
    one_ |= bit;
    output_[input] = static_cast<uint8_t>(output);
    ++number(alone_, output);
  } else if ((one_ & bit) != 0) {
    one_ &= ~bit;
    several_ |= bit;
    --number(alone_, output_[input]);
  }
}

void ContentionTracker::end_request(unsigned input, unsigned output, unsigned vc) {
  requests_.clear(input, output, vc, vcs_);
  const uint64_t bit = uint64_t{1} << input;
  if (--requesters_[input] == 0) {
    one_ &= ~bit;
    --number(alone_, output);
  } else if (requesters_[input] == 1) {
    several_ &= ~bit;
    one_ |= bit;
    output_[input] = static_cast<uint8_t>(pick_.output(requests_, input, 1, source_));
    ++number(alone_, output_[input]);
  }
}

void ContentionTracker::clock_disabled() {
  source_.load(seed_);
  picked_ = false;
  if (!clean_) clear_window();
}

void ContentionTracker::clear_window() {
  clean_ = true;
  std::fill(samples_.begin(), samples_.end(), Cells{});
  std::fill(spreads_.begin(), spreads_.end(), Cells{});
  awake_ = pointer_ = bound_pointer_ = phase_ = 0;
  congested_ = above_ = 0;
  for (Block& block : outputs_) {
    block.sum = block.spread = Words{};
    block.largest = Bytes{};
    block.smallest = ~Bytes{};
  }
  update_limits();
}

// contention_window.md: 2 * sum - BoundSampleInterval * spread > 2 * NumSamples.
void ContentionTracker::update_limits() {
  for (unsigned b = 0; b < blocks_; ++b) {
    Block& block = outputs_[b];
    block.limit =
        static_cast<uint16_t>(num_samples_) + block.spread * static_cast<uint16_t>(interval_) / 2;
  }
}

void ContentionTracker::list_state(StateLines& lines) const {
  const unsigned ports = blocks_ * kBlock;
  lines.add_before(*this, outputs_.data() + blocks_);
  lines.add(samples_);
  lines.add(spreads_);
  lines.add_all(spreads_);
  lines.add(clean_);
  lines.add(requesters_.data(), ports * sizeof requesters_[0]);
  lines.add(output_.data(), ports);
  lines.add(pick_);
  requests_.list_state(lines, ports, ports * vcs_);
}

void ContentionTracker::fetch_samples(uint64_t clocks) const {
  constexpr unsigned kInLine = StateLines::kLine / sizeof(Cells);
  for (unsigned first = pointer_, left = std::min(static_cast<unsigned>(clocks), num_samples_);
       left != 0;) {
    const unsigned count = std::min(left, num_samples_ - first);
    const Cells* const begin = &samples_[first * blocks_];
    for (unsigned at = 0; at < count * blocks_; at += kInLine) fetch_line(begin + at);
    fetch_line(begin + count * blocks_ - 1);
    left -= count;
    first = 0;
  }
}

/// The interval's bounds take the place of those of the oldest one.
[[gnu::noinline]] void ContentionTracker::finish_interval() {
  phase_ = 0;
  Cells* const oldest = &spreads_[bound_pointer_ * blocks_];
  for (unsigned b = 0; b < blocks_; ++b) {
    Block& block = outputs_[b];
    const Bytes spread = block.largest - block.smallest;
    Words comes, goes;
    widen(spread, comes);
    widen(oldest[b].of, goes);
    block.spread += comes - goes;
    oldest[b].of = spread;
    block.largest = Bytes{};
    block.smallest = ~Bytes{};
  }
  if (++bound_pointer_ == num_samples_ / interval_) bound_pointer_ = 0;
  update_limits();
}

}  // namespace chokepoint
