// SPDX-License-Identifier: Apache-2.0
// However many threads run a network, every file that comes out is the same, and of several errors
// the earliest is reported, of those of one cycle that of the lowest router.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "sim/hooks/observed.h"
#include "sim/network/crew.h"
#include "sim/network/thread_count.h"
#include "tb/network/toy_mechanism.h"

namespace chokepoint::test {
namespace {

/// As many threads as are asked for, however little there is to do.
ThreadWish exactly(unsigned threads) {
  return {threads, 1};
}

RunSummary run_with(const Scenario& scenario, unsigned threads) {
  RunSummary run = run_in_child(scenario, nullptr, FetchUse::kWhereItPays, {}, exactly(threads));
  run.summary = comparable(run);
  return run;
}

/// A hotspot beside uniform traffic, long enough that every mechanism has something to say.
Scenario busy(const std::string& mechanism) {
  Scenario scenario = small_network(mechanism);
  scenario.run.warmup = 1000;
  scenario.run.measure = 4000;
  scenario.run.interval = 500;
  const std::vector<NodeId> all = nodes_from(0, 16);
  add_traffic(scenario, "uniform", "uniform", all, {}, 0.3, 8);
  TrafficConfig& hotspot = add_traffic(scenario, "hotspot", "hotspot", {1, 2, 6, 9}, {13}, 0.5);
  hotspot.start = 500;
  hotspot.stop = 4000;
  return scenario;
}

TEST(Threads, SameResultsUnderEveryMechanism) {
  for (const char* const name : {"none", "ideal", "cbcm", "ecn", "srp"}) {
    expect_same_with_threads(busy(name), name);
  }
}

TEST(Threads, SameResultsWithRtl) {
  for (const char* const name : {"cbcm", "ecn", "srp"}) {
    Scenario scenario = busy(name);
    RunSummary model = run_with(scenario, 1);
    scenario.engine = EngineKind::kRtl;
    expect_same_with_threads(scenario, std::string(name) + ", RTL");
    RunSummary rtl = run_with(scenario, 2);
    EXPECT_EQ(rtl.summary.at("engine"), "rtl") << name;
    for (RunSummary* run : {&model, &rtl}) run->summary.erase("engine");
    expect_equal(rtl, model, std::string(name) + ", RTL against model");
  }
}

struct ThreadsOfProcess : Probe {
  void report(Figures& figures) const override {
    const std::filesystem::directory_iterator threads("/proc/self/task");
    figures["threads"] = static_cast<double>(std::distance(begin(threads), end(threads)));
  }
};

// However many processors there are, of which Verilator would like to use all.
TEST(Threads, VerilatedUnitsStartNone) {
  ThreadsOfProcess probe;
  Scenario scenario = busy("cbcm");
  const double without = run_in_child(scenario, &probe).at("threads");
  EXPECT_GE(without, 1);
  scenario.engine = EngineKind::kRtl;
  const RunSummary run = run_in_child(scenario, &probe);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_EQ(run.at("threads"), without);
}

TEST(Threads, SameResultsOnThePlainSwitch) {
  for (const char* const name : {"cbcm", "srp"}) {
    expect_same_with_threads(busy(name), std::string(name) + ", plain switch", SwitchKind::kPlain);
  }
  expect_same_with_threads(busy("none"), "two switches", SwitchKind::kLockstep);
}

TEST(Threads, SameResultsWithAdaptiveRoutingAndFlitArbitration) {
  Scenario scenario = busy("cbcm");
  scenario.routing.function = "ugal";
  expect_same_with_threads(scenario, "UGAL");
  scenario.network.arbitration = Arbitration::kFlit;
  expect_same_with_threads(scenario, "UGAL, flit by flit");
}

TEST(Threads, SameResultsOnFatTree) {
  for (const char* const mechanism : {"srp", "cbcm"}) {
    Scenario scenario = busy(mechanism);
    scenario.network.topology = "fat_tree";
    scenario.network.shape.set("arity", int64_t{4});
    scenario.network.shape.set("levels", int64_t{2});
    scenario.routing.function = "nearest_common_ancestor";
    expect_same_with_threads(scenario, std::string("fat tree, ") + mechanism);
  }
}

TEST(Threads, SameResultsOnAMultistageNetwork) {
  Scenario scenario = busy("none");
  scenario.network.topology = "butterfly";
  scenario.network.shape = {};
  scenario.network.shape.set("arity", int64_t{4});
  scenario.network.shape.set("stages", int64_t{2});
  scenario.routing.function = "source_route";
  expect_same_with_threads(scenario, "4-ary 2-fly");
  scenario.network.half_pass = true;
  scenario.network.input_queues = InputQueues::kDestination;
  scenario.network.data_vcs = 1;
  scenario.network.vc_buffer_flits = 2048;
  expect_same_with_threads(scenario, "4-ary 2-fly, speed-up 1.5, queues per destination",
                           SwitchKind::kPlain);
}

TEST(Threads, SameResultsWithChannelsOfOneCycle) {
  Scenario scenario = busy("none");
  scenario.network.channel_latency = 1;
  scenario.network.node_channel_latency = 1;
  scenario.run.measure = 1000;
  expect_same_with_threads(scenario, "one cycle");
  Probe watching;  // then no flit is left to a stream
  const RunSummary watched = run_in_child(scenario, &watching), alone = run_in_child(scenario);
  EXPECT_EQ(watched.digest, alone.digest);
  EXPECT_EQ(watched.streams, 0u);
  EXPECT_GT(alone.streams, 0u) << "a tick of one cycle does not mean that somebody looks";
}

/// Messages of more than 64 packets, whose bookkeeping is in pieces.
TEST(Threads, EveryDeliveryIsExpectedWhereItArrives) {
  Scenario scenario = small_network();
  add_traffic(scenario, "long", "uniform", nodes_from(0, 16), {}, 0.3, 1, 70);
  expect_same_with_threads(scenario, "70 packets a message");
}

/// Routers 3 and 1 fail, in that order of cycles or in the same cycle.
RunSummary failing(Cycle first_at_1, Cycle first_at_3, unsigned threads) {
  toy = {};
  toy.router_cycle = [=](RouterState& router, Cycle now, const ToyScript::Arrived&) {
    permit_all(router);
    if ((router.id() == 1 && now == first_at_1) || (router.id() == 3 && now == first_at_3)) {
      throw CheckError("cycle " + std::to_string(now) + ": router " + std::to_string(router.id()) +
                       " fails");
    }
  };
  Scenario scenario = small_network("toy");
  add_traffic(scenario, "uniform", "uniform", nodes_from(0, 16), {}, 0.6, 8);
  return run_with(scenario, threads);
}

TEST(Threads, TheEarliestErrorIsReported) {
  for (const unsigned threads : {1u, 2u, 3u}) {
    const RunSummary run = failing(1007, 1003, threads);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.error, "cycle 1003: router 3 fails") << threads << " threads";
    EXPECT_EQ(run.cycles, 1004u) << threads << " threads";
    EXPECT_EQ(run.summary, failing(1007, 1003, 1).summary) << threads << " threads";
  }
}

TEST(Threads, OfErrorsInOneCycleThatOfTheLowestRouter) {
  for (const unsigned threads : {1u, 2u, 3u}) {
    EXPECT_EQ(failing(1003, 1003, threads).error, "cycle 1003: router 1 fails")
        << threads << " threads";
  }
}

TEST(Threads, WhatFailsAtTheEndDoesNotHideWhatFailedFirst) {
  toy = {};
  toy.nic_cycle = [](NicState& nic, Cycle now) {
    if (nic.id() == 5 && now == 700) throw CheckError("cycle 700: NIC 5 fails");
  };
  toy.nic_finish = [](const NicState&) { throw CheckError("a NIC fails at the end"); };
  Scenario scenario = small_network("toy");
  add_traffic(scenario, "uniform", "uniform", nodes_from(0, 16), {}, 0.6, 8);
  for (const unsigned threads : {1u, 2u}) {
    EXPECT_EQ(run_with(scenario, threads).error, "cycle 700: NIC 5 fails") << threads;
  }
  toy.nic_cycle = nullptr;
  EXPECT_EQ(run_with(scenario, 1).error, "a NIC fails at the end");
  toy = {};
}

TEST(Threads, RunsThatLookAtSingleCyclesUseOneAndSayWhy) {
  Scenario scenario = busy("none");
  Probe probe;
  const RunSummary watched = run_in_child(scenario, &probe, FetchUse::kWhereItPays, {}, exactly(2));
  EXPECT_EQ(watched.threads, 1u);
  EXPECT_NE(watched.threads_reason.find("observer"), std::string::npos) << watched.threads_reason;
  EXPECT_EQ(watched.digest, run_with(scenario, 2).digest);
  scenario.wave.what = {"router.0"};
  EXPECT_NE(why_observed(scenario, nullptr).find("waveform"), std::string::npos);
}

TEST(Threads, AScenarioWithFaultsUsesOneAndSaysWhy) {
  Scenario scenario = busy("ecn");
  const RunSummary without = run_with(scenario, 1);
  FaultConfig fault;
  fault.kind = FaultKind::kSetMark;
  fault.from = 1000;
  fault.origin = "test";
  scenario.faults = {fault};
  const RunSummary one = run_with(scenario, 1), wished = run_with(scenario, 3);
  EXPECT_EQ(wished.threads, 1u);
  EXPECT_EQ(wished.threads_reason, "the scenario has faults, which are counted in one order");
  EXPECT_EQ(one.threads_reason, "") << "nobody asked for more";
  expect_equal(wished, one, "faults");
  EXPECT_NE(one.digest, without.digest) << "the faults change nothing";
}

TEST(Threads, SwitchesInLockstepUseOneAndSayWhy) {
  const Scenario scenario = busy("none");
  const ThreadWish wish{3, 32};  // enough to do in 32 cycles, not in one
  const auto run = [&scenario, &wish](SwitchKind kind) {
    return run_in_child(scenario, nullptr, FetchUse::kWhereItPays, switch_of(kind), wish);
  };
  const RunSummary lockstep = run(SwitchKind::kLockstep), best = run(SwitchKind::kBest);
  EXPECT_EQ(lockstep.exit_code, 0) << lockstep.error;
  EXPECT_EQ(lockstep.threads, 1u);
  EXPECT_EQ(lockstep.threads_reason,
            "4 routers run 1 cycles at a time: too little for more than 1 thread to share");
  EXPECT_EQ(lockstep.digest, best.digest);
  EXPECT_EQ(best.threads, 3u) << "without them there is enough to do: " << best.threads_reason;
}

TEST(Threads, TheirNumberIsLimitedByTheWork) {
  EXPECT_EQ(count_threads({4, 128}, "", 64, 32).threads, 4u);
  EXPECT_EQ(count_threads({4, 128}, "", 64, 32).reason, "");
  const ThreadCount few = count_threads({4, 128}, "", 64, 5);
  EXPECT_EQ(few.threads, 2u);
  EXPECT_NE(few.reason.find("64 routers run 5 cycles"), std::string::npos) << few.reason;
  EXPECT_EQ(count_threads({4, 128}, "", 4, 1).threads, 1u);
  EXPECT_EQ(count_threads({4, 1}, "", 3, 32).threads, 3u);
  EXPECT_EQ(count_threads({2, 1}, "because", 64, 32).reason, "because");
  EXPECT_EQ(count_threads({1, 128}, "because", 64, 32).reason, "");
}

TEST(Threads, ACrewDoesEachJobOnceInEachThread) {
  Crew crew(3);
  ASSERT_EQ(crew.size(), 3u);
  std::vector<unsigned> done(3);
  const std::function<void(unsigned)> job = [&done](unsigned number) { ++done[number]; };
  for (unsigned i = 1; i <= 2000; ++i) {
    crew.run(job);
    ASSERT_EQ(done, std::vector<unsigned>(3, i));
  }
}

/// The third thread of a crew finds no room for its stack.
[[noreturn]] void start_crew_without_room() {
  constexpr size_t kStack = size_t{1} << 30;
  size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t most = pages * static_cast<size_t>(sysconf(_SC_PAGESIZE)) + 2 * kStack + kStack / 2;
  const rlimit limit{most, most};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  if (pthread_setattr_default_np(&attributes) != 0 || setrlimit(RLIMIT_AS, &limit) != 0) _exit(9);
  try {
    Crew crew(16);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    _exit(0);
  }
  _exit(8);
}

TEST(Threads, ThoseThatCannotBeHadAreAnInputError) {
#ifdef __SANITIZE_THREAD__  // it takes address space for each thread too
  const std::string room = "[23]";
#else
  const std::string room = "3";
#endif
  EXPECT_EXIT(start_crew_without_room(), testing::ExitedWithCode(0),
              "--threads: 16 threads cannot be had .*; use " + room + " at most");
}

TEST(Threads, PacketsThatGoOneWayAreUsedAgain) {
  PacketStore store;
  PacketPool sender(store, true), receiver(store, true);
  uint32_t highest = 0;
  for (unsigned i = 0; i < 200000; ++i) {
    const Packet* packet = sender.take();
    highest = std::max(highest, packet->slot);
    receiver.give(packet);
  }
  EXPECT_LT(highest, 20000u);
}

}  // namespace
}  // namespace chokepoint::test
