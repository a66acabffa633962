// SPDX-License-Identifier: Apache-2.0
// Directed tests of the golden models of the notification echo and of ECN's network interface.
#include "sim/units/ecn/ecn_nic.h"

#include <gtest/gtest.h>

namespace chokepoint {
namespace {

EcnNic::In idle(uint64_t now) {
  EcnNic::In in;
  in.enable = in.notification_ready = true;
  in.now = now;
  in.cfg_increment = 20;
  in.cfg_decrement = 5;
  in.cfg_maximum = 50;
  in.cfg_timer = 100;
  in.cfg_trigger = 40;
  return in;
}

/// The wake time once the unit is quiescent, without further events.
uint64_t wake(EcnNic::Model later, uint64_t now) {
  for (unsigned clocks = 0; !later.out().quiescent; ++clocks) {
    EXPECT_LT(clocks, 10 + 2 * 64 + 3) << "the walk does not end";
    later.step(idle(++now));
  }
  return later.out().wake_at;
}

TEST(NotificationEchoModel, AMarkedPacketIsAnsweredToItsSource) {
  NotificationEcho::Model m({});
  NotificationEcho::In in;
  in.enable = in.packet_valid = true;
  in.packet_source = 11;
  m.step(in);
  EXPECT_FALSE(m.out().notification_valid) << "not marked";
  in.packet_marked = true;
  m.step(in);
  EXPECT_TRUE(m.out().notification_valid);
  EXPECT_EQ(m.out().notification_destination, 11u);
  EXPECT_FALSE(m.out().packet_ready);
  in.packet_source = 12;
  m.step(in);
  EXPECT_EQ(m.out().notification_destination, 11u) << "waits";
  in.notification_ready = true;
  m.step(in);
  EXPECT_FALSE(m.out().notification_valid) << "one waited before this clock";
  m.step(in);
  EXPECT_EQ(m.out().notification_destination, 12u);
  in.enable = false;
  m.step(in);
  EXPECT_FALSE(m.out().notification_valid);
  EXPECT_EQ(m.out().notification_destination, 0u);
}

TEST(EcnNicModel, EchoAndLimiterWorkSideBySide) {
  EcnNic::Model m({});
  EcnNic::In in = idle(100);
  in.packet_valid = in.packet_marked = true;
  in.packet_source = 3;
  in.control_valid = true;
  in.control_source = 7;
  in.notification_ready = false;
  m.step(in);
  EXPECT_EQ(m.out().notification_destination, 3u);
  EXPECT_EQ(m.out().entry_valid, 1u);
  EXPECT_EQ(m.out().entry_level[0], 20u);
  EXPECT_FALSE(m.out().quiescent);
  EXPECT_EQ(wake(m, 100), 200u);
  in = idle(101);
  m.step(in);
  EXPECT_FALSE(m.out().notification_valid);
  EXPECT_EQ(m.out().entry_valid, 1u);
}

TEST(EcnNicModel, ModeZeroIgnoresTheTable) {
  EcnNic::Model m({});
  EcnNic::In in = idle(100);
  in.control_valid = true;
  in.control_source = 7;
  in.table_valid = true;
  in.table_index = 20;
  in.table_word = 1000;
  in.cfg_trigger = 20;
  m.step(in);
  EXPECT_FALSE(m.out().triggered);
  in = idle(101);
  in.sent_entry = 1;
  in.sent_flits = 4;
  m.step(in);
  EXPECT_EQ(m.out().entry_blocked, 1u);
  EXPECT_EQ(wake(m, 101), 124u);
}

TEST(EcnNicModel, ModeOneShowsTheIndex) {
  EcnNic::Params p;
  p.mode = 1;
  p.table_entries = 64;
  EcnNic::Model m(p);
  EcnNic::In in = idle(100);
  in.control_valid = true;
  in.control_source = 7;
  in.cfg_trigger = 20;
  in.table_valid = true;
  in.table_index = 64 + 20;  // the lowest 6 bits count
  in.table_word = 3;
  m.step(in);
  EXPECT_EQ(m.out().entry_level[0], 20u);
  EXPECT_TRUE(m.out().triggered);
  in = idle(101);
  m.step(in);
  EXPECT_FALSE(m.out().triggered);
  in = idle(102);
  in.sent_entry = 1;
  in.sent_flits = 4;
  m.step(in);
  EXPECT_EQ(m.out().entry_blocked, 1u);
  EXPECT_EQ(wake(m, 102), 102u + 4 + 12 - 1);
  for (uint64_t now = 103; now <= 200; ++now) {
    EXPECT_EQ(m.out().entry_blocked, now <= 117 ? 1u : 0u) << now;
    EXPECT_EQ(m.out().entry_level[0], 20u) << now;
    m.step(idle(now));
  }
  EXPECT_EQ(m.out().entry_level[0], 19u);
}

TEST(EcnNicModel, LevelsOfTheOtherModeAreCutToTheirBits) {
  EcnNic::Params p;
  p.delay_bits = 4;  // narrower than the table's 7 bits
  EcnNic::Model m(p);
  EcnNic::In in = idle(100);
  in.cfg_increment = 0x73;
  in.cfg_maximum = 0x7F;
  in.control_valid = true;
  m.step(in);
  EXPECT_EQ(m.out().entry_level[0], 3u);
}

TEST(EcnNicModel, AResetKeepsTheTable) {
  EcnNic::Params p;
  p.mode = 1;
  EcnNic::Model m(p);
  EcnNic::In in = idle(100);
  in.table_valid = true;
  in.table_index = 20;
  in.table_word = 9;
  m.step(in);
  in = idle(101);
  m.reset(in);
  in.control_valid = true;
  m.step(in);
  in = idle(102);
  in.sent_entry = 1;
  in.sent_flits = 2;
  m.step(in);
  EXPECT_EQ(wake(m, 102), 102u + 2 + 18 - 1);
}

}  // namespace
}  // namespace chokepoint
