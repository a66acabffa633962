// SPDX-License-Identifier: Apache-2.0
// The network as a module: what is left of it when it cannot be made, that a run ends once, and how
// many threads it gets when wires make its ticks shorter than its channels do.
#include "sim/network/harness.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "sim/engine/unit_instance.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

Cycle wire_latency = 1;

/// Its wires carry nothing.
class WiredRouter : public RouterAttachment {
 public:
  explicit WiredRouter(RouterState& router)
      : wire_(router.make_wire<uint64_t>({"line", wire_latency},
                                         [](Cycle, WirePlace, const uint64_t&) {})) {}

 private:
  Wire<uint64_t> wire_;
};

class Wired : public Mechanism {
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<WiredRouter>(router);
  }
};
const MechanismRegistration wired_registration{
    {"wired",
     "of this test",
     {},
     [](const Scenario&) { return std::make_unique<Wired>(); },
     nullptr}};

Scenario wired(Cycle latency) {
  wire_latency = latency;
  Scenario scenario = small_network("wired");
  scenario.run.measure = 1000;
  add_traffic(scenario, "all", "uniform", nodes_from(0, 16), {}, 0.3);
  return scenario;
}

/// Ends the child process: 0 if units made afterwards count their own clocks.
[[noreturn]] void make_what_cannot_be_made() {
  const Scenario scenario = wired(0);
  try {
    NetworkHarness harness("harness", scenario);
  } catch (const InputError& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::_Exit(cycle_counter() == nullptr ? 0 : 1);
  }
  std::_Exit(9);
}

TEST(NetworkHarness, OneThatCannotBeMadeLeavesNoCycleCounter) {
  EXPECT_EXIT(make_what_cannot_be_made(), testing::ExitedWithCode(0), "a latency of 0 cycles");
}

[[noreturn]] void end_twice(unsigned threads) {
  const Scenario scenario = wired(100);
  HarnessOptions options;
  options.threads = {threads, 1};
  options.quantum = 4;
  NetworkHarness harness("harness", scenario, options);
  sc_core::sc_start(1000 * options.cycle_time);
  if (harness.end_threads() != nullptr || harness.threads().threads != threads) std::_Exit(9);
  const uint64_t injected = harness.statistics().packets_injected();
  const Cycle cycles = harness.next();
  sc_core::sc_start(100 * options.cycle_time);
  try {
    harness.finish();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::_Exit(8);
  }
  const uint64_t in_the_end = harness.statistics().packets_injected();
  std::fprintf(stderr, "%llu packets, %s; the clock %s\n",
               static_cast<unsigned long long>(injected),
               injected == in_the_end ? "still as many" : "then others",
               harness.next() == cycles ? "stands" : "goes on");
  std::_Exit(injected > 50 ? 0 : 7);
}

TEST(NetworkHarness, ARunEndsOnceHoweverOftenItIsAsked) {
  for (const unsigned threads : {1u, 2u, 3u}) {
    EXPECT_EXIT(end_twice(threads), testing::ExitedWithCode(0),
                "packets, still as many; the clock stands")
        << threads << " threads";
  }
}

// Ticks are then too short for threads to pay, whatever the channels would allow.
TEST(NetworkHarness, WiresLimitTheNumberOfThreads) {
  const ThreadWish wish{2, 8};
  const auto run = [&](Cycle latency) {
    return run_in_child(wired(latency), nullptr, FetchUse::kWhereItPays, {}, wish);
  };
  const RunSummary far = run(100), near = run(1);
  expect_complete(far);
  expect_complete(near);
  EXPECT_EQ(far.threads, 2u) << far.threads_reason;
  EXPECT_EQ(near.threads, 1u);
  EXPECT_NE(near.threads_reason.find("4 routers run 1 cycles"), std::string::npos)
      << near.threads_reason;
  EXPECT_EQ(far.digest, near.digest);
}

}  // namespace
}  // namespace chokepoint::test
