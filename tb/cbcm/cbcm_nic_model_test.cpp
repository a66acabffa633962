// SPDX-License-Identifier: Apache-2.0
// Directed tests of the CBCM network-interface unit's golden model: races between its parts, the whole
// loop between a hotspot and its sources, and sleep.
#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <vector>

#include "sim/units/cbcm/pace_counter.h"
#include "tb/cbcm/cbcm_nic_driver.h"

namespace chokepoint {
namespace {

using Nic = CbcmNicDriver;

TEST(CbcmNicModel, StartsIdleAndQuiescent) {
  Nic n;
  EXPECT_TRUE(n.out().quiescent);
  EXPECT_TRUE(n.out().control_ready);
  EXPECT_FALSE(n.out().wake_valid);
}

// The monitor's epoch used to last epoch_flits * D_t cycles with the D_t of its first clock: here 200, in
// which a flow at its new share generates 20 flits of 100.
TEST(CbcmNicModel, DegreeTwoToTenEarlyInAnEpochKeepsAFlowThatGeneratesATenth) {
  for (const unsigned every : {10u, 11u}) {
    Nic n;
    n.control(9, false, 2).tick(2);
    n.control(9, false, 10).tick();
    unsigned unthrottled = 0;
    for (unsigned cycle = 1; cycle <= 10000; ++cycle) {
      if (cycle % every == 0) {
        n.in.generated_valid = true;
        n.in.generated_destination = 9;
        n.in.generated_flits = 1;
      }
      n.tick();
      unthrottled += n.out().unthrottle_valid;
    }
    EXPECT_EQ(unthrottled, every > 10 ? 1u : 0u) << "a flit every " << every;
  }
}

TEST(CbcmNicModel, TheEarlierWakeOfDetectorAndThrottlerIsShown) {
  Nic n;
  n.control(9, false, 31).tick();  // cycle 1000
  n.packet(3, true).tick();        // observed until 1101
  n.tick();
  EXPECT_TRUE(n.out().quiescent);
  EXPECT_EQ(n.out().wake_at, 1008u) << "the first tick of the next window, which has none";
  n.tick(6);  // 1008
  EXPECT_EQ(n.out().wake_at, 1031u);
  Nic d;
  d.in.cfg_epoch_cycles = 5;
  d.control(9, false, 31).tick();
  d.packet(3, true).tick();
  d.tick();
  EXPECT_EQ(d.out().wake_at, 1006u);
}

TEST(CbcmNicModel, AThrottleMessageThatCrossesTheUnthrottleIsStale) {
  Nic n;
  n.control(9, false, 1).tick();
  while (!n.out().unthrottle_valid) n.tick();
  n.control(9, false, 3).tick();  // arrives in the clock that sends the unthrottle
  EXPECT_EQ(n.out().entry_valid, 0u);
  n.tick(2);
  EXPECT_TRUE(n.out().quiescent);
  n.control(9, false, 3).tick();  // later it throttles anew
  EXPECT_EQ(n.out().entry_valid, 1u);
  EXPECT_EQ(n.out().entry_degree[0], 3u);
}

TEST(CbcmNicModel, ARefreshWhileTheUnthrottleWaitsDoesNotHoldTheEntry) {
  Nic n;
  n.in.unthrottle_ready = false;
  n.control(9, false, 1).tick();
  n.tick(110);
  ASSERT_TRUE(n.out().unthrottle_valid);
  n.control(9, false, 5).tick();
  EXPECT_EQ(n.out().entry_degree[0], 5u);
  n.in.unthrottle_ready = true;
  n.tick();
  EXPECT_EQ(n.out().entry_valid, 0u);
}

TEST(CbcmNicModel, UnthrottleMessagesReachTheDetector) {
  Nic n;
  for (unsigned s : {3u, 4u, 5u}) n.packet(s, true).tick();
  n.tick(130);
  ASSERT_EQ(n.out().state, HotspotDetector::kHotspot);
  n.control(4, true).tick();
  n.tick();
  EXPECT_EQ(n.out().degree, 2u);
  EXPECT_EQ(n.out().entry_valid, 0u) << "not a throttle message";
}

TEST(CbcmNicModel, InjectionBeyondTheVisibleTokensIsAStickyError) {
  Nic n;
  n.control(9, false, 2).tick();
  n.tick(20);
  ASSERT_EQ(n.out().entry_tokens[0], 10u);
  n.inject(9, 10).tick();
  EXPECT_FALSE(n.out().error);
  n.inject(3, 500).tick();
  EXPECT_FALSE(n.out().error) << "not a throttled destination";
  n.inject(9, 10).tick();
  EXPECT_TRUE(n.out().error);
  n.tick(10);
  EXPECT_TRUE(n.out().error);
  n.in.enable = false;
  n.tick();
  EXPECT_FALSE(n.out().error);
}

TEST(CbcmNicModel, AThrottleMessageWhileNotReadyIsAnErrorAndAnUnthrottleMessageIsNot) {
  CbcmNic::Params p;
  p.throttle_entries = 1;
  Nic n(p);
  n.in.unthrottle_ready = false;
  n.control(9, false, 9).tick();
  n.control(8, false, 9).tick();
  ASSERT_FALSE(n.out().control_ready);
  n.control(5, true).tick();
  EXPECT_FALSE(n.out().error);
  n.control(5, false, 9).tick();
  EXPECT_TRUE(n.out().error);
}

TEST(CbcmNicModel, DisableResetsAllParts) {
  Nic n;
  n.control(9, false, 2).tick();
  for (unsigned s : {3u, 4u, 5u}) n.packet(s, true).tick();
  n.tick(110);
  n.in.enable = false;
  n.tick();
  EXPECT_EQ(n.out().entry_valid, 0u);
  EXPECT_EQ(n.out().state, HotspotDetector::kIdle);
  EXPECT_FALSE(n.out().throttle_valid);
  EXPECT_FALSE(n.out().unthrottle_valid);
  EXPECT_TRUE(n.out().quiescent);
}

/// Steps `n` with random traffic, or leaves clocks out where the conventions allow it.
TEST(CbcmNicModel, AClockedAndASleepingUnitShowTheSame) {
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 rng(seed);
    CbcmNic::Params p;
    p.throttle_entries = 3;
    p.cycle_bits = 12;
    Nic clocked(p), sleeping(p);
    CbcmNic::In previous = sleeping.in;
    unsigned slept = 0;
    const uint32_t rate = seed % 3 == 0 ? 65536 : seed % 3 == 1 ? 64881 : 21845;
    for (int cycle = 0; cycle < 60000; ++cycle) {
      CbcmNic::In in = quiet_nic(0);
      const uint64_t now = in.now = pace_at(cycle, rate) & p.cycle_mask();
      in.cfg_token_cap = 40;
      in.cfg_epoch_flits = 40;
      in.cfg_refresh_rounds = seed % 3;
      in.cfg_announce_on_count = seed % 2;
      in.cfg_drain_first = seed % 2;
      in.cfg_lease_epochs = 2;
      in.queue_full = (cycle / 700) % 5 == 0 ? 1 : 0;
      in.queue_empty = (cycle / 300) % 2 == 0 ? 7 : 0;
      in.throttle_ready = rng() % 3 != 0;
      in.unthrottle_ready = rng() % 3 != 0;
      const bool busy = (cycle / 2000) % 3 != 2;
      if (busy && rng() % 12 == 0) {
        in.packet_valid = true;
        in.packet_source = 1 + rng() % 6;
        in.packet_marked = (cycle / 1000) % 2 == 0 || rng() % 8 != 0;
        in.packet_throttled = rng() % 4 == 0;
      }
      if (busy && rng() % 40 == 0) {
        in.control_unthrottle = rng() % 2;
        in.control_valid = in.control_unthrottle || clocked.out().control_ready;
        in.control_source = 1 + rng() % 6;
        in.control_degree = 1 + rng() % 8;
      }
      if (busy && rng() % 20 == 0) {
        in.inject_entry = clocked.entry(1 + rng() % 6);
        in.inject_flits = 1 + rng() % 4;
      }
      if (busy && rng() % 16 == 0) {
        in.generated_valid = true;
        in.generated_destination = 1 + rng() % 6;
        in.generated_flits = 1 + rng() % 8;
      }
      clocked.in = in;
      clocked.step();
      const CbcmNic::Out& o = sleeping.out();
      const bool due = o.wake_valid && reached(now, o.wake_at, p.cycle_mask());
      if (cycle > 1 && o.quiescent && in.idle() && in.same_levels(previous) && !due)
        ++slept;
      else
        sleeping.model.step(in);
      previous = in;
      const CbcmNic::Out &a = clocked.out(), &b = sleeping.out();
      ASSERT_EQ(a.throttle_valid, b.throttle_valid) << cycle;
      ASSERT_EQ(a.throttle_destination, b.throttle_destination) << cycle;
      ASSERT_EQ(a.throttle_degree, b.throttle_degree) << cycle;
      ASSERT_EQ(a.unthrottle_valid, b.unthrottle_valid) << cycle;
      ASSERT_EQ(a.unthrottle_destination, b.unthrottle_destination) << cycle;
      ASSERT_EQ(a.entry_tokens, b.entry_tokens) << cycle;
      ASSERT_EQ(a.entry_degree, b.entry_degree) << cycle;
      ASSERT_EQ(a.state, b.state) << cycle;
      ASSERT_EQ(a.degree, b.degree) << cycle;
      ASSERT_EQ(a.wake_at, b.wake_at) << cycle;
      ASSERT_EQ(a.quiescent, b.quiescent) << cycle;
    }
    EXPECT_GT(slept, 1000u);
  }
}

/// Nodes 1 to 4 send to node 0 as fast as their tokens allow; messages take 10 cycles.
TEST(CbcmNicModel, FourSourcesAreThrottledToAQuarterEachAndReleasedWhenTheyStop) {
  struct Message {
    unsigned due, to, from;
    bool unthrottle;
    unsigned degree;
  };
  std::vector<Nic> nodes;
  for (unsigned n = 0; n < 5; ++n) {
    nodes.emplace_back(CbcmNic::Params{}, n);
    nodes.back().in.cfg_epoch_flits = 128;
  }
  std::deque<Message> wire;
  std::vector<unsigned> injected(5);
  const unsigned stop = 20000;
  for (unsigned cycle = 0; cycle < 40000; ++cycle) {
    if (cycle < 300 && cycle % 8 == 0) nodes[0].packet(1 + cycle / 8 % 4, true);
    for (unsigned n = 0; n < 5; ++n) {
      const CbcmNic::Out& o = nodes[n].out();
      if (o.throttle_valid)
        wire.push_back({cycle + 10, o.throttle_destination, n, false, o.throttle_degree});
      if (o.unthrottle_valid)
        wire.push_back({cycle + 10, o.unthrottle_destination, n, true, 0});
      if (n > 0 && (o.entry_valid & 1) != 0 && o.entry_tokens[0] >= 32) {
        nodes[n].inject(0, 32);
        if (cycle >= 4000 && cycle < stop) injected[n] += 32;
      }
      if (n > 0 && cycle < stop && cycle % 128 == n) {
        nodes[n].in.generated_valid = true;
        nodes[n].in.generated_destination = 0;
        nodes[n].in.generated_flits = 128;
      }
    }
    while (!wire.empty() && wire.front().due == cycle) {
      const Message m = wire.front();
      if (nodes[m.to].in.control_valid) {  // one per cycle and node
        ++wire.front().due;
        break;
      }
      nodes[m.to].control(m.from, m.unthrottle, m.degree);
      wire.pop_front();
    }
    for (Nic& n : nodes) n.tick();
    if (cycle + 1 == stop) {
      EXPECT_EQ(nodes[0].out().degree, 4u);
      for (unsigned n = 1; n < 5; ++n) {
        EXPECT_EQ(nodes[n].out().entry_degree[0], 4u) << n;
        EXPECT_NEAR(injected[n], (stop - 4000) / 4, 33) << n;
      }
    }
  }
  EXPECT_EQ(nodes[0].out().state, HotspotDetector::kIdle);
  for (Nic& n : nodes) {
    EXPECT_EQ(n.out().entry_valid, 0u);
    EXPECT_FALSE(n.out().error);
    EXPECT_TRUE(n.out().quiescent);
  }
}

}  // namespace
}  // namespace chokepoint
