// SPDX-License-Identifier: Apache-2.0
// Upsets of registers: every bit that the contract pages count can be reached, a flip changes what
// it should and nothing else, and flipping back is as if nothing had been.
#include "sim/faults/upset.h"

#include <gtest/gtest.h>

#include "sim/engine/unit_instance.h"
#include "sim/units/cbcm/storage.h"
#include "sim/units/ecn/storage.h"
#include "sim/units/srp/storage.h"
#include "tb/common/stimulus.h"
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

/// `alike`: flip-flops that always equal another one, which the Verilated model has only once.
template <class Unit>
void expect_all_bits(typename Unit::Params params, uint64_t alike = 0) {
  const auto unit = made<Unit>(params);
  const Storage bits = storage(params);
  EXPECT_GE(bits_of_unit() + alike, bits.sample + bits.state + bits.pipeline) << Unit::kName;
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
  expect_all_bits<CbcmRouter>(router, router.radix - 1);  // each picker's started_q
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

/// An output that seems congested is so until its turn in which nobody waits.
TEST(Upset, AnInventedQueueIsClearedInItsTurn) {
  EcnRouter::Params params;
  params.radix = 8;
  const auto unit = made<EcnRouter>(params);
  EcnRouter::In in;
  in.cfg_threshold = 100;
  in.arrived_valid = in.audit_waiting = 1;  // goes on: one flit a clock for output 0 ...
  in.crossed_valid.set(0);                  // ... and one to it
  unit->step(in);
  upsettable_units().at("unit")->flip(index_of("ecn_router.u_occupancy.before_q"), 6 * 16 + 14);
  unit->step(in);
  EXPECT_EQ(unit->out().congested, 1u << 6);
  for (unsigned clock = 0; clock < 20; ++clock) unit->step(in);
  EXPECT_EQ(unit->out().congested, 1u << 6) << "somebody waits";
  unsigned clocks = 0;
  for (; unit->out().congested != 0 && clocks < 20; ++clocks) {
    in.audit_waiting = unit->out().audit_output == 6 ? 0 : 1;
    unit->step(in);
  }
  EXPECT_LE(clocks, 8u);
  EXPECT_FALSE(unit->out().error);
}

/// A struck turn names another output, or one that the router has not. Who answers sees which, so no
/// count is lost, and from the end of its range the turn goes round as before.
TEST(Upset, AStruckTurnGoesRoundAgain) {
  EcnRouter::Params params;
  params.radix = 5;  // of the Verilated 8
  const auto unit = made<EcnRouter>(params);
  EcnRouter::In in;
  in.cfg_threshold = 100;
  in.arrived_valid = 1;
  in.arrived_output[0] = 3;
  const auto step = [&] {
    in.audit_waiting = unit->out().audit_output == 3 ? 1 : 0;
    unit->step(in);
  };
  for (unsigned clock = 0; clock < 120; ++clock) step();  // 120 flits wait for output 3 ...
  in.crossed_valid.set(3 * params.speedup);               // ... and from now on as many cross as come
  const size_t turn = index_of("ecn_router.u_occupancy.turn_q");
  bool beyond = false;
  for (unsigned bit = 0; bit < params.port_bits(); ++bit) {
    for (unsigned struck = 0; struck < params.radix; ++struck) {
      while ((unit->out().audit_output + 1) % params.radix != struck) step();
      upsettable_units().at("unit")->flip(turn, bit);  // at the end of the next clock
      step();
      EXPECT_EQ(unit->out().audit_output, struck ^ 1u << bit);
      for (unsigned clock = 0; clock < 8; ++clock) {
        beyond = beyond || unit->out().audit_output >= params.radix;
        step();
        ASSERT_EQ(unit->out().congested, 1u << 3) << "turn " << struck << ", bit " << bit;
      }
      for (unsigned clock = 0; clock < 2 * params.radix; ++clock) {
        const unsigned before = unit->out().audit_output;
        step();
        ASSERT_EQ(unit->out().audit_output, (before + 1) % params.radix)
            << "turn " << struck << ", bit " << bit;
      }
    }
  }
  EXPECT_TRUE(beyond) << "no bit leads to an output that is none";
  EXPECT_FALSE(unit->out().error);
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

/// Each window's sum is formed anew once in as many rounds of the ring as there are rows
/// (docs/reference/cbcm/multiplexed_contention.md); samples, bounds and limits go sooner.
TEST(Upset, StruckWindowsOfContentionHeal) {
  CbcmRouter::Params params;
  params.radix = 8;
  params.vcs = 6;
  const auto unit = made<CbcmRouter>(params);
  const auto twin = make_unit<CbcmRouter>(EngineKind::kModel, params, "twin");
  CbcmRouter::In in;
  in.cfg_sampled_vcs = 0x3F;
  FastRandom random(7, 0);
  unsigned differed = 0;
  const auto run = [&](unsigned clocks) {
    for (unsigned clock = 0; clock < clocks; ++clock) {
      if (clock % 40 == 0) {
        in.request.clear_all();
        const unsigned hot = random.below(params.radix);
        for (unsigned input = 0; input < params.radix; ++input)
          if (input != hot) in.request.set(input, hot, random.below(params.vcs), params.vcs);
      }
      unit->step(in);
      twin->step(in);
      in.request.forget_changes();
      differed += unit->out().congested != twin->out().congested;
    }
  };
  run(1);  // not enabled: loads the seed
  in.enable = true;
  const unsigned round = params.num_samples * params.sample_interval;
  run(4 * round);
  EXPECT_EQ(differed, 0u);
  UpsettableUnit& upsettable = *upsettable_units().at("unit");
  const std::string scope = "cbcm_router.gen_multiplexed.u_contention.";
  for (const std::string& name :
       {scope + "gen_datapath[0].u_window.rows_q", scope + "u_samples.words_q",
        scope + "scrub_sum_q", scope + "gen_datapath[0].u_window.limit_q"}) {
    const size_t index = index_of(name);
    for (uint64_t bit = 0; bit < upsettable.registers().at(index).bits; ++bit)
      if (random.chance(30)) upsettable.flip(index, bit);
  }
  const unsigned rows = params.sample_interval;  // one datapath
  run((rows + 1) * round);
  EXPECT_GT(differed, 0u) << "what was struck did not matter";
  differed = 0;
  run(10 * round);
  EXPECT_EQ(differed, 0u);
}

}  // namespace
}  // namespace chokepoint::test
