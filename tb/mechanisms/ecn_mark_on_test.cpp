// SPDX-License-Identifier: Apache-2.0
// mechanism.mark_on of ECN: packets are marked by what waits for their output, or by what their
// input buffer holds.
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "sim/engine/unit_instance.h"
#include "sim/units/ecn/ecn_router.h"
#include "tb/mechanisms/srp_probe.h"

namespace chokepoint::test {
namespace {

constexpr NodeId kHot = 7, kCold = 6;  // on router 1, with 4 and 5; 0 .. 3 are on router 0
constexpr unsigned kFlits = 8, kBuffer = 64, kVcs = 2;

const EcnRouter::Out& ecn_router_of(RouterId router) {
  return dynamic_cast<UnitInstance<EcnRouter>&>(
             *find_unit(fmt::format("router_{}.ecn_router", router)))
      .out();
}

/// Nodes 0, 4 and 5 send to the hotspot at full rate; node 1 sends a little to node 6, past it, by
/// the same channel as node 0. Delays are of one cycle, so that the queues stay.
Scenario shared_channel(const std::string& mark_on, InputQueues queues = InputQueues::kVoq) {
  Scenario scenario = graph_network("ecn", {4, 4}, {{0, 1}});
  scenario.network.data_vcs = kVcs;
  scenario.network.input_queues = queues;
  scenario.network.vc_buffer_flits = kBuffer;
  scenario.network.output_buffer_flits = 2 * kFlits;
  scenario.network.send_queue_flits = 256;
  scenario.run.measure = 8000;
  scenario.run.drain = 60000;
  set_mechanism(scenario, "mark_on", mark_on);
  set_mechanism(scenario, "threshold", 0.5);
  set_mechanism(scenario, "increment", int64_t{1});
  set_mechanism(scenario, "maximum", int64_t{1});
  add_traffic(scenario, "hot", "hotspot", {0, 4, 5}, {kHot}, 1.0, kFlits, 4).stop = 8000;
  add_traffic(scenario, "past", "hotspot", {1}, {kCold}, 0.05, kFlits, 1);
  return scenario;
}

uint64_t marked_of(const RunSummary& run, const std::string& group) {
  return run.summary["groups"][group]["packets_marked"].get<uint64_t>();
}

/// The paper's words: a packet that traverses a buffer that is shared with the hotspot's is marked
/// though it does not contribute.
TEST(EcnMarkOn, AFlowThatSharesABufferIsMarkedByItsInputBufferOnly) {
  const RunSummary output = run_on_both(shared_channel("output"));
  const RunSummary input = run_on_both(shared_channel("input_buffer"));
  for (const RunSummary* run : {&output, &input}) {
    EXPECT_EQ(complaint(*run), "");
    EXPECT_GT(marked_of(*run, "hot"), 100u);
  }
  EXPECT_EQ(marked_of(output, "past"), 0u);
  EXPECT_GT(marked_of(input, "past"), 10u);
  EXPECT_NE(output.digest, input.digest);
}

/// The unit's `congested` is, before each cycle, what the data VCs of the input hold.
TEST(EcnMarkOn, TheUnitCountsWhatEachInputHolds) {
  for (const InputQueues queues : {InputQueues::kVoq, InputQueues::kFifo}) {
    for (const EngineKind engine : {EngineKind::kModel, EngineKind::kRtl}) {
      Scenario scenario = shared_channel("input_buffer", queues);
      scenario.engine = engine;
      EventProbe probe;
      probe.log = false;
      probe.act = [](Cycle, Network& network) {
        for (RouterId id = 0; id < network.routers(); ++id) {
          for (unsigned input = 0; input < network.router(id).radix(); ++input) {
            unsigned held = 0;
            for (unsigned vc = 0; vc < kVcs; ++vc) held += network.router(id).holds(input, vc);
            const bool congested = (ecn_router_of(id).congested >> input & 1) != 0;
            if (congested != (held > kVcs * kBuffer / 2)) throw CheckError("it counts otherwise");
          }
        }
      };
      const RunSummary run = run_in_child(scenario, &probe);
      EXPECT_EQ(complaint(run), "");
      EXPECT_GT(run.mechanism.at("congested_output_cycles"), 100u);
    }
  }
}

/// What a unit was given: by clock, each column of its history.
std::vector<std::map<std::string, uint64_t>> clocks_of(const std::string& path) {
  std::stringstream csv;
  find_unit(path)->write_history(csv);
  const auto next = [](std::stringstream& from, char end) {
    std::string text;
    std::getline(from, text, end);
    return text;
  };
  std::stringstream header(next(csv, '\n'));
  std::vector<std::string> names;
  while (header.good()) names.push_back(next(header, ','));
  std::vector<std::map<std::string, uint64_t>> clocks;
  for (std::string line = next(csv, '\n'); !line.empty(); line = next(csv, '\n')) {
    std::stringstream row(line);
    clocks.emplace_back();
    for (const std::string& name : names) clocks.back()[name] = std::stoull(next(row, ','), 0, 0);
  }
  return clocks;
}

/// The output in turn waits exactly if more has come for it than crossed, before the clock's flits.
void check_waiting(RouterId router, unsigned radix, bool by_input) {
  std::vector<unsigned> waits(radix);
  unsigned turn = 0, somebody = 0, nobody = 0;
  for (const auto& clock : clocks_of(fmt::format("router_{}.ecn_router", router))) {
    const uint64_t arrived = clock.at("arrived_valid"), crossed = clock.at("crossed_valid[0]");
    if (arrived == 0 && crossed == 0) continue;
    const uint64_t waiting = clock.at("audit_waiting");
    if ((waiting != 0) != (waits[turn] != 0)) throw CheckError("it is said otherwise who waits");
    if (by_input && (waiting & ~(uint64_t{1} << turn)) != 0) throw CheckError("another input");
    ++(waiting != 0 ? somebody : nobody);
    turn = (turn + 1) % radix;
    for_each_bit(arrived, [&](unsigned input) {
      ++waits[clock.at(fmt::format("arrived_output[{}]", input))];
    });
    for_each_bit(crossed, [&](unsigned lane) { --waits[lane / 2]; });
  }
  if (somebody < 100 || nobody < 100) throw CheckError("too few turns");
}

TEST(EcnMarkOn, TheUnitIsToldWhoWaitsForTheOutputInTurn) {
  for (const char* mark_on : {"output", "input_buffer"}) {
    Scenario scenario = shared_channel(mark_on);
    EventProbe probe;
    probe.log = false;
    probe.act = [&](Cycle now, Network& network) {
      const RouterId id = 1;
      if (now == 0) find_unit(fmt::format("router_{}.ecn_router", id))->record_history();
      if (now == 6000) {
        check_waiting(id, network.router(id).radix(), mark_on != std::string("output"));
      }
    };
    const RunSummary run = run_in_child(scenario, &probe);
    EXPECT_EQ(complaint(run), "");
  }
}

TEST(EcnMarkOn, EnginesAgree) {
  Scenario scenario = shared_channel("input_buffer");
  const RunSummary model = run_in_child(scenario);
  for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kLockstep}) {
    scenario.engine = engine;
    const RunSummary run = run_in_child(scenario);
    EXPECT_EQ(complaint(run), "");
    EXPECT_EQ(run.digest, model.digest);
    EXPECT_EQ(run.mechanism, model.mechanism);
  }
}

