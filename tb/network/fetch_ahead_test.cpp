// SPDX-License-Identifier: Apache-2.0
// Fetching ahead: which lines are listed, that the site which runs next is foreseen, and that no
// result depends on it.
#include "sim/network/fetch_ahead.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "sim/packet/packed_pool.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

constexpr size_t kLine = StateLines::kLine;

struct alignas(kLine) Memory {
  char bytes[16 * kLine];
};

/// Numbers, within `memory`, of the lines of a group.
std::vector<long> lines_of(const StateLines& lines, size_t group, const Memory& memory) {
  std::vector<long> numbers;
  for (uint32_t i = lines.begin(group); i != lines.end(group); ++i) {
    const auto at = reinterpret_cast<intptr_t>(lines.line(i));
    numbers.push_back((at - reinterpret_cast<intptr_t>(memory.bytes)) / static_cast<long>(kLine));
  }
  return numbers;
}

TEST(StateLines, EveryLineThatIsTouchedOnceAndInOrder) {
  const Memory memory{};
  StateLines lines;
  lines.add(memory.bytes + 5 * kLine - 1, 2);          // the end of line 4, the beginning of 5
  lines.add(memory.bytes + 4 * kLine, kLine);          // line 4 again
  lines.add(memory.bytes + kLine + 10, 1);             // within line 1
  lines.add(memory.bytes + 8 * kLine, 0);              // nothing
  lines.add(memory.bytes + 9 * kLine + 1, 2 * kLine);  // three lines
  lines.end_group();
  EXPECT_EQ(lines_of(lines, 0, memory), (std::vector<long>{1, 4, 5, 9, 10, 11}));
}

TEST(StateLines, GroupsStandForThemselves) {
  const Memory memory{};
  StateLines lines;
  lines.add(memory.bytes + 3 * kLine, 1);
  lines.end_group();
  lines.end_group();
  lines.add(memory.bytes, 1);  // before the first group's
  lines.add(memory.bytes + 3 * kLine, 1);
  lines.end_group();
  EXPECT_EQ(lines.groups(), 3u);
  EXPECT_EQ(lines.lines(), 3u);
  EXPECT_EQ(lines_of(lines, 0, memory), (std::vector<long>{3}));
  EXPECT_EQ(lines_of(lines, 1, memory), (std::vector<long>{}));
  EXPECT_EQ(lines_of(lines, 2, memory), (std::vector<long>{0, 3}));
}

TEST(StateLines, LeavingOutKeepsLinesThatHoldSomethingElse) {
  const Memory memory{};
  StateLines lines;
  lines.add(memory);
  lines.leave_out(memory.bytes + 2 * kLine + 1, 3 * kLine);  // 3 and 4 whole, of 2 and 5 a part
  lines.leave_out(memory.bytes + 7 * kLine + 1, kLine - 1);  // none whole
  lines.leave_out(memory.bytes + 9 * kLine, 7 * kLine);      // the rest
  lines.end_group();
  EXPECT_EQ(lines_of(lines, 0, memory), (std::vector<long>{0, 1, 2, 5, 6, 7, 8}));
}

TEST(StateLines, PartsOfObjectsAndArrays) {
  struct alignas(kLine) Object {
    std::array<uint64_t, 16> before{};  // two lines
    uint64_t member = 0;                // in the third
    std::array<uint64_t, 23> after{};   // to the end of the fifth
  };
  const Object object;
  const auto lines_from = [&object](const StateLines& lines) {
    std::vector<long> numbers;
    for (uint32_t i = 0; i != lines.lines(); ++i) {
      numbers.push_back(
          (static_cast<const char*>(lines.line(i)) - reinterpret_cast<const char*>(&object)) /
          static_cast<long>(kLine));
    }
    return numbers;
  };
  StateLines before, from, array;
  before.add_before(object, &object.member);
  before.end_group();
  EXPECT_EQ(lines_from(before), (std::vector<long>{0, 1}));
  from.add_from(object, &object.member);
  from.end_group();
  EXPECT_EQ(lines_from(from), (std::vector<long>{2, 3, 4}));
  array.add(object.after);
  array.leave_out_from(object.after, 8);  // elements 8 to 22 end with lines 3 and 4
  array.end_group();
  EXPECT_EQ(lines_from(array), (std::vector<long>{2, 3}));
}

/// Farther than 32 bits of lines: not asked for, and nothing else lost.
TEST(StateLines, WhatIsTooFarAwayIsLeftOut) {
  const Memory memory{};
  StateLines lines;
  lines.add(memory.bytes, 1);
  lines.end_group();
  lines.add(reinterpret_cast<const void*>(uintptr_t{64}), 1);
  lines.add(memory.bytes + kLine, 1);
  lines.end_group();
  EXPECT_EQ(lines_of(lines, 1, memory), (std::vector<long>{1}));
}

