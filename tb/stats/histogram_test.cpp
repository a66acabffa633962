// SPDX-License-Identifier: Apache-2.0
// Quantiles against exact ones.
#include "sim/stats/histogram.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>

namespace chokepoint {
namespace {

TEST(Histogram, BucketsTileTheNumbers) {
  uint64_t expected = 0;
  for (size_t bucket = 0; bucket < 4000; ++bucket) {
    ASSERT_EQ(Histogram::bucket_low(bucket), expected);
    ASSERT_EQ(Histogram::bucket(expected), bucket);
    expected += Histogram::bucket_width(bucket);
    ASSERT_EQ(Histogram::bucket(expected - 1), bucket);
  }
}

TEST(Histogram, QuantilesMatchExactOnes) {
  const bool held = rc::check("quantile lies in the exact quantile's bucket", [] {
    const auto shift = *rc::gen::inRange(0, 40);
    auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<uint64_t>>(
        rc::gen::inRange<uint64_t>(0, (uint64_t{2} << shift))));
    const auto permille = *rc::gen::inRange(1u, 1001u);
    Histogram histogram;
    uint64_t sum = 0;
    for (const uint64_t value : values) {
      histogram.add(value);
      sum += value;
    }
    std::sort(values.begin(), values.end());
    const size_t rank = (values.size() * permille + 999) / 1000;
    const uint64_t exact = values[rank == 0 ? 0 : rank - 1];
    const uint64_t found = histogram.quantile(permille);
    RC_ASSERT(Histogram::bucket(found) == Histogram::bucket(exact));
    if (exact < 256) RC_ASSERT(found == exact);
    if (exact < (uint64_t{1} << 40)) {
      RC_ASSERT((found > exact ? found - exact : exact - found) * 128 <= exact);
    }
    RC_ASSERT(histogram.max() == values.back());
    RC_ASSERT(histogram.sum() == sum);
    RC_ASSERT(histogram.quantile(1000) <= values.back());
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace chokepoint
