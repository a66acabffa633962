// SPDX-License-Identifier: Apache-2.0
// Directed tests of the port picker's golden model, from its contract page.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "sim/units/cbcm/port_contention.h"
#include "sim/units/cbcm/port_picker.h"

namespace chokepoint {
namespace {

PortPicker::In asking(const std::vector<unsigned>& bits, uint32_t seed = 0) {
  PortPicker::In in;
  in.enable = true;
  in.cfg_sampled_vcs = 0xFFFF;
  in.cfg_seed = seed;
  for (const unsigned bit : bits) in.request.set(bit);
  return in;
}

/// After a clock with `enable` low, which loads the seed.
PortPicker::Model cleared(const PortPicker::Params& p, uint32_t seed = 0) {
  PortPicker::Model model(p);
  PortPicker::In off = asking({}, seed);
  off.enable = false;
  model.step(off);
  return model;
}

/// Outputs picked in so many looks while the requests stay.
std::vector<unsigned> picks(const PortPicker::Params& p, const PortPicker::In& in, unsigned looks) {
  PortPicker::Model model = cleared(p, in.cfg_seed);
  std::vector<unsigned> found;
  for (unsigned look = 0; look < looks; ++look) {
    for (unsigned turn = 0; turn < p.sample_interval; ++turn) model.step(in);
    EXPECT_TRUE(model.out().pick_valid) << "look " << look;
    found.push_back(model.out().pick_output);
  }
  return found;
}

TEST(PortPickerModel, APickShowsAfterALookAndGoesAfterOneWithoutRequests) {
  for (const unsigned interval : {8u, 16u}) {
    PortPicker::Model model = cleared({8, 4, interval});
    for (unsigned turn = 0; turn < interval; ++turn) {
      EXPECT_FALSE(model.out().pick_valid) << "turn " << turn;
      model.step(asking({3 * 4 + 1}));
    }
    for (unsigned turn = 0; turn < interval; ++turn) {
      EXPECT_TRUE(model.out().pick_valid) << "turn " << turn;
      EXPECT_EQ(model.out().pick_output, 3u);
      EXPECT_FALSE(model.out().quiescent);
      model.step(asking({}));
    }
    EXPECT_FALSE(model.out().pick_valid);
    EXPECT_EQ(model.out().pick_output, 0u);
    EXPECT_TRUE(model.out().quiescent);
  }
}

// In turn t the outputs t, t + SampleInterval, ... are looked at, and no others.
TEST(PortPickerModel, ARequestCountsInTheTurnOfItsOutputOnly) {
  const PortPicker::Params p{22, 3, 8};
  for (const unsigned output : {0u, 5u, 8u, 21u}) {
    for (unsigned when = 0; when < 8; ++when) {
      PortPicker::Model model = cleared(p);
      // Another request keeps the look going; it is of a VC that takes no part.
      PortPicker::In in = asking({0 * 3 + 2});
      in.cfg_sampled_vcs = 3;
      for (unsigned turn = 0; turn < 8; ++turn) {
        PortPicker::In now = in;
        if (turn == when) now.request.set(output * 3 + 1);
        model.step(now);
      }
      EXPECT_EQ(model.out().pick_valid, when == output % 8) << output << " in turn " << when;
    }
  }
}

TEST(PortPickerModel, EveryRequesterIsPickedEquallyOften) {
  const unsigned looks = 40000;
  for (const unsigned requesters : {2u, 3u, 5u, 7u, 11u, 24u}) {
    std::vector<unsigned> bits;
    for (unsigned n = 0; n < requesters; ++n) bits.push_back((n * 7 % 32) * 2);  // one per output
    std::map<unsigned, unsigned> times;
    for (const unsigned output : picks({32, 2, 8}, asking(bits, 77), looks)) ++times[output];
    EXPECT_EQ(times.size(), requesters);
    for (const auto& [output, count] : times) {
      EXPECT_NEAR(count * requesters / double{looks}, 1.0, 0.09)
          << "output " << output << " of " << requesters;
    }
  }
}

// An output with three requesting VCs weighs three times as much as one with one.
TEST(PortPickerModel, AnOutputWeighsAsManyRequestersAsItHas) {
  unsigned first = 0;
  for (const unsigned output : picks({8, 4, 8}, asking({8, 9, 11, 25}), 40000))
    first += output == 2;
  EXPECT_NEAR(first / 40000.0, 0.75, 0.02);
}

// Whatever was picked, every requester may come next, with a chance of at least half its share.
TEST(PortPickerModel, APickSaysLittleAboutTheNextOne) {
  const unsigned looks = 60000;
  for (const unsigned requesters : {2u, 3u, 4u, 5u, 6u}) {
    std::vector<unsigned> bits;
    for (unsigned n = 0; n < requesters; ++n) bits.push_back(n);
    const std::vector<unsigned> found = picks({8, 1, 8}, asking(bits, 5), looks);
    std::map<std::pair<unsigned, unsigned>, unsigned> pairs;
    for (unsigned look = 1; look < looks; ++look) ++pairs[{found[look - 1], found[look]}];
    EXPECT_EQ(pairs.size(), requesters * requesters);
    for (const auto& [pair, count] : pairs) {
      const double chance = count * requesters / double{looks};
      EXPECT_GT(chance * requesters, 0.5) << pair.first << " then " << pair.second;
      EXPECT_LT(chance * requesters, 1.6) << pair.first << " then " << pair.second;
    }
  }
}

// If the wanted requester is gone, the look holds the first one that it met.
TEST(PortPickerModel, WithFewerRequestersThanBeforeThereIsAPickAllTheSame) {
  PortPicker::Model model = cleared({8, 4, 8});
  std::vector<unsigned> all;
  for (unsigned bit = 0; bit < 32; ++bit) all.push_back(bit);
  for (unsigned cycle = 0; cycle < 64; ++cycle) model.step(asking(all));
  for (unsigned cycle = 0; cycle < 8; ++cycle) model.step(asking({20, 24}));
  EXPECT_TRUE(model.out().pick_valid);
  EXPECT_TRUE(model.out().pick_output == 5 || model.out().pick_output == 6);
}

// From many requesters to two: after two looks the second is picked as often as the first.
TEST(PortPickerModel, FewerRequestersAreUniformAgainAfterTwoLooks) {
  const PortPicker::Params p{64, 4, 8};
  std::vector<unsigned> all;
  for (unsigned bit = 0; bit < 256; ++bit) all.push_back(bit);
  unsigned second = 0;
  const unsigned runs = 2000;
  for (unsigned seed = 1; seed <= runs; ++seed) {
    PortPicker::Model model = cleared(p, seed * 4099 % 0x7FFFFF);
    for (unsigned cycle = 0; cycle < 6 * 8; ++cycle) model.step(asking(all));
    for (unsigned cycle = 0; cycle < 3 * 8; ++cycle) model.step(asking({4 * 8, 4 * 33}));
    second += model.out().pick_output == 33;
  }
  EXPECT_NEAR(second / double{runs}, 0.5, 0.04);
}

// Whatever `enable` is, it sees no request and loads the seed.
TEST(PortPickerModel, TheClockAfterAResetIsOneWithEnableLow) {
  const PortPicker::In in = asking({3, 8, 21}, 77);
  PortPicker::Model fresh({8, 4, 8});
  PortPicker::Model other = cleared({8, 4, 8}, 77);
  EXPECT_FALSE(fresh.out().quiescent);
  EXPECT_TRUE(other.out().quiescent);
  fresh.step(in);
  EXPECT_TRUE(fresh.out().quiescent);
  for (unsigned clock = 0; clock < 200; ++clock) {
    fresh.step(in);
    other.step(in);
    EXPECT_EQ(fresh.out().pick_valid, other.out().pick_valid) << "clock " << clock;
    EXPECT_EQ(fresh.out().pick_output, other.out().pick_output) << "clock " << clock;
  }
}

TEST(PortPickerModel, TheSourceHasItsWholePeriod) {
  // x^23 + x^18 + 1: 2^23 - 1 = 47 * 178481.
  const auto steps = [](uint32_t state, uint64_t count) {
    for (; count != 0; --count) state = ((state << 1) | ((state >> 22 ^ state >> 17) & 1)) & 0x7FFFFF;
    return state;
  };
  EXPECT_NE(steps(1, 47), 1u);
  EXPECT_NE(steps(1, 178481), 1u);
  EXPECT_EQ(steps(1, (1u << 23) - 1), 1u);
}

TEST(PortPickerModel, SeedsOfPortsDifferAndTwoPortsPickIndependently) {
  for (const uint64_t seed : {uint64_t{0}, uint64_t{1}, uint64_t{0xDEADBEEF12345678}}) {
    std::set<uint32_t> seeds;
    for (unsigned port = 0; port < 64; ++port) seeds.insert(PortContention::port_seed(seed, port));
    EXPECT_EQ(seeds.size(), 64u) << seed;
  }
  const auto of_port = [](unsigned port) {
    return picks({8, 1, 8}, asking({0, 3}, PortContention::port_seed(9, port)), 20000);
  };
  const std::vector<unsigned> one = of_port(0);
  for (const unsigned port : {1u, 2u, 3u, 30u}) {
    const std::vector<unsigned> other = of_port(port);
    unsigned same = 0;
    for (unsigned look = 0; look < one.size(); ++look) same += one[look] == other[look];
    EXPECT_NEAR(same / 20000.0, 0.5, 0.03) << "ports 0 and " << port;
  }
}

}  // namespace
}  // namespace chokepoint
