// SPDX-License-Identifier: Apache-2.0
// A small network that RECN runs on.
#pragma once

#include <algorithm>
#include <string>

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

}  // namespace chokepoint::test
