// SPDX-License-Identifier: Apache-2.0
// Upsets of registers: every bit that the contract pages count can be reached, a flip changes what
// it should and nothing else, and flipping back is as if nothing had been.
#include "sim/faults/upset.h"

#include <gtest/gtest.h>

#include "sim/engine/unit_instance.h"
#include "sim/units/cbcm/storage.h"
#include "sim/units/ecn/storage.h"
#include "sim/units/srp/storage.h"
#include "tb/faults/fault_run.h"

namespace chokepoint::test {
namespace {

// Whole runs first: a process that has made Verilated models cannot fork into one that runs them.

TEST(Upset, OneOfARunIsCountedAndTheRunGoesOn) {
  Scenario scenario = hotspot("cbcm");
  scenario.engine = EngineKind::kRtl;
  const RunSummary before = run_in_child(scenario);
  scenario.faults = {fault(FaultKind::kUpset, 3000, 4000)};
  scenario.faults[0].count = 1;
  scenario.faults[0].unit = "nic_4.cbcm_nic";
  scenario.faults[0].state = "u_detector.population_q";  // it announces another degree
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_EQ(struck(run), std::vector<uint64_t>{1});
  EXPECT_NE(run.digest, before.digest);
}

/// A unit that has gone wrong may name nodes that do not exist: that is noticed, not followed.
TEST(Upset, MessagesToNowhereAreNoticed) {
  struct Place {
    const char *mechanism, *unit, *state;
  };
  for (const Place& place :
       {Place{"cbcm", "nic_4.cbcm_nic", "u_detector.u_announcer."},
        Place{"ecn", "nic_4.ecn_nic", "u_echo"}, Place{"srp", "nic_4.srp_nic", "u_scheduler"}}) {
    Scenario scenario = hotspot(place.mechanism);
    scenario.engine = EngineKind::kRtl;
    scenario.faults = {fault(FaultKind::kUpset, 2000, 12000)};
    scenario.faults[0].count = 5000;
    scenario.faults[0].unit = place.unit;
    scenario.faults[0].state = place.state;
    const RunSummary run = run_in_child(scenario);
    EXPECT_EQ(run.exit_code, 6) << place.mechanism << ": " << run.error;
    expect_text(run.error, "which is none");
  }
}

TEST(Upset, RegistersThatDoNotExistAreRefused) {
  Scenario scenario = hotspot("cbcm");
  scenario.engine = EngineKind::kRtl;
  scenario.faults = {fault(FaultKind::kUpset)};
  scenario.faults[0].count = 1;
  scenario.faults[0].unit = "nic_99";
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.exit_code, 2);
  expect_text(run.error, "no unit 'nic_99'");
}

template <class Unit>
std::unique_ptr<UnitInstance<Unit>> made(typename Unit::Params params) {
  return make_unit<Unit>(EngineKind::kRtl, params, "unit");
}

uint64_t bits_of_unit() {
  uint64_t bits = 0;
  for (const auto& place : upsettable_units().at("unit")->registers()) bits += place.bits;
  return bits;
}

size_t index_of(const std::string& name) {
  const auto& places = upsettable_units().at("unit")->registers();
  for (size_t i = 0; i < places.size(); ++i) {
    if (places[i].name == name) return i;
  }
  ADD_FAILURE() << "no register " << name;
  return 0;
}

template <class Unit>
void expect_all_bits(typename Unit::Params params) {
  const auto unit = made<Unit>(params);
  const Storage bits = storage(params);
  EXPECT_GE(bits_of_unit(), bits.sample + bits.state + bits.pipeline) << Unit::kName;
}

CbcmNic::Params nic_of_64() {
  CbcmNic::Params params;
  params.nodes = 64;
  return params;
}

TEST(Upset, EveryBitOfStorageCanBeReached) {
  expect_all_bits<CbcmNic>(nic_of_64());
  EcnNic::Params ecn;
  ecn.nodes = 64;
  expect_all_bits<EcnNic>(ecn);
  ecn.mode = 1;
  expect_all_bits<EcnNic>(ecn);
  EcnRouter::Params ecn_router;
  ecn_router.radix = 8;
  expect_all_bits<EcnRouter>(ecn_router);
  CbcmRouter::Params router;
  router.radix = 8;
  router.vcs = 6;
  expect_all_bits<CbcmRouter>(router);
}

/// Nothing comes; tokens would, one a cycle and degree.
CbcmNic::In throttler_input() {
  CbcmNic::In in;
  in.enable = true;
  in.throttle_ready = in.unthrottle_ready = true;
  in.cfg_token_cap = 1000;
  return in;
}

TEST(Upset, AnInventedEntryThrottlesAndFlippingBackUndoesIt) {
  const auto unit = made<CbcmNic>(nic_of_64());
  const CbcmNic::In in = throttler_input();
  unit->step(in);
  EXPECT_EQ(unit->out().entry_valid, 0u);
  UpsettableUnit& upsettable = *upsettable_units().at("unit");
  const size_t valid = index_of("cbcm_nic.u_throttler.gen_entry[3].u_entry.valid_q");
  upsettable.flip(valid, 0);
  upsettable.flip(valid, 0);
  unit->step(in);
  EXPECT_EQ(unit->out().entry_valid, 0u);
  upsettable.flip(valid, 0);
  unit->step(in);
  EXPECT_EQ(unit->out().entry_valid, 8u);
}

/// Outputs that are functions of registers show the upset at once, and the unit goes on from there.
TEST(Upset, LogicIsEvaluatedAnew) {
  const auto unit = made<CbcmNic>(nic_of_64());
  const CbcmNic::In in = throttler_input();
  unit->step(in);
  EXPECT_TRUE(unit->out().quiescent);
  upsettable_units().at("unit")->flip(index_of("cbcm_nic.u_throttler.refused_valid_q"), 0);
  unit->step(in);
  EXPECT_TRUE(unit->out().unthrottle_valid) << "a refusal that nobody asked for";
  EXPECT_FALSE(unit->out().quiescent);
  unit->step(in);  // taken
  EXPECT_FALSE(unit->out().unthrottle_valid);
}

}  // namespace
}  // namespace chokepoint::test