/// With credits given ahead a head has those for itself when it crosses; the root is still found.
TEST(EcnMarkOn, OnlyTheRootMarksWithDownstreamAllocationToo) {
  for (const char* mask : {"none", "all"}) {
    Scenario scenario = shared_channel("output");
    scenario.network.data_vcs = 1;
    scenario.network.vc_allocation = VcAllocation::kDownstream;
    set_mechanism(scenario, "victim_mask", std::string(mask));
    EventProbe probe;
    probe.log = false;
    const RunSummary run = run_in_child(scenario, &probe);
    EXPECT_EQ(complaint(run), "");
    EXPECT_GT(run.at("marked at 1"), 100) << mask;
    if (mask == std::string("none")) {
      EXPECT_EQ(run.at("marked at 0"), 0);
    } else {
      EXPECT_GT(run.at("marked at 0"), 100);
    }
  }
}

TEST(EcnMarkOn, WhatIsSaidOfOutputsIsRefusedWithInputs) {
  Scenario scenario = shared_channel("input_buffer");
  const auto error_of = [](const Scenario& wrong) -> std::string {
    try {
      mechanisms().at("ecn").check(wrong);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of(scenario), "");
  FaultConfig stuck;
  stuck.kind = FaultKind::kStuckAt1;
  stuck.origin = "f.toml:20";
  scenario.faults = {stuck};
  EXPECT_EQ(
      error_of(scenario).find("mark_on: input_buffer has no `congested` of outputs, which the "
                              "fault at f.toml:20 sticks"),
      0u)
      << error_of(scenario);
  scenario.faults.clear();
  set_mechanism(scenario, "victim_mask", std::string("nodes"));
  EXPECT_EQ(error_of(scenario).find("victim_mask: has no effect with mark_on"), 0u);
}

}  // namespace
}  // namespace chokepoint::test
