// SPDX-License-Identifier: Apache-2.0
// Numbers per output in blocks: comparison and ring against plain loops, at radices that fill a
// block and at ones that do not.
#include "sim/units/cbcm/output_numbers.h"

#include <gtest/gtest.h>

#include <deque>
#include <random>

namespace chokepoint::test {
namespace {

constexpr unsigned kRadices[] = {4, 7, 8, 9, 23, 32, 63, 64};

OutputNumbers random_numbers(std::mt19937& random, unsigned radix, uint32_t largest) {
  OutputNumbers numbers;
  for (unsigned o = 0; o < radix; ++o) {
    // The bounds of the range come up often.
    const uint32_t any = static_cast<uint32_t>(random() % (uint64_t{largest} + 1));
    numbers.of[o] = random() % 4 == 0 ? (random() % 2 == 0 ? largest : 0) : any;
  }
  return numbers;
}

TEST(OutputNumbers, GreaterIsThatOfUnsignedNumbers) {
  std::mt19937 random(1);
  for (const unsigned radix : kRadices) {
    const unsigned blocks = OutputNumbers::blocks_for(radix);
    for (const uint32_t largest : {1u, 255u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
      for (int i = 0; i < 200; ++i) {
        const OutputNumbers a = random_numbers(random, radix, largest);
        const OutputNumbers b = random_numbers(random, radix, largest);
        uint64_t expected = 0, not_zero = 0;
        for (unsigned o = 0; o < radix; ++o) {
          expected |= uint64_t{a.of[o] > b.of[o]} << o;
          not_zero |= uint64_t{a.of[o] != 0} << o;
        }
        ASSERT_EQ(greater(a, b, blocks), expected) << "radix " << radix << " up to " << largest;
        ASSERT_EQ(nonzero(a, blocks), not_zero) << "radix " << radix << " up to " << largest;
      }
    }
  }
}

/// A ring of 5 rows, round and round: the sum is that of the last 5.
template <class Number>
void compare_ring(unsigned radix, uint32_t largest) {
  constexpr size_t kRows = 5;
  const unsigned blocks = OutputNumbers::blocks_for(radix);
  std::mt19937 random(radix);
  OutputRing<Number> ring;
  EXPECT_TRUE(ring.empty());
  ring.resize(kRows, blocks);
  EXPECT_FALSE(ring.empty());
  for (int round = 0; round < 2; ++round) {
    std::deque<OutputNumbers> last(kRows);
    OutputNumbers sum;
    for (size_t i = 0; i < 100; ++i) {
      last.push_back(random_numbers(random, radix, largest));
      last.pop_front();
      for (unsigned b = 0; b < blocks; ++b) {
        ring.exchange(i % kRows, b, last.back().block(b), sum.block(b));
      }
      for (unsigned o = 0; o < kMaxLanes; ++o) {
        uint32_t expected = 0;
        for (const OutputNumbers& row : last) expected += row.of[o];
        ASSERT_EQ(sum.of[o], expected) << "radix " << radix << " output " << o << " row " << i;
      }
    }
    ring.clear();  // the next round begins with an empty one
  }
}

TEST(OutputNumbers, ARingKeepsTheSumOfItsRows) {
  for (const unsigned radix : kRadices) {
    compare_ring<uint8_t>(radix, 255);
    compare_ring<uint32_t>(radix, 0xFFFFFFFFu / 5);
  }
}

}  // namespace
}  // namespace chokepoint::test
