// SPDX-License-Identifier: Apache-2.0
// Routing's random numbers: fixed values (which RTL must repeat), the same answer to the same
// question, and uniform ones over packets, sources, hops, attempts and seeds.
#include "sim/routing/route_draw.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace chokepoint {
namespace {

constexpr uint64_t id_of(uint64_t source, uint64_t number) {
  return source << 40 | number;
}

TEST(RouteDraw, SameQuestionSameAnswerAndEveryPartOfItCounts) {
  const RouteDraw draw(1);
  const uint32_t answer = draw.bits(id_of(3, 7), 2, 1);
  EXPECT_EQ(answer, RouteDraw(1).bits(id_of(3, 7), 2, 1));
  EXPECT_NE(answer, RouteDraw(2).bits(id_of(3, 7), 2, 1)) << "seed";
  EXPECT_NE(answer, RouteDraw(1 + (uint64_t{1} << 32)).bits(id_of(3, 7), 2, 1)) << "seed, high";
  EXPECT_NE(answer, draw.bits(id_of(4, 7), 2, 1)) << "source";
  EXPECT_NE(answer, draw.bits(id_of(3, 8), 2, 1)) << "number";
  EXPECT_NE(answer, draw.bits(id_of(3, 7) | uint64_t{1} << 33, 2, 1)) << "number, high";
  EXPECT_NE(answer, draw.bits(id_of(3, 7), 3, 1)) << "hop";
  EXPECT_NE(answer, draw.bits(id_of(3, 7), 2, 0)) << "attempt";
}

/// Chi-square of `draws` draws in `bounds` boxes, as a number of standard deviations.
double deviation(unsigned bound, unsigned draws, const std::function<unsigned(unsigned)>& draw) {
  std::vector<unsigned> boxes(bound);
  for (unsigned i = 0; i < draws; ++i) ++boxes.at(draw(i));
  double chi_square = 0;
  for (const unsigned count : boxes) {
    const double expected = double(draws) / bound;
    chi_square += (count - expected) * (count - expected) / expected;
  }
  return (chi_square - (bound - 1)) / std::sqrt(2.0 * (bound - 1));
}

TEST(RouteDraw, UniformAlongEveryPartOfTheQuestion) {
  constexpr unsigned kDraws = 20000;
  for (const unsigned bound : {2u, 3u, 16u, 62u, 254u}) {
    const RouteDraw draw(1);
    const std::pair<const char*, std::function<unsigned(unsigned)>> cases[] = {
        {"number", [&](unsigned i) { return draw.below(bound, id_of(5, i), 0); }},
        {"every 64th number", [&](unsigned i) { return draw.below(bound, id_of(5, 64 * i), 1); }},
        {"source", [&](unsigned i) { return draw.below(bound, id_of(i, 5), 0); }},
        {"source and number",
         [&](unsigned i) { return draw.below(bound, id_of(i % 64, i / 64), 0); }},
        {"hop and number", [&](unsigned i) { return draw.below(bound, id_of(5, i / 4), i % 4); }},
        {"attempt", [&](unsigned i) { return draw.below(bound, id_of(5, 5), 0, i); }},
        {"seed", [&](unsigned i) { return RouteDraw(i).below(bound, id_of(5, 5), 0); }}};
    for (const auto& [name, question] : cases) {
      EXPECT_LT(std::abs(deviation(bound, kDraws, question)), 5)
          << name << ", below " << bound << ": standard deviations";
    }
  }
}

TEST(RouteDraw, NeighboursDifferInHalfTheBits) {
  const RouteDraw draw(1);
  constexpr unsigned kPackets = 2000;
  for (unsigned bit = 0; bit < 60; ++bit) {
    unsigned flipped = 0;
    for (unsigned i = 0; i < kPackets; ++i) {
      const uint64_t id = id_of(i % 50, i);
      flipped += static_cast<unsigned>(
          __builtin_popcount(draw.bits(id, 0) ^ draw.bits(id ^ uint64_t{1} << bit, 0)));
    }
    EXPECT_NEAR(flipped / double(kPackets), 16, 0.5) << "bit " << bit << " of the id";
  }
}

}  // namespace
}  // namespace chokepoint
