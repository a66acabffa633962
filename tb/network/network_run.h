// SPDX-License-Identifier: Apache-2.0
// Runs a scenario in a child process (SystemC elaborates once per process) and brings the figures
// back.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sim/hooks/mechanism.h"
#include "sim/network/run.h"

namespace chokepoint::test {

using Figures = std::map<std::string, double>;

/// An observer that also reports what it saw; it lives in the child.
struct Probe : NetworkObserver {
  virtual void report(Figures&) const {}
};

struct RunSummary {
  int exit_code = -1;
  std::string error;
  uint64_t digest = 0, cycles = 0, injected = 0, delivered = 0, dropped = 0, streams = 0;
  unsigned threads = 0;
  std::string threads_reason;
  std::string flows, timeseries;  ///< the two tables of every run
  std::map<std::string, std::string> tables;  ///< the mechanism's, by file name
  FetchCounts fetched;
  std::vector<double> accepted, latency;  ///< per traffic group
  std::map<std::string, std::string> checks;
  std::map<std::string, uint64_t> mechanism;
  nlohmann::json summary;  ///< summary.json
  Figures seen;            ///< the probe's report
  double at(const std::string& name) const {
    const auto found = seen.find(name);
    return found == seen.end() ? 0 : found->second;
  }
};

RunSummary run_in_child(const Scenario& scenario, Probe* probe = nullptr,
                        FetchUse fetch = FetchUse::kWhereItPays, const SwitchChoice& choice = {},
                        const ThreadWish& threads = {});

SwitchChoice switch_of(SwitchKind kind);

/// A run with that kind of switch.
RunSummary run_with(const Scenario& scenario, SwitchKind kind = SwitchKind::kBest);

/// summary.json without how long the run took.
nlohmann::json comparable(const RunSummary& run);

/// Two runs ended alike, and all that came out of them is the same.
void expect_equal(const RunSummary& run, const RunSummary& as, const std::string& what);

/// With the stream switch, whose run is returned, and with the plain one, of which everything must
/// be the same: also what the probe saw, and of a run that fails a check the error and its cycle.
RunSummary run_on_both(const Scenario& scenario, Probe* probe = nullptr);

/// The run ends well, and everything is the same for 1, 2 and 3 threads.
void expect_same_with_threads(const Scenario& scenario, const std::string& what,
                              SwitchKind kind = SwitchKind::kBest);

/// The run ended well: every check held, and the network was empty with all credits back if it
/// drained.
void expect_complete(const RunSummary& run, bool drained = true);

/// 16 nodes, 4 routers, the paper's small network; golden models, mechanism keys at their defaults.
Scenario small_network(const std::string& mechanism = "none",
                       const std::string& function = "minimal");

/// Adds a traffic group and returns it. Destinations as each pattern wants them; none: the sources.
TrafficConfig& add_traffic(Scenario& scenario, const std::string& name, const std::string& pattern,
                           std::vector<NodeId> sources, std::vector<NodeId> destinations,
                           double rate, unsigned packet_flits = 32, unsigned message_packets = 4);

/// One message of a traffic list: a single group of exactly these messages.
void add_messages(Scenario& scenario, std::vector<ListEntry> entries, unsigned packet_flits);

std::vector<NodeId> nodes_from(NodeId first, NodeId end);

}  // namespace chokepoint::test
