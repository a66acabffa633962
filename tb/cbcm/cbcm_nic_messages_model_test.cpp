// SPDX-License-Identifier: Apache-2.0
// Directed tests of the CBCM network-interface unit's golden model: which UNTHROTTLE is shown, and that
// the request VC holds up nothing.
#include <gtest/gtest.h>

#include <random>

#include "tb/cbcm/cbcm_nic_driver.h"

namespace chokepoint {
namespace {

using Nic = CbcmNicDriver;

/// A table of one entry, for node 9, and queues that take nothing.
Nic full_table() {
  CbcmNic::Params p;
  p.throttle_entries = 1;
  Nic n(p);
  n.in.throttle_ready = n.in.unthrottle_ready = false;
  n.control(9, false, 1).tick();
  return n;
}

TEST(CbcmNicMessages, ARefusalWaitsBehindAShownUnthrottleWhosePayloadStays) {
  Nic n = full_table();
  n.packet(3, true).tick();  // the node becomes a hotspot of 3 and 4 meanwhile
  n.packet(4, true).tick();
  n.tick(110);  // the entry's epoch of 100 tokens is over
  ASSERT_TRUE(n.out().unthrottle_valid);
  EXPECT_EQ(n.out().unthrottle_destination, 9u);
  n.control(12, false, 1).tick();  // refused
  EXPECT_FALSE(n.out().control_ready);
  for (int clock = 0; clock < 20; ++clock, n.tick()) {
    ASSERT_TRUE(n.out().unthrottle_valid);
    ASSERT_EQ(n.out().unthrottle_destination, 9u) << "what is shown stays";
    ASSERT_TRUE(n.out().throttle_valid) << "beside it: a message of the other VC";
    ASSERT_EQ(n.out().throttle_destination, 3u);
    ASSERT_EQ(n.out().throttle_degree, 2u);
  }
  EXPECT_EQ(n.out().entry_valid, 1u) << "the entry lives until the message is taken";
  n.in.unthrottle_ready = true;
  n.tick();
  EXPECT_EQ(n.out().entry_valid, 0u);
  EXPECT_TRUE(n.out().unthrottle_valid);
  EXPECT_EQ(n.out().unthrottle_destination, 12u) << "then the refusal";
  EXPECT_FALSE(n.out().control_ready);
  n.tick();
  EXPECT_FALSE(n.out().unthrottle_valid);
  EXPECT_EQ(n.out().unthrottle_destination, 0u);
  EXPECT_TRUE(n.out().control_ready) << "two handshakes of the response VC, none of the request VC";
  n.in.throttle_ready = true;
  n.tick(2);
  EXPECT_EQ(n.out().throttle_destination, 4u);
  n.tick();
  EXPECT_FALSE(n.out().throttle_valid);
  EXPECT_FALSE(n.out().error);
}

TEST(CbcmNicMessages, ARefusalThatIsShownFirstGoesFirst) {
  Nic n = full_table();
  n.tick(20);
  n.control(12, false, 1).tick();
  for (int clock = 0; clock < 200; ++clock, n.tick())  // the entry leaves meanwhile
    ASSERT_EQ(n.out().unthrottle_destination, 12u);
  n.in.unthrottle_ready = true;
  n.tick();
  EXPECT_EQ(n.out().entry_valid, 1u);
  EXPECT_TRUE(n.out().control_ready);
  EXPECT_TRUE(n.out().unthrottle_valid);
  EXPECT_EQ(n.out().unthrottle_destination, 9u);
  n.tick();
  EXPECT_EQ(n.out().entry_valid, 0u);
  EXPECT_FALSE(n.out().unthrottle_valid);
}

TEST(CbcmNicMessages, ARefusalGoesFirstWhenBothComeInOneClock) {
  Nic early = full_table();
  unsigned clocks = 0;
  for (; !early.out().unthrottle_valid; ++clocks) early.tick();
  Nic n = full_table();
  n.tick(clocks - 1);
  ASSERT_FALSE(n.out().unthrottle_valid);
  n.control(12, false, 1).tick();
  EXPECT_EQ(n.out().unthrottle_destination, 12u);
  n.tick(3);
  EXPECT_EQ(n.out().unthrottle_destination, 12u);
  n.in.unthrottle_ready = true;
  n.tick();
  EXPECT_EQ(n.out().unthrottle_destination, 9u);
}

// The request VC may stand for ever: what it waits for never decides whether a THROTTLE is taken.
TEST(CbcmNicMessages, ReadyOfTheRequestVcNeverReachesControlReady) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    std::mt19937 rng(seed);
    CbcmNic::Params p;
    p.throttle_entries = 2;
    Nic flowing(p), stuck(p);
    stuck.in.throttle_ready = false;
    unsigned refusals = 0, waiting = 0;
    for (int cycle = 0; cycle < 30000; ++cycle) {
      const bool ready = flowing.out().control_ready, unthrottle_ready = rng() % 4 == 0;
      const bool control = rng() % 4 == 0 && ready, packet = rng() % 5 == 0;
      const unsigned source = 1 + rng() % 6, from = 1 + rng() % 6, degree = rng() % 4;
      for (Nic* n : {&flowing, &stuck}) {
        n->in.cfg_epoch_flits = 10;
        n->in.unthrottle_ready = unthrottle_ready;
        if (control) n->control(source, false, degree);
        if (packet) n->packet(from, true);
        n->tick();
      }
      const CbcmNic::Out &a = flowing.out(), &b = stuck.out();
      ASSERT_EQ(a.control_ready, b.control_ready) << cycle;
      ASSERT_EQ(a.unthrottle_valid, b.unthrottle_valid) << cycle;
      ASSERT_EQ(a.unthrottle_destination, b.unthrottle_destination) << cycle;
      ASSERT_EQ(a.entry_tokens, b.entry_tokens) << cycle;
      refusals += !a.control_ready;
      waiting += b.throttle_valid;
    }
    EXPECT_GT(refusals, 100u);
    EXPECT_GT(waiting, 20000u);
  }
}

}  // namespace
}  // namespace chokepoint
