// SPDX-License-Identifier: Apache-2.0
// Runs of flits and of credits: a receiver that is told only of what changes has in every cycle
// what one that is told of each would have.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <vector>

#include "sim/channel/credit_runs.h"
#include "sim/channel/flit_runs.h"

namespace chokepoint::test {
namespace {

constexpr unsigned kLatency = 5;

/// What a channel's sender does next: packets with pauses, and single flits of others in between.
class Talker {
 public:
  explicit Talker(std::mt19937& random) : random_(random) {}
  /// Nothing, in one cycle of `pause`.
  std::optional<FlitCell> next(unsigned pause) {
    if (random_() % pause == 0) return std::nullopt;
    if (sent_ != 0 && random_() % 10 == 0) return FlitCell(7000 + random_() % 5, 3, true, true);
    if (sent_ == 0) {
      flits_ = 1 + random_() % 9;
      packet_ = random_() % 6000;
    }
    const bool head = sent_ == 0, tail = ++sent_ == flits_;
    if (tail) sent_ = 0;
    return FlitCell(packet_, packet_ % 3, head, tail);
  }

 private:
  std::mt19937& random_;
  unsigned sent_ = 0, flits_ = 0;
  uint32_t packet_ = 0;
};

struct FlitRun {
  unsigned ports, pause;
  bool by_due;      ///< all are looked at with due()
  Cycle end_every;  ///< runs are ended between cycles
  unsigned told = 0, sent = 0;

