// SPDX-License-Identifier: Apache-2.0
// Lays out the numbers of summary.json as a table.
#include "sim/cli/run_summary.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace chokepoint::cli {

namespace {

std::string number(const nlohmann::ordered_json& value) {
  if (value.is_null()) return "-";
  return value.is_number_float() ? fmt::format("{:.1f}", value.get<double>()) : value.dump();
}

/// "3 faults injected: ..."; one that never struck is not passed over.
std::string faults_text(const std::vector<FaultCount>& faults) {
  uint64_t struck = 0;
  std::string lines;
  for (const FaultCount& fault : faults) {
    struck += fault.struck;
    lines += fmt::format("  {:<32} ", fault.what);
    lines += fault.struck == 0 ? fmt::format("never reached ({})\n", fault.origin)
                               : fmt::format("{} times, cycles {} to {}\n", fault.struck,
                                             fault.first, fault.last);
  }
  return fmt::format("\n{} faults injected:\n{}", struck, lines);
}

}  // namespace

std::string run_summary(const Scenario& scenario, const RunResult& result, const std::string& out) {
  const auto json =
      nlohmann::ordered_json::parse(result.statistics->summary_json(scenario, result.outcome));
  std::string text;
  if (!scenario.title.empty()) text += scenario.title + "\n";
  text += fmt::format("{}: {} nodes, mechanism {}, routing {}, engine {}, seed {}\n", scenario.path,
                      scenario.nodes(), scenario.mechanism.name, json["routing"].get<std::string>(),
                      json["engine"].get<std::string>(), scenario.run.seed);
  text += fmt::format("{}: {} cycles in {:.1f} s ({:.0f} cycles/s), digest {}\n\n",
                      result.outcome.status, result.outcome.cycles, result.outcome.wall_seconds,
                      json["cycles_per_second"].get<double>(), json["digest"].get<std::string>());
  text += fmt::format("{:<14} {:>7} {:>8} {:>8}   {:^31}   {:>9} {:>9}\n", "", "sources", "offered",
                      "accepted", "packet latency (cycles)", "packets", "packets");
  text += fmt::format("{:<14} {:>7} {:>17}   {:>7} {:>7} {:>7} {:>7}   {:>9} {:>9}\n", "group", "",
                      "flits/cycle/node", "mean", "p50", "p99", "max", "delivered", "marked");
  for (const auto& [name, group] : json["groups"].items()) {
    const auto& latency = group["latency"];
    text += fmt::format("{:<14} {:>7} {:>8.4f} {:>8.4f}   {:>7} {:>7} {:>7} {:>7}   {:>9} {:>9}\n",
                        name, group["sources"].get<uint64_t>(), group["offered"].get<double>(),
                        group["accepted"].get<double>(), number(latency["mean"]),
                        number(latency["p50"]), number(latency["p99"]), number(latency["max"]),
                        group["packets_delivered"].get<uint64_t>(),
                        group["packets_marked"].get<uint64_t>());
  }
  if (const auto found = json.find("workload"); found != json.end()) {
    text += fmt::format("\nworkload {}\n  {:<32} {} of {}\n  {:<32} mean {}, max {}\n  {:<32} {}\n",
                        scenario.workload.name, "jobs done", found->at("jobs_done").dump(),
                        found->at("jobs").dump(), "job latency (cycles)",
                        number(found->at("job_latency")["mean"]),
                        number(found->at("job_latency")["max"]), "last job ended in cycle",
                        number(found->at("finish_cycle")));
  }
  if (!result.outcome.mechanism.empty()) {
    text += fmt::format("\nmechanism {}\n", scenario.mechanism.name);
    for (const auto& [name, count] : result.outcome.mechanism) {
      text += fmt::format("  {:<32} {}\n", name, count);
    }
    text += fmt::format("  {:<32} {:.6g}\n", "throttled fraction of flow time",
                        json["throttled_fraction"].get<double>());
  }
  if (!result.outcome.faults.empty()) text += faults_text(result.outcome.faults);
  text += "\nchecks\n";
  for (const auto& [name, verdict] : result.outcome.checks) {
    text += fmt::format("  {:<32} {}\n", name, verdict);
  }
  if (!out.empty()) {
    text += fmt::format("\nwritten: {0}/summary.json, {0}/flows.csv, {0}/timeseries.csv\n", out);
  }
  if (!result.wave_path.empty()) {
    text += fmt::format("waveform: gtkwave {} {}\n", result.wave_path, result.view_path);
  }
  return text;
}

}  // namespace chokepoint::cli
