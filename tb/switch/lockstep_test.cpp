// SPDX-License-Identifier: Apache-2.0
// Two plain switches in lockstep agree in every network; a bug in one of them is noticed, by them
// and by the comparison with the stream switch. A technique of one's own runs on the plain switch.
#include <gtest/gtest.h>

#include "sim/switch/plain_router/difference.h"
#include "sim/switch/switching/registry.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

/// A bug: a packet that just fits gets no output VC.
class OffByOne : public SwitchingTechnique {
  bool grants(const OutputVcState& vc, unsigned flits) const override {
    return flits < vc.free;
  }
};
const TechniqueRegistration off_by_one{
    {"off_by_one", "a bug",
     [](const TechniqueSetup&) { return std::make_unique<OffByOne>(); }}};

/// Another rule: an output VC is given only when the next router has room for the whole packet.
class RoomDownstream : public SwitchingTechnique {
  bool grants(const OutputVcState& vc, unsigned flits) const override {
    return flits <= vc.free && vc.credits >= vc.taken - vc.claimed + flits;
  }
};
const TechniqueRegistration room_downstream{
    {"room_downstream", "of this test",
     [](const TechniqueSetup&) { return std::make_unique<RoomDownstream>(); }}};

Scenario busy_network(const std::string& mechanism) {
  Scenario scenario = small_network(mechanism, "ugal");
  scenario.network.channel_latency = 10;
  scenario.network.output_buffer_flits = 64;
  scenario.run.measure = 1500;
  add_traffic(scenario, "hot", "hotspot", nodes_from(0, 15), {15}, 0.3);
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 15), {}, 0.4);
  return scenario;
}

RunSummary run(const Scenario& scenario, SwitchKind kind, const std::string& technique = "",
               const std::string& twin = "") {
  SwitchChoice choice;
  choice.kind = kind;
  if (!technique.empty()) choice.technique = technique;
  choice.twin_technique = twin;
  return run_in_child(scenario, nullptr, FetchUse::kNever, choice);
}

TEST(SwitchLockstep, PlainSwitchesAgree) {
  for (const char* mechanism : {"none", "cbcm", "srp", "ecn"}) {
    SCOPED_TRACE(mechanism);
    const Scenario scenario = busy_network(mechanism);
    const RunSummary lockstep = run(scenario, SwitchKind::kLockstep);
    ASSERT_EQ(lockstep.exit_code, 0) << lockstep.error;
    EXPECT_EQ(lockstep.checks.at("switch_lockstep"), "held");
    EXPECT_EQ(lockstep.digest, run(scenario, SwitchKind::kStream).digest);
  }
}

TEST(SwitchLockstep, ABugInOneIsNoticed) {
  const RunSummary lockstep = run(busy_network("none"), SwitchKind::kLockstep, "", "off_by_one");
  EXPECT_EQ(lockstep.exit_code, 1);
  for (const char* word : {"cycle ", "router ", "in lockstep differ: output ", "assignments."}) {
    EXPECT_NE(lockstep.error.find(word), std::string::npos) << word << " in: " << lockstep.error;
  }
}

TEST(PlainAgainstStream, ABugInOneIsNoticed) {
  const Scenario scenario = busy_network("none");
  const RunSummary wrong = run(scenario, SwitchKind::kPlain, "off_by_one");
  ASSERT_EQ(wrong.exit_code, 0) << wrong.error;
  EXPECT_NE(wrong.digest, run(scenario, SwitchKind::kStream).digest);
}

TEST(SwitchingTechnique, OfOnesOwnRunsOnThePlainSwitchOnly) {
  Scenario scenario = busy_network("none");
  scenario.run.drain = 100000;
  const RunSummary own = run(scenario, SwitchKind::kBest, "room_downstream");
  expect_complete(own);
  EXPECT_EQ(own.streams, 0u);
  EXPECT_NE(own.digest, run(scenario, SwitchKind::kStream).digest);
  Scenario keyed = scenario;
  keyed.network.switching = "room_downstream";
  EXPECT_EQ(own.digest, run(keyed, SwitchKind::kBest).digest);
  const RunSummary refused = run(scenario, SwitchKind::kStream, "room_downstream");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.error.find("--switch stream does not serve"), std::string::npos)
      << refused.error;
  const RunSummary unknown = run(scenario, SwitchKind::kBest, "none_such");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.error.find("virtual_cut_through"), std::string::npos) << unknown.error;
}

TEST(FirstDifference, NamesPortAndField) {
  plain::SwitchOut a, b;
  EXPECT_EQ(plain::first_difference(a, b), "");
  a.flits.push_back({3, 1, 7, true, false});
  b.flits.push_back({3, 2, 7, true, false});
  EXPECT_EQ(plain::first_difference(a, b), "output 3: flits.vc is 1 and 2");
  b.flits.clear();
  EXPECT_EQ(plain::first_difference(a, b), "output 3: flits.vc is 1 in the first only");
  b.flits = a.flits;
  b.originated = true;
  EXPECT_EQ(plain::first_difference(a, b), "originated is false and true");
}

}  // namespace
}  // namespace chokepoint::test
