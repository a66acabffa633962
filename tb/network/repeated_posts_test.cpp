// SPDX-License-Identifier: Apache-2.0
// Posts that repeat: in every cycle a cell for each key that has begun and not ended, and no other.
#include "sim/network/repeated_posts.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace chokepoint::test {
namespace {

template <class Cell, unsigned kAtOnce>
void compare_with_table(unsigned seed) {
  constexpr unsigned kKeys = 64;
  constexpr Cycle kLongest = 5;
  std::mt19937 random(seed);
  DueCells<Cell> cells(kLongest, kKeys);
  RepeatedPosts<Cell, kAtOnce> posts;
  std::map<unsigned, Cell> going;  // by key
  std::map<unsigned, Cycle> latency;
  std::map<Cycle, std::map<unsigned, Cell>> due;
  unsigned most = 0;
  for (Cycle now = 1000; now < 3000; ++now) {
    std::map<unsigned, Cell> here;
    cells.take(now, [&](unsigned lane, Cell cell) { here[lane] = cell; });
    ASSERT_EQ(here, due[now]) << "cycle " << now << " seed " << seed;
    // Now many, now few.
    const unsigned wanted = now / 500 % 2 == 0 ? 60 : 3;
    for (unsigned i = 0; i < 4; ++i) {
      const unsigned key = random() % kKeys;
      if (going.count(key) != 0) {
        if (going.size() <= wanted && random() % 8 != 0) continue;
        posts.end(key);
        going.erase(key);
      } else if (going.size() < wanted) {
        // A lane's cells keep their order, or two would be due at once.
        const Cycle way = latency.emplace(key, 1 + random() % kLongest).first->second;
        const Cell cell = static_cast<Cell>(random() | DueCells<Cell>::kFull);
        posts.begin(key, cells.post(key, static_cast<uint32_t>(way)), cell);
        going[key] = cell;
      }
    }
    ASSERT_EQ(posts.count(), going.size());
    most = std::max(most, posts.count());
    posts.post_all(now);
    for (const auto& [key, cell] : going) due[now + latency[key]][key] = cell;
  }
  EXPECT_GT(most, 50u);
}

TEST(RepeatedPosts, GoOnUntilTheyEnd) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    compare_with_table<uint32_t, 16>(seed);
    compare_with_table<uint32_t, 4>(seed);
    compare_with_table<uint8_t, 8>(seed);
  }
}

TEST(RepeatedPosts, AllKeysAtOnce) {
  DueCells<uint32_t> cells(1, 64);
  RepeatedPosts<uint32_t, 16> posts;
  for (unsigned key = 0; key < 64; ++key) posts.begin(key, cells.post(key, 1), 0x80000000u | key);
  posts.post_all(0);
  unsigned found = 0;
  cells.take(1, [&found](unsigned lane, uint32_t cell) {
    EXPECT_EQ(cell, 0x80000000u | lane);
    ++found;
  });
  EXPECT_EQ(found, 64u);
}

}  // namespace
}  // namespace chokepoint::test
