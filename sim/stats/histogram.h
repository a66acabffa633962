// SPDX-License-Identifier: Apache-2.0
// Log-linear histogram of 64-bit values: exact below 256, else within 1/128 of the value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace chokepoint {

class Histogram {
 public:
  static constexpr unsigned kSubBits = 7;   ///< 2^7 buckets per octave
  static constexpr unsigned kTopBits = 40;  ///< larger values share the last bucket

  void add(uint64_t value) {
    ++counts_[bucket(value)];
    ++count_;
    sum_ += value;
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
  }
  void merge(const Histogram& other) {
    for (size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    count_ += other.count_;
    sum_ += other.sum_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
  }
  uint64_t count() const { return count_; }
  uint64_t sum() const { return sum_; }
  uint64_t max() const { return max_; }
  double mean() const {
    return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
  }
  /// Smallest value that at least `permille` / 1000 of the values do not exceed, up to the bucket's
  /// width (its middle, never beyond the extremes seen); 0 without values.
  uint64_t quantile(unsigned permille) const;

  /// 0 .. 255 each have their bucket, then 128 to an octave.
  static size_t bucket(uint64_t value) {
    if (value < (uint64_t{2} << kSubBits)) return static_cast<size_t>(value);
    const uint64_t top = (uint64_t{1} << kTopBits) - 1;
    if (value > top) value = top;
    const unsigned shift = 63u - static_cast<unsigned>(__builtin_clzll(value)) - kSubBits;
    return (size_t{shift} << kSubBits) + static_cast<size_t>(value >> shift);
  }
  static uint64_t bucket_low(size_t bucket);
  static uint64_t bucket_width(size_t bucket);

 private:
  static constexpr size_t kBuckets = size_t{kTopBits - kSubBits + 1} << kSubBits;
  std::vector<uint64_t> counts_ = std::vector<uint64_t>(kBuckets, 0);
  uint64_t count_ = 0, sum_ = 0, min_ = ~uint64_t{0}, max_ = 0;
};

}  // namespace chokepoint
