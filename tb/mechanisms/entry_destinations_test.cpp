// SPDX-License-Identifier: Apache-2.0
// EntryDestinations: whose entry it is, told by the event of the clock in which it was taken.
#include "sim/mechanisms/entry_destinations.h"

#include <gtest/gtest.h>

namespace chokepoint::test {
namespace {

TEST(EntryDestinations, AnEntryThatRisesBelongsToTheEvent) {
  EntryDestinations destinations;
  destinations.update(0b001, true, 7);
  destinations.update(0b001, true, 9);  // an event that takes no entry
  EXPECT_EQ(destinations.entry_of(9), -1);
  destinations.update(0b011, true, 9);
  EXPECT_EQ(destinations.of(0), 7u);
  EXPECT_EQ(destinations.entry_of(7), 0);
  EXPECT_EQ(destinations.entry_of(9), 1);
  EXPECT_EQ(destinations.entry_of(3), -1);
  destinations.update(0b010, false, 3);
  EXPECT_EQ(destinations.of(0), 7u) << "what it belonged to last";
  EXPECT_EQ(destinations.shown(0), 0u);
  EXPECT_EQ(destinations.entry_of(7), -1) << "it is free";
  EXPECT_EQ(destinations.known(), 0b010u);
  destinations.update(0b011, true, 5);
  EXPECT_EQ(destinations.entry_of(5), 0);
}

TEST(EntryDestinations, OtherEntriesAreToldOnce) {
  EntryDestinations destinations;
  EXPECT_FALSE(destinations.update(0, true, 7)) << "an event that takes no entry";
  EXPECT_TRUE(destinations.update(0b01, true, 7));
  EXPECT_FALSE(destinations.update(0b01, true, 7));
  EXPECT_TRUE(destinations.update(0b11, false, 0)) << "also where nobody has said whose";
  EXPECT_FALSE(destinations.update(0b11, false, 0));
  EXPECT_TRUE(destinations.update(0b10, false, 0)) << "one is freed";
}

/// A register that was upset: whose the entry is nobody has said.
TEST(EntryDestinations, AnEntryThatRisesWithoutAnEventBelongsToNobody) {
  EntryDestinations destinations;
  destinations.update(0b0001, true, 4);
  destinations.update(0b1001, false, 4);
  EXPECT_EQ(destinations.known(), 0b0001u);
  EXPECT_EQ(destinations.entry_of(0), -1);
  destinations.update(0b1001, true, 6);  // no rise of its own
  EXPECT_EQ(destinations.entry_of(6), -1);
  destinations.update(0b0001, false, 0);
  destinations.update(0b1001, true, 6);
  EXPECT_EQ(destinations.entry_of(6), 3);
}

TEST(EntryDestinations, AUnitCallsAnEntryByItsBit) {
  EXPECT_EQ(entry_bit(-1), 0u);
  EXPECT_EQ(entry_bit(5), 32u);
}

}  // namespace
}  // namespace chokepoint::test
