// SPDX-License-Identifier: Apache-2.0
// The network that tests of wormhole switching share.
#pragma once

#include <vector>

#include "tb/network/network_run.h"

namespace chokepoint::test {

/// A torus of small buffers; nobody sends yet.
inline Scenario wormhole_torus(const std::vector<unsigned>& dimensions) {
  Scenario scenario = small_network();
  NetworkConfig& network = scenario.network;
  network.topology = "torus";
  network.shape.set_counts("dimensions", dimensions);
  network.switching = "wormhole";
  network.input_queues = InputQueues::kFifo;
  network.arbitration = Arbitration::kFlit;
  network.data_vcs = 3;
  network.vc_buffer_flits = 8;
  network.output_buffer_flits = 1;
  network.speedup = 1;
  network.channel_latency = 1;
  scenario.routing.function = "dimension_order";
  scenario.run.drain = 200000;
  return scenario;
}

}  // namespace chokepoint::test
