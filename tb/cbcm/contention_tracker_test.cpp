// SPDX-License-Identifier: Apache-2.0
// The contention tracker against the golden model of contention_degree_unit, clock by clock.
#include "sim/units/cbcm/contention_tracker.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace chokepoint::test {
namespace {

using Unit = ContentionDegreeUnit;

/// How packets come and go: requests last `lasts` clocks on average, inputs begin one in `rare`
/// clocks, and every second one is for output 1 while a hotspot lasts.
struct Traffic {
  unsigned rare, lasts;
};

struct Seen {
  unsigned congested = 0, calm = 0, quiescent = 0, chosen = 0, disabled = 0;
};

/// `spoil`: the clock at which the tracker is told of a request that the model does not see.
std::string compare(const Unit::Params& params, const Traffic& traffic, unsigned seed,
                    unsigned clocks, Seen& seen, unsigned spoil = ~0u) {
  std::mt19937 random(seed);
  const uint64_t lfsr_seed = random() % 3 == 0 ? 0 : (uint64_t{random()} << 32 | random());
  Unit::Model model(params);
  ContentionTracker tracker(params, lfsr_seed);
  Unit::In in;
  in.cfg_seed = lfsr_seed;
  in.cfg_sampled_vcs = (1u << params.vcs) - 1;
  model.step(in);  // loads the seed
  in.enable = true;
  struct Request {
    unsigned input, output, vc;
  };
  std::vector<Request> open;
  for (unsigned clock = 0; clock < clocks; ++clock) {
    const bool hot = clock / 700 % 2 == 1;
    const unsigned rare = clock / 1500 % 3 == 2 ? 40 * traffic.rare : traffic.rare;
    for (size_t i = open.size(); i-- != 0;) {
      if (random() % traffic.lasts != 0) continue;
      in.request.clear(open[i].input, open[i].output, open[i].vc, params.vcs);
      tracker.end_request(open[i].input, open[i].output, open[i].vc);
      open[i] = open.back();
      open.pop_back();
    }
    for (unsigned input = 0; input < params.radix; ++input) {
      if (random() % rare != 0) continue;
      const unsigned output = hot && random() % 2 == 0 ? 1 : random() % params.radix;
      const unsigned vc = random() % params.vcs;
      if (output == input || in.request.test(input, output, vc, params.vcs)) continue;
      in.request.set(input, output, vc, params.vcs);
      tracker.begin_request(input, output, vc);
      open.push_back({input, output, vc});
    }
    if (clock == spoil) tracker.begin_request(0, 1, 0);
    if (tracker.requested() != (in.request.busy != 0) && spoil == ~0u) return "requested";
    in.enable = clock % 2500 < 2490;
    model.step(in);
    in.request.forget_changes();
    if (!in.enable) {
      ++seen.disabled;
      tracker.clock_disabled();
    } else if (!tracker.quiescent() || tracker.requested()) {
      tracker.clock();
    }
    if (tracker.congested() != model.out().congested ||
        tracker.quiescent() != model.out().quiescent) {
      return "clock " + std::to_string(clock) + ": congested " +
             std::to_string(tracker.congested()) + ", model " +
             std::to_string(model.out().congested) + "; quiescent " +
             std::to_string(tracker.quiescent()) + ", model " +
             std::to_string(model.out().quiescent);
    }
    (model.out().congested != 0 ? seen.congested : seen.calm) += 1;
    seen.quiescent += model.out().quiescent ? 1 : 0;
    for (unsigned input = 0; input < params.radix; ++input) {
      unsigned count = 0;
      for (const Request& request : open) count += request.input == input ? 1 : 0;
      seen.chosen += count > 1 ? 1 : 0;
    }
  }
  return "";
}

TEST(ContentionTracker, IsTheModelClockByClock) {
  const std::vector<Unit::Params> sizes = {{4, 1, 10, 2},    {8, 4},           {16, 2, 100, 10},
                                           {17, 4, 100, 10}, {23, 4, 100, 10}, {32, 16, 40, 20},
                                           {33, 3, 200, 50}, {64, 4, 100, 10}, {64, 4, 1000, 100}};
  const Traffic kinds[] = {{40, 8}, {200, 32}, {4, 3}, {1000, 60}};
  for (const Unit::Params& params : sizes) {
    ASSERT_TRUE(ContentionTracker::serves(params));
    Seen seen;
    for (const Traffic& traffic : kinds) {
      for (unsigned seed = 1; seed <= 3; ++seed) {
        EXPECT_EQ(compare(params, traffic, seed, 6000, seen), "")
            << "radix " << params.radix << ", " << params.vcs << " VCs, " << params.num_samples
            << " samples, requests every " << traffic.rare << " of " << traffic.lasts
            << " clocks, seed " << seed;
      }
    }
    EXPECT_GT(seen.congested, 500u) << params.radix;
    EXPECT_GT(seen.calm, 500u) << params.radix;
    EXPECT_GT(seen.quiescent, 50u) << params.radix;
    EXPECT_GT(seen.chosen, 500u) << params.radix;
    EXPECT_GT(seen.disabled, 50u) << params.radix;
  }
}

// As behind a hotspot: every queue of an input has a packet, more than fit into a byte.
TEST(ContentionTracker, AllQueuesOfAnInputRequest) {
  const Unit::Params params{64, 16};
  Unit::Model model(params);
  ContentionTracker tracker(params, 77);
  Unit::In in;
  in.cfg_seed = 77;
  in.cfg_sampled_vcs = 0xFFFF;
  model.step(in);
  in.enable = true;
  for (unsigned clock = 0; clock < 1400; ++clock) {
    // One comes in each clock, and then one goes.
    const unsigned queue = clock % 700, output = 1 + queue % 63, vc = queue / 63;
    if (clock < 700) {
      in.request.set(0, output, vc, params.vcs);
      tracker.begin_request(0, output, vc);
    } else {
      in.request.clear(0, output, vc, params.vcs);
      tracker.end_request(0, output, vc);
    }
    model.step(in);
    in.request.forget_changes();
    tracker.clock();
    ASSERT_EQ(tracker.congested(), model.out().congested) << "clock " << clock;
    ASSERT_EQ(tracker.quiescent(), model.out().quiescent) << "clock " << clock;
    ASSERT_EQ(tracker.requested(), in.request.busy != 0) << "clock " << clock;
  }
}

TEST(ContentionTracker, ARequestTooManyIsSeen) {
  Seen seen;
  EXPECT_NE(compare({8, 4, 20, 5}, {40, 8}, 1, 6000, seen, 3000), "");
}

TEST(ContentionTracker, LeavesOtherKindsToTheModel) {
  EXPECT_FALSE(ContentionTracker::serves({8, 4, 100, 10, 1}));            // weighted
  EXPECT_FALSE(ContentionTracker::serves({8, 4, 100, 10, 0, 12, 1}));  // intervals
  EXPECT_FALSE(ContentionTracker::serves({64, 4, 20, 10}));  // wakes with a sample of 63
}

}  // namespace
}  // namespace chokepoint::test
