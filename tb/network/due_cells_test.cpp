// SPDX-License-Identifier: Apache-2.0
// Cells by lane and due cycle, and the flits and credits in them: what was posted comes out once,
// in its cycle, in order.
#include "sim/channel/due_cells.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <tuple>

#include "sim/channel/channel.h"

namespace chokepoint::test {
namespace {

/// Posts at random for `cycles` cycles and compares with a table; returns how many cells came out.
template <class Cell>
unsigned compare_with_table(unsigned lanes, Cycle latency, unsigned seed, Cycle start = 1000) {
  std::mt19937 random(seed);
  DueCells<Cell> cells(latency, lanes);
  std::map<Cycle, std::map<unsigned, Cell>> table;
  unsigned taken = 0;
  for (Cycle now = start; now < start + 200; ++now) {
    std::map<unsigned, Cell> due = table[now];
    unsigned last = 0;
    cells.take(now, [&](unsigned lane, Cell cell) {
      EXPECT_GE(lane, last) << "cycle " << now;
      last = lane;
      ++taken;
      ASSERT_EQ(due.count(lane), 1u) << "cycle " << now << " lane " << lane << " seed " << seed;
      EXPECT_EQ(due[lane], cell & static_cast<Cell>(~DueCells<Cell>::kFull));
      due.erase(lane);
    });
    EXPECT_TRUE(due.empty()) << "cycle " << now << " seed " << seed << ": lost, lane "
                             << (due.empty() ? 0 : due.begin()->first);
    for (unsigned i = 0; i < lanes / 2; ++i) {
      const unsigned lane = random() % lanes;
      const Cycle at = now + 1 + random() % latency;
      const Cell cell = static_cast<Cell>(random() & ~DueCells<Cell>::kFull);
      if (!table[at].emplace(lane, cell).second) continue;
      cells.post(lane)(at, static_cast<Cell>(cell | DueCells<Cell>::kFull));
    }
  }
  return taken;
}

TEST(DueCells, WhatWasPostedComesOutOnceInItsCycleByLane) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    for (const unsigned lanes : {2u, 16u, 23u, 64u, 65u, 256u}) {
      for (const Cycle latency : {1u, 2u, 9u, 30u}) {
        EXPECT_GT(compare_with_table<uint8_t>(lanes, latency, seed), 100u);
        EXPECT_GT(compare_with_table<uint32_t>(lanes, latency, seed), 100u);
      }
    }
  }
}

TEST(DueCells, LongRunsComeRound) {
  // A post counts in cells, in 32 bits.
  for (const unsigned bits : {27, 29, 32, 40}) {
    EXPECT_GT(compare_with_table<uint8_t>(46, 9, 1, (Cycle{1} << bits) - 100), 100u);
    EXPECT_GT(compare_with_table<uint32_t>(23, 9, 1, (Cycle{1} << bits) - 100), 100u);
  }
}

TEST(DueCells, ForEachShowsWhatIsOnItsWay) {
  DueCells<uint32_t> cells(10, 9);
  const uint32_t full = DueCells<uint32_t>::kFull;
  cells.post(3)(7, 30 | full);
  cells.post(8)(11, 80 | full);
  std::map<unsigned, uint32_t> seen;
  cells.for_each([&seen](unsigned lane, uint32_t cell) { seen[lane] = cell; });
  EXPECT_EQ(seen, (std::map<unsigned, uint32_t>{{3, 30 | full}, {8, 80 | full}}));
}

TEST(RareCells, RowsOfACycleAreLookedAtIfOneOfItsCellsIsFull) {
  RareCells<uint8_t> cells(9, 40);
  const auto posts = cells.post(1, 3);
  EXPECT_EQ(posts.latency(), 3u);
  for (Cycle now = 0; now < 200; ++now) {
    if (now % 5 == 0) posts(now, static_cast<uint8_t>(0x80 + now % 11), 2);
    const bool expected = now >= 3 && (now - 3) % 5 == 0;
    ASSERT_EQ(cells.due(now), expected) << now;
    ASSERT_FALSE(cells.due(now)) << "twice in " << now;
    unsigned seen = 0;
    cells.cells().take_rows(now, [&](unsigned lane, const auto& row, uint32_t full) {
      ++seen;
      EXPECT_EQ(lane, 0u);
      EXPECT_EQ(full, 8u);
      EXPECT_EQ(row[3], 0x80 + (now - 3) % 11);
    });
    ASSERT_EQ(seen, expected ? 1u : 0u) << now;
  }
}

