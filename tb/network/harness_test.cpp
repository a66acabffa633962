// SPDX-License-Identifier: Apache-2.0
// The network as a module: what is left of it when it cannot be made.
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
const MechanismRegistration registration{{"wired",
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

}  // namespace
}  // namespace chokepoint::test
