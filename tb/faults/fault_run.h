// SPDX-License-Identifier: Apache-2.0
// Small scenarios with faults, and what a run says of them.
#pragma once

#include <fmt/format.h>

#include "tb/network/network_run.h"

namespace chokepoint::test {

inline FaultConfig fault(FaultKind kind, Cycle from = 0, Cycle to = ~Cycle{0}) {
  FaultConfig config;
  config.kind = kind;
  config.from = from;
  config.to = to;
  config.origin = "test";
  return config;
}

inline FaultConfig message_fault(FaultKind kind, const std::string& message, uint64_t count = 0,
                                 Cycle cycles = 0) {
  FaultConfig config = fault(kind);
  config.message = message;
  config.count = count;
  config.cycles = cycles;
  return config;
}

/// How often each fault struck, in the scenario's order.
inline std::vector<uint64_t> struck(const RunSummary& run) {
  std::vector<uint64_t> counts;
  for (const auto& entry : run.summary.value("faults", nlohmann::json::array())) {
    counts.push_back(entry.at("struck"));
  }
  return counts;
}

/// Four sources send node 4 twice what it can take, everybody else talks a little.
inline Scenario hotspot(const std::string& mechanism) {
  Scenario scenario = small_network(mechanism);
  scenario.run.measure = 20000;
  scenario.run.drain = 200000;
  add_traffic(scenario, "hot", "hotspot", {0, 5, 8, 12}, {4}, 0.5).stop = 12000;
  add_traffic(scenario, "ur", "uniform", {1, 2, 3, 6, 7, 9, 10, 11, 13, 14, 15}, {}, 0.2);
  return scenario;
}

inline void expect_text(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in: " << text;
}

}  // namespace chokepoint::test
