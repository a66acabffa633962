// SPDX-License-Identifier: Apache-2.0
// A thousand random small networks, two thirds with SRP, the others with ECN: every packet comes
// once, the protocol's rules hold, the network drains. Every 20th in lockstep with the RTL.
#include <gtest/gtest.h>

#include "sim/reader/scenario_reader.h"
#include "tb/mechanisms/srp_probe.h"
#include "tb/mechanisms/srp_random_scenario.h"

namespace chokepoint::test {
namespace {

constexpr unsigned kPerCase = 20;

std::string run_and_check(const RandomScenario& random, const std::string& path, EngineKind engine,
                          uint64_t& dropped) {
  Scenario scenario;
  try {
    scenario = parse_scenario(random.text, path, {}, engine);
  } catch (const InputError& error) {
    return error.what();
  }
  EventProbe plain;
  std::optional<SrpProbe> srp;
  if (scenario.mechanism.name == "srp") srp.emplace(scenario);
  EventProbe& probe = srp ? *srp : plain;
  if (srp) srp->rules = !random.switched;
  probe.log = false;
  probe.check_every = 8;
  RunSummary run = run_in_child(scenario, &probe);
  if (random.switched) run.seen["switched"] = 1;
  dropped += run.dropped;
  return complaint(run);
}

class RandomMechanisms : public ::testing::TestWithParam<unsigned> {};

TEST_P(RandomMechanisms, DeliverEveryPacketOnceAndDrain) {
  uint64_t dropped = 0;
  for (unsigned i = 0; i < kPerCase; ++i) {
    const uint64_t seed = GetParam() * kPerCase + i;
    const EngineKind engine = i == 7 ? EngineKind::kLockstep : EngineKind::kModel;
    const RandomScenario random(seed, seed % 3 == 2 ? "ecn" : "srp", i == 7);
    const std::string file = fmt::format("random_{}.toml", seed);
    const std::string wrong = run_and_check(random, file, engine, dropped);
    if (wrong.empty()) continue;
    ADD_FAILURE() << "seed " << seed << ": " << wrong << "\nchokepoint run " << file << " --engine "
                  << (i == 7 ? "lockstep" : "model") << ", where " << file << " is\n"
                  << random.text;
  }
  EXPECT_GT(dropped, 0u) << "nothing speculative was dropped in all of these";
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomMechanisms, ::testing::Range(0u, 1000 / kPerCase));

}  // namespace
}  // namespace chokepoint::test
