// SPDX-License-Identifier: Apache-2.0
// Networks of 16 nodes for tests of RECN, and how such a run should end.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "tb/network/network_run.h"

namespace chokepoint::test {

inline void set_form(Scenario& scenario, bool detection_queues, bool more_specific) {
  scenario.mechanism.set("detection_queues", detection_queues);
  scenario.mechanism.set("more_specific", more_specific);
}

/// A network that RECN runs on, of 16 nodes; no traffic.
inline Scenario recn_network(const std::string& mechanism = "recn") {
  Scenario scenario = small_network(mechanism, "source_route");
  NetworkConfig& network = scenario.network;
  network.topology = "butterfly";
  network.shape = {};
  network.shape.set("arity", int64_t{4});
  network.shape.set("stages", int64_t{2});
  network.data_vcs = 1;
  network.input_queues = InputQueues::kFifo;
  network.vc_buffer_flits = 128;
  network.output_buffer_flits = 64;
  network.channel_latency = 4;
  scenario.run.warmup = 1000;
  scenario.run.measure = 5000;
  scenario.run.drain = 30000;
  return scenario;
}

/// All stops, and there is time for the last SAQs to be freed: a drain ends with the last packet.
inline void stop_all(Scenario& scenario) {
  for (TrafficConfig& group : scenario.traffic) group.stop = std::min<Cycle>(group.stop, 4000);
  scenario.run.measure = 15000;
}

/// Four nodes send to node 0 for a while, twice what it takes; three others beside them to its
/// neighbours by the same channels.
inline Scenario recn_hotspot(const std::string& mechanism = "recn") {
  Scenario scenario = recn_network(mechanism);
  TrafficConfig& victims =
      add_traffic(scenario, "victims", "permutation", {2, 6, 10}, {}, 0.6, 8, 1);
  victims.mapping = {3, 2, 1};
  TrafficConfig& hot = add_traffic(scenario, "hot", "hotspot", {1, 5, 9, 13}, {0}, 0.5, 8, 1);
  hot.start = 500;
  hot.stop = 4000;
  return scenario;
}

/// Accepted flits per cycle of each source of a group, from the table of the flows.
inline std::vector<double> accepted_of(const std::string& flows, const std::string& group) {
  std::istringstream rows(flows);
  std::vector<double> accepted;
  for (std::string row; std::getline(rows, row);) {
    std::istringstream cells(row);
    std::vector<std::string> words;
    for (std::string word; std::getline(cells, word, ',');) words.push_back(word);
    if (words.at(0) == group) accepted.push_back(std::stod(words.at(4)));
  }
  return accepted;
}

/// It has ended well: drained, in order, no packet in a SAQ that is not on its way, and with
/// `emptied` no SAQ in use.
inline void expect_recn_complete(const RunSummary& run, const std::string& what, bool emptied = true) {
  SCOPED_TRACE(what);
  expect_complete(run);
  if (run.exit_code != 0) return;
  EXPECT_EQ(run.mechanism.at("out_of_order"), 0u);
  EXPECT_EQ(run.mechanism.at("packets_astray"), 0u);
  EXPECT_EQ(run.mechanism.at("saqs_made"),
            run.mechanism.at("saqs_freed") + run.mechanism.at("saqs_at_end"));
  if (!emptied) return;
  EXPECT_EQ(run.mechanism.at("saqs_at_end"), 0u);
  EXPECT_EQ(run.mechanism.at("accepted") + run.mechanism.at("refused"),
            run.mechanism.at("notifications"));
}

}  // namespace chokepoint::test