using Flit = std::tuple<unsigned, uint32_t, unsigned, bool, bool>;

std::vector<Flit> taken(FlitArrivals& arrivals, Cycle now) {
  std::vector<Flit> flits;
  arrivals.take(now, [&flits](unsigned port, FlitCell flit) {
    flits.emplace_back(port, flit.packet(), flit.vc(), flit.head(), flit.tail());
  });
  return flits;
}

TEST(FlitArrivals, AllOfAFlitArrivesInTheOrderOfPorts) {
  FlitArrivals arrivals(20, 5);
  const uint32_t last = (uint32_t{1} << PacketPool::kSlotBits) - 1;
  arrivals.post(0, 5)(100, FlitCell(17, 31, true, false).bits());
  arrivals.post(1, 3)(102, FlitCell(last, 0, false, true).bits());
  arrivals.post(4, 1)(104, FlitCell(0, 5, true, true).bits());
  arrivals.post(2, 2)(104, FlitCell(9, 5, false, true).bits());
  EXPECT_TRUE(taken(arrivals, 104).empty());
  EXPECT_EQ(taken(arrivals, 105),
            (std::vector<Flit>{
                {0, 17, 31, true, false}, {1, last, 0, false, true}, {4, 0, 5, true, true}}));
  // A head that is no tail is followed by its packet's body.
  EXPECT_EQ(taken(arrivals, 106),
            (std::vector<Flit>{{0, 17, 31, false, false}, {2, 9, 5, false, true}}));
}

TEST(FlitArrivals, WhatIsDueCanBeChanged) {
  FlitArrivals arrivals(20, 3);
  arrivals.post(0, 4)(0, FlitCell(1, 2, true, true).bits());
  arrivals.post(2, 4)(0, FlitCell(3, 1, false, true).bits());
  std::vector<DueFlit>& due = arrivals.due(4);
  ASSERT_EQ(due.size(), 2u);
  due.erase(due.begin());
  due.push_back({1, FlitCell(8, 0, true, true)});
  unsigned seen = 0;
  arrivals.for_each([&seen](const DueFlit&) { ++seen; });
  EXPECT_EQ(seen, 2u);
  EXPECT_EQ(taken(arrivals, 4), (std::vector<Flit>{{2, 3, 1, false, true}, {1, 8, 0, true, true}}));
  EXPECT_TRUE(taken(arrivals, 4).empty());
}

using Credit = std::tuple<unsigned, unsigned, unsigned>;

std::vector<Credit> taken(CreditArrivals& arrivals, Cycle now) {
  std::vector<Credit> credits;
  arrivals.take(now, [&credits](unsigned port, unsigned vc, unsigned flits) {
    credits.emplace_back(port, vc, flits);
  });
  return credits;
}

TEST(CreditArrivals, OneForEachPassAndManyForADroppedPacket) {
  for (const unsigned passes : {1u, 2u, 3u, 4u}) {
    CreditArrivals arrivals(20, 23, passes, 6);
    const CreditLink link(arrivals, 22, 7);
    std::vector<Credit> expected;
    for (unsigned pass = 0; pass < passes; ++pass) {
      link.send(50, 31 - pass, pass);
      expected.emplace_back(22, 31 - pass, 1);
    }
    link.send_many(50, 5, 31);
    link.send_many(50, 4, 1);
    link.send_many(50, 5, 2);
    expected.emplace_back(22, 5, 33);
    expected.emplace_back(22, 4, 1);
    EXPECT_TRUE(taken(arrivals, 56).empty());
    unsigned on_way = 0;
    arrivals.for_each(CreditTable(23, 32, 64),
                      [&on_way](const CreditEvent& credit) { on_way += credit.flits; });
    EXPECT_EQ(on_way, passes + 34);
    EXPECT_EQ(taken(arrivals, 57), expected);
    EXPECT_TRUE(taken(arrivals, 57).empty());
  }
}

TEST(CreditArrivals, WhatIsDueCanBeChanged) {
  CreditArrivals arrivals(20, 4, 2, 4);
  const CreditLink link(arrivals, 3, 1);
  link.send(9, 2, 1);
  link.send_many(9, 1, 16);
  std::vector<CreditEvent>& due = arrivals.due(10);
  ASSERT_EQ(due.size(), 2u);
  EXPECT_EQ(due[1].flits, 16);
  due[1].flits = 15;
  EXPECT_EQ(taken(arrivals, 10), (std::vector<Credit>{{3, 2, 1}, {3, 1, 15}}));
}

}  // namespace
}  // namespace chokepoint::test
