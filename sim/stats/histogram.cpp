// SPDX-License-Identifier: Apache-2.0
// Quantiles of the log-linear histogram.
#include "sim/stats/histogram.h"

namespace chokepoint {

uint64_t Histogram::bucket_low(size_t bucket) {
  if (bucket < (size_t{2} << kSubBits)) return bucket;
  const size_t shift = (bucket >> kSubBits) - 1;
  return static_cast<uint64_t>(bucket - (shift << kSubBits)) << shift;
}

uint64_t Histogram::bucket_width(size_t bucket) {
  return bucket < (size_t{2} << kSubBits) ? 1 : uint64_t{1} << ((bucket >> kSubBits) - 1);
}

uint64_t Histogram::quantile(unsigned permille) const {
  if (count_ == 0) return 0;
  const auto wanted =
      static_cast<uint64_t>((static_cast<unsigned __int128>(count_) * permille + 999) / 1000);
  const uint64_t rank = std::max<uint64_t>(1, wanted);
  uint64_t seen = 0;
  size_t at = 0;
  while (at + 1 < counts_.size() && seen + counts_[at] < rank) seen += counts_[at++];
  const uint64_t middle = bucket_low(at) + (bucket_width(at) - 1) / 2;
  return std::min(std::max(middle, min_), max_);
}

}  // namespace chokepoint