struct alignas(64) Object {
  uint64_t value = 7;
};

TEST(PackedPool, ThoseInUseLieTogether) {
  PackedPool<Object> pool;
  std::vector<Object*> taken;
  for (unsigned i = 0; i < 200; ++i) {
    taken.push_back(pool.take());
    EXPECT_EQ(taken.back()->value, 7u);
    taken.back()->value = i;
  }
  EXPECT_EQ(pool.in_use(), 200u);
  for (unsigned i = 0; i < 200; ++i) EXPECT_EQ(taken[i]->value, i) << "two share a place";
  // What is given back first is not taken first: the lowest place is.
  for (const unsigned i : {150u, 3u, 90u, 20u}) pool.give(taken[i]);
  EXPECT_EQ(pool.in_use(), 196u);
  for (const unsigned i : {3u, 20u, 90u, 150u}) EXPECT_EQ(pool.take(), taken[i]);
  for (Object* object : taken) pool.give(object);
  EXPECT_EQ(pool.in_use(), 0u);
  for (unsigned i = 0; i < 10; ++i) EXPECT_EQ(pool.take(), taken[i]);
}

/// With and without fetching the same run; and what was fetched with it is what there was.
void expect_the_same(const Scenario& scenario, const std::string& what) {
  const RunSummary with = run_in_child(scenario, nullptr, FetchUse::kAlways);
  const RunSummary without = run_in_child(scenario, nullptr, FetchUse::kNever);
  expect_complete(with);
  EXPECT_EQ(with.digest, without.digest) << what;
  EXPECT_EQ(with.mechanism, without.mechanism) << what;
  EXPECT_EQ(without.fetched.turns + without.fetched.lines + without.fetched.events, 0u) << what;
  // All turns but those of sites that begin a tick. A cycle less than a channel's latency is a
  // tick; draining is cycle by cycle.
  const uint64_t ticks = (scenario.run.warmup + scenario.run.measure) / 19;
  const uint64_t turns = (scenario.routers() - 1) * ticks;
  EXPECT_GT(with.fetched.turns, turns * 9 / 10) << what;
  EXPECT_LE(with.fetched.turns, turns * 11 / 10) << what;
  // A router of a few ports has a hundred lines.
  EXPECT_GT(with.fetched.lines, with.fetched.turns * 100) << what;
  EXPECT_GT(with.fetched.events, with.delivered / 4) << what;
}

Scenario loaded(Scenario scenario) {
  scenario.network.channel_latency = 20;
  scenario.network.node_channel_latency = 1;
  scenario.run.measure = 2000;
  scenario.run.drain = 50000;
  add_traffic(scenario, "hot", "hotspot", {0, 8, 12}, {4}, 0.8, 8);
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.3, 8);
  return scenario;
}

TEST(FetchAhead, ChangesNothing) {
  for (const char* mechanism : {"none", "cbcm", "srp", "ecn"}) {
    for (const EngineKind engine : {EngineKind::kModel, EngineKind::kRtl}) {
      Scenario scenario = loaded(small_network(mechanism, "ugal"));
      scenario.engine = engine;
      expect_the_same(scenario, mechanism);
    }
  }
}

TEST(FetchAhead, ChangesNothingFlitByFlit) {
  Scenario scenario = loaded(small_network("cbcm", "ugal"));
  scenario.network.arbitration = Arbitration::kFlit;
  expect_the_same(scenario, "arbitration flit");
}

/// Routers without nodes.
TEST(FetchAhead, ChangesNothingInAFatTree) {
  Scenario scenario = small_network("cbcm", "nearest_common_ancestor");
  scenario.network.topology = "fat_tree";
  scenario.network.shape.set("arity", 4);
  scenario.network.shape.set("levels", 2);
  expect_the_same(loaded(scenario), "fat tree");
}

/// A few routers' state stays in the cache, that of 64 does not; but in short ticks it would cost
/// more than it saves.
TEST(FetchAhead, IsForLargeNetworks) {
  Scenario scenario = small_network("cbcm");
  scenario.network.channel_latency = 20;
  scenario.network.shape.set("concentration", 9);
  scenario.run.measure = 100;
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.3);
  EXPECT_EQ(run_in_child(scenario).fetched.turns, 0u);
  scenario.network.shape.set_counts("dimensions", {8, 8});
  EXPECT_GT(run_in_child(scenario).fetched.turns, 0u);
  scenario.network.channel_latency = 10;
  EXPECT_EQ(run_in_child(scenario).fetched.turns, 0u);
}

TEST(FetchAhead, NothingInShortTicks) {
  Scenario scenario = loaded(small_network());
  scenario.network.channel_latency = 7;
  const RunSummary run = run_in_child(scenario, nullptr, FetchUse::kAlways);
  expect_complete(run);
  EXPECT_EQ(run.fetched.turns, 0u);
}

}  // namespace
}  // namespace chokepoint::test