  void run(unsigned seed) {
    SCOPED_TRACE(testing::Message() << ports << " ports, pause " << pause << ", seed " << seed);
    std::mt19937 random(seed);
    FlitArrivals arrivals(kLatency, ports);
    FlitRuns runs;
    std::vector<Talker> talkers(ports, Talker(random));
    for (unsigned port = 0; port < ports; ++port) {
      runs.connect(port, {arrivals.post(port, kLatency)});
    }
    std::map<Cycle, std::map<unsigned, uint32_t>> expected;
    size_t on_way = 0;
    for (Cycle now = 0; now < 600; ++now) {
      std::map<unsigned, uint32_t> arrived;
      if (by_due) {
        for (const DueFlit& flit : arrivals.due(now)) {
          arrived[flit.port] = flit.bits();
        }
        arrivals.take(now, [](unsigned, FlitCell) {});
      } else {
        const FlitArrivals::Arrived all = arrivals.arrive(now);
        told += bit_count(all.told);
        for_each_bit(all.flits,
                     [&](unsigned lane) { arrived[lane] = arrivals.flit(all, lane).bits(); });
      }
      ASSERT_EQ(arrived, expected[now]) << "cycle " << now;
      on_way -= arrived.size();
      for (unsigned port = 0; port < ports; ++port) {
        if (const auto flit = talkers[port].next(pause)) {
          runs.send(now, port, *flit);
          expected[now + kLatency][port] = flit->bits();
          ++on_way;
          ++sent;
        }
      }
      runs.end_cycle(now, 0);
      if (end_every == 0 || now % end_every != 0) continue;
      if (runs.any()) runs.end_cycle(now + 1, 0);
      size_t seen = 0;
      arrivals.for_each([&seen](const DueFlit&) { ++seen; });
      ASSERT_EQ(seen, on_way) << "cycle " << now;
    }
  }
};

TEST(FlitRuns, EveryFlitArrivesInItsCycle) {
  for (const unsigned ports : {1u, 9u, 23u, 64u}) {
    for (const unsigned pause : {2u, 20u, 1000u}) {
      for (unsigned seed = 1; seed <= 3; ++seed) {
        FlitRun run{ports, pause, false, 0};
        run.run(seed);
        if (pause == 2) continue;  // there are as many pauses as flits
        EXPECT_LT(run.told, run.sent) << "some are not told";
      }
    }
  }
}

TEST(FlitRuns, EndedBetweenCyclesTheyCanBeCounted) {
  for (const Cycle every : {1u, 2u, 7u}) {
    FlitRun{23, 10, false, every}.run(1);
    FlitRun{23, 10, true, every}.run(2);
  }
}

// A stream is sent without being told to; where it ends a pause is noticed.
TEST(FlitRuns, StreamsGoOn) {
  FlitArrivals arrivals(kLatency, 2);
  FlitRuns runs;
  runs.connect(0, {arrivals.post(0, kLatency)});
  runs.connect(1, {arrivals.post(1, kLatency)});
  const FlitCell head(12, 1, true, false);
  for (Cycle now = 0; now < 20; ++now) {
    const auto arrived = arrivals.arrive(now);
    ASSERT_EQ(arrived.flits, now >= kLatency && now < 9 + kLatency ? 1u : 0u) << now;
    if (arrived.flits != 0) {
      EXPECT_EQ(arrivals.flit(arrived, 0).bits(), (now == kLatency ? head : head.body()).bits());
    }
    if (now == 0) runs.send(now, 0, head);
    runs.end_cycle(now, now != 0 && now < 9 ? 1 : 0);
  }
}

// A control packet goes first, then the packet that has begun goes on as a stream.
TEST(FlitRuns, AStreamMayBeginAfterAnotherPacketsFlit) {
  FlitArrivals arrivals(kLatency, 1);
  FlitRuns runs;
  runs.connect(0, {arrivals.post(0, kLatency)});
  const FlitCell head(12, 1, true, false), control(40, 5, true, true);
  std::vector<uint32_t> flits;
  for (Cycle now = 0; now < 20; ++now) {
    const auto arrived = arrivals.arrive(now);
    flits.push_back(arrived.flits != 0 ? arrivals.flit(arrived, 0).bits() : 0);
    if (now == 0) runs.send(now, 0, head);
    if (now == 1) {
      runs.send(now, 0, control);
      runs.begin_stream(now + 1, 0, head.body());
    }
    runs.end_cycle(now, now == 2 || now == 3 ? 1 : 0);
  }
  std::vector<uint32_t> expected(20, 0);
  expected[kLatency] = head.bits();
  expected[kLatency + 1] = control.bits();
  expected[kLatency + 2] = expected[kLatency + 3] = head.body().bits();
  EXPECT_EQ(flits, expected);
}

/// Credits of `ports` inputs, given back by `passes` at most a cycle.
void compare_credits(unsigned ports, unsigned passes, unsigned seed) {
  SCOPED_TRACE(testing::Message() << ports << " ports, " << passes << " passes, seed " << seed);
  constexpr unsigned kVcs = 6, kEach = 500;
  std::mt19937 random(seed);
  CreditArrivals arrivals(kLatency, ports, passes, kVcs);
  CreditTable table(ports, kVcs, kEach);
  CreditRuns runs;
  std::vector<CreditLink> links;
  for (unsigned port = 0; port < ports; ++port) {
    links.emplace_back(arrivals, port, kLatency);
    runs.connect(port, links[port]);
  }
  std::vector<unsigned> here(ports * kVcs, kEach), away(ports * kVcs), vc_of(ports);
  std::map<Cycle, std::map<unsigned, unsigned>> due;
  uint64_t streams = 0;
  unsigned singles = 0;
  for (Cycle now = 0; now < 2000; ++now) {
    uint64_t expected = 0;
    unsigned on_way = 0;
    for (const auto& [place, count] : due[now]) {
      here[place] += count;
      expected |= uint64_t{1} << place / kVcs;
    }
    ASSERT_EQ(arrivals.take_into(now, table), expected) << "cycle " << now;
    for (unsigned place = 0; place < here.size(); ++place) {
      ASSERT_EQ(table.at(place / kVcs, place % kVcs), here[place])
          << "cycle " << now << " port " << place / kVcs << " VC " << place % kVcs;
    }
    for (unsigned port = 0; port < ports; ++port) {
      const unsigned vc = random() % kVcs, flits = random() % 6;
      if (here[port * kVcs + vc] >= flits) {
        table.take(port, vc, flits);
        here[port * kVcs + vc] -= flits;
        away[port * kVcs + vc] += flits;
      }
      const auto give = [&](unsigned which) {
        unsigned& left = away[port * kVcs + which];
        if (left == 0) return false;
        --left;
        ++due[now + kLatency][port * kVcs + which];
        return true;
      };
      const uint64_t bit = uint64_t{1} << port;
      if ((streams & bit) != 0) {
        if (random() % 8 != 0 && give(vc_of[port])) continue;
        streams &= ~bit;
      }
      for (unsigned pass = 0; pass < passes; ++pass) {
        if (random() % 12 == 0) vc_of[port] = random() % kVcs;
        if (random() % (3 * pass + 4) == 0 || (pass != 0 && random() % 3 != 0)) continue;
        if (!give(vc_of[port])) continue;
        if (!runs.give(now, port, vc_of[port])) {
          links[port].send(now, vc_of[port], pass);
          ++singles;
        }
      }
    }
    runs.end_cycle(now, streams);
    for (unsigned port = 0; port < ports; ++port) {
      if ((streams >> port & 1) != 0 || random() % 6 != 0) continue;
      streams |= uint64_t{1} << port;
      runs.begin_stream(now + 1, port, vc_of[port]);
    }
    if (now % 64 != 0) continue;
    streams = 0;
    runs.end_cycle(now + 1, 0);
    for (Cycle later = now + 1; later <= now + kLatency; ++later) {
      for (const auto& entry : due[later]) on_way += entry.second;
    }
    arrivals.for_each(table, [&](const CreditEvent& credit) { on_way -= credit.flits; });
    ASSERT_EQ(on_way, 0u) << "cycle " << now;
  }
  EXPECT_EQ(singles != 0, passes != 1);
  EXPECT_FALSE(table.exceeded());
}

TEST(CreditRuns, EveryCreditArrivesInItsCycle) {
  for (const unsigned ports : {1u, 9u, 23u, 64u}) {
    for (const unsigned passes : {1u, 2u, 3u}) {
      for (unsigned seed = 1; seed <= 3; ++seed) compare_credits(ports, passes, seed);
    }
  }
}

TEST(CreditRuns, OneCreditTooManyIsNoticedWhenARunEnds) {
  for (const unsigned too_many : {0u, 1u}) {
    CreditArrivals arrivals(kLatency, 23, 2, 6);
    CreditTable table(23, 6, 64);
    CreditRuns runs;
    runs.connect(22, CreditLink(arrivals, 22, kLatency));
    table.take(22, 4, 10);
    for (Cycle now = 0; now < 10 + too_many; ++now) {
      runs.give(now, 22, 4);
      runs.end_cycle(now, 0);
      arrivals.take_into(now, table);
    }
    runs.end_cycle(10 + too_many, 0);
    for (Cycle now = 10 + too_many; now < 30; ++now) arrivals.take_into(now, table);
    EXPECT_EQ(table.at(22, 4), 64 + too_many);
    EXPECT_EQ(table.exceeded(), too_many != 0);
  }
}

}  // namespace
}  // namespace chokepoint::test
