// SPDX-License-Identifier: Apache-2.0
// RECN where its numbers are large: 4,096 nodes, and turn pools of more than 32 bits.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tb/mechanisms/recn_network.h"

namespace chokepoint::test {
namespace {

/// A 4-ary 6-fly of 6,144 routers; 16 nodes of as many parts of it send to one, and little memory, so that the tree
/// reaches their NICs in 200 cycles.
TEST(RecnLarge, AHotspotAmong4096NodesGetsATree) {
  Scenario scenario = recn_network();
  scenario.network.shape.set("stages", int64_t{6});
  scenario.network.vc_buffer_flits = scenario.network.output_buffer_flits = 32;
  scenario.mechanism.set("linger", int64_t{4});  // or all units have clocks until it has passed
  set_form(scenario, true, true);
  scenario.run.warmup = scenario.run.drain = 0;
  scenario.run.measure = 200;
  std::vector<NodeId> sources;
  for (NodeId part = 0; part < 16; ++part) sources.push_back(256 * part + 1);
  add_traffic(scenario, "hot", "hotspot", sources, {0}, 1.0, 8, 1);
  const RunSummary run = run_in_child(scenario);
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_EQ(run.summary["nodes"], 4096);
  EXPECT_GT(run.mechanism.at("saqs_made"), 30u);
  EXPECT_GT(run.mechanism.at("saq_packets.hot"), 40u);
  EXPECT_GE(run.mechanism.at("nic_saqs_made"), 10u) << "of six turns";
  EXPECT_EQ(run.mechanism.at("out_of_order"), 0u);
  EXPECT_EQ(run.mechanism.at("packets_astray"), 0u);
}

/// 64 nodes, a fat tree of three levels, whose lower channels the hotspot's packets share with
/// others'. Each sender of uniform traffic has a packet for the hotspot now and then. It finds the
/// SAQ behind the crossbar stopped: if that took no packet of an input that it has not notified, all
/// behind the packet would wait with it, as they did.
TEST(RecnLarge, ASinglePacketForAStoppedSaqHoldsNobodyUp) {
  for (const bool enhanced : {false, true}) {
    Scenario scenario = recn_network();
    NetworkConfig& network = scenario.network;
    network.topology = "fat_tree";
    network.shape = {};
    network.shape.set("arity", int64_t{4});
    network.shape.set("levels", int64_t{3});
    network.vc_buffer_flits = 1024;
    set_form(scenario, enhanced, enhanced);
    std::vector<NodeId> hot, rest;
    for (NodeId node = 0; node < 64; ++node)
      (node % 4 == 0 && node != 32 ? hot : rest).push_back(node);
    add_traffic(scenario, "rest", "uniform", rest, nodes_from(0, 64), 0.5, 8, 1);
    add_traffic(scenario, "hot", "hotspot", hot, {32}, 1.0, 8, 1);
    scenario.run.warmup = 2000;
    scenario.run.measure = 4000;
    scenario.run.drain = 0;
    const RunSummary run = run_in_child(scenario);
    ASSERT_EQ(run.exit_code, 0) << run.error;
    double all = 0;
    for (const double accepted : accepted_of(run.flows, "rest")) all += accepted;
    const double each = all / static_cast<double>(rest.size());
    EXPECT_GT(each, 0.45) << (enhanced ? "enhanced" : "basic");
  }
}

/// Eleven routers in a row, four nodes at either end: 11 turns of three bits. A hotspot at one end, whose tree
/// reaches the NICs of the other, where a path has all turns; beside it packets go the same way to a neighbour.
Scenario row_of_routers(int64_t turn_pool_bits, const std::string& mechanism = "recn") {
  Scenario scenario = recn_network(mechanism);
  NetworkConfig& network = scenario.network;
  network.topology = "graph";
  network.shape = {};
  std::vector<std::pair<unsigned, unsigned>> links;
  std::vector<unsigned> nodes(11, 0);
  nodes.front() = nodes.back() = 4;
  for (unsigned router = 0; router < 10; ++router) links.push_back({router, router + 1});
  network.shape.set_counts("router_nodes", nodes);
  network.shape.set_pairs("links", links);
  scenario.routing.keys.set("turn_pool_bits", turn_pool_bits);
  add_traffic(scenario, "victims", "hotspot", {2}, {6}, 0.1, 8, 1);
  add_traffic(scenario, "hot", "hotspot", {0, 1, 5}, {4}, 0.45, 8, 1);
  scenario.run.measure = 15000;
  for (TrafficConfig& group : scenario.traffic) group.stop = 5000;
  return scenario;
}

/// Turns of the longest path in recn_saqs.csv: they are joined by dots.
unsigned longest_path(const std::string& table) {
  std::istringstream rows(table);
  unsigned longest = 0;
  for (std::string row; std::getline(rows, row);)
    longest = std::max(longest, 1u + static_cast<unsigned>(std::count(row.begin(), row.end(), '.')));
  return longest;
}

TEST(RecnLarge, ATurnPoolOf33BitsHoldsThePathsOf11Turns) {
  const RunSummary without = run_in_child(row_of_routers(33, "none"));
  expect_complete(without);
  for (const bool enhanced : {false, true}) {
    Scenario scenario = row_of_routers(33);
    set_form(scenario, enhanced, enhanced);
    const RunSummary run = run_in_child(scenario);
    expect_recn_complete(run, enhanced ? "enhanced" : "basic");
    EXPECT_GT(run.mechanism.at("nic_saqs_made"), 0u) << "paths of 33 bits";
    EXPECT_EQ(longest_path(run.tables.at("recn_saqs.csv")), 11u);
    EXPECT_GT(run.delivered, 200u);
    EXPECT_LT(run.latency.at(0), without.latency.at(0) / 2) << "victims pass";
    scenario = row_of_routers(48);
    set_form(scenario, enhanced, enhanced);
    const RunSummary wider = run_in_child(scenario);
    EXPECT_EQ(run.mechanism, wider.mechanism);
    EXPECT_EQ(run.tables, wider.tables);
  }
  const RunSummary narrow = run_in_child(row_of_routers(32));
  EXPECT_NE(narrow.error.find("turn_pool_bits"), std::string::npos) << narrow.error;
}

}  // namespace
}  // namespace chokepoint::test
