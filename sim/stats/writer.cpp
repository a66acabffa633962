// SPDX-License-Identifier: Apache-2.0
// Turns the counters into summary.json, flows.csv and timeseries.csv.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

#include "sim/routing/routing.h"
#include "sim/stats/output_file.h"
#include "sim/stats/statistics.h"
#include "sim/stats/statistics_impl.h"

namespace chokepoint {

namespace {

using Json = nlohmann::ordered_json;

double ratio(uint64_t part, double whole) {
  return whole > 0 ? static_cast<double>(part) / whole : 0;
}

Json latency_json(const Histogram& histogram) {
  Json json;
  if (histogram.count() == 0) {
    json["mean"] = json["p50"] = json["p99"] = json["max"] = nullptr;
  } else {
    json["mean"] = histogram.mean();
    json["p50"] = histogram.quantile(500);
    json["p99"] = histogram.quantile(990);
    json["max"] = histogram.max();
  }
  json["count"] = histogram.count();
  return json;
}

const char* engine_name(EngineKind engine) {
  switch (engine) {
    case EngineKind::kModel:
      return "model";
    case EngineKind::kLockstep:
      return "lockstep";
    case EngineKind::kRtl:
      break;
  }
  return "rtl";
}

}  // namespace

std::string Statistics::summary_json(const Scenario& scenario, const Outcome& outcome) const {
  const Impl& all = *impl_;
  const Cycle measured = all.window.measured_cycles(outcome.cycles);
  Json json;
  json["scenario"] = scenario.path;
  json["title"] = scenario.title;
  json["status"] = outcome.status;
  json["engine"] = engine_name(scenario.engine);
  json["seed"] = scenario.run.seed;
  json["digest"] = fmt::format("0x{:016x}", digest());
  json["cycles"] = outcome.cycles;
  json["measured_cycles"] = measured;
  json["wall_seconds"] = outcome.wall_seconds;
  json["cycles_per_second"] =
      outcome.wall_seconds > 0 ? static_cast<double>(outcome.cycles) / outcome.wall_seconds : 0;
  json["nodes"] = scenario.nodes();
  json["mechanism_name"] = scenario.mechanism.name;
  json["routing"] = scenario.routing.function;
  json["flit_hops"] = flit_hops();
  json["throttled_fraction"] =
      ratio(throttled_flow_cycles_,
            static_cast<double>(all.possible_flows) * static_cast<double>(measured));
  Json groups = Json::object();
  for (size_t g = 0; g < all.groups.size(); ++g) {
    const GroupCounts& counters = all.groups[g];
    const double node_cycles = static_cast<double>(measured) * static_cast<double>(all.sources[g]);
    Json group;
    group["sources"] = scenario.traffic[g].sources.size();
    group["rate"] = scenario.traffic[g].rate;
    group["offered"] = ratio(counters.generated_flits, node_cycles);
    group["accepted"] = ratio(counters.ejected_flits, node_cycles);
    group["latency"] = latency_json(counters.latency);
    group["message_latency"] = latency_json(counters.message_latency);
    group["network_latency"] = latency_json(counters.network_latency);
    group["packets_injected"] = counters.injected;
    group["packets_injected_speculative"] = counters.injected_speculative;
    group["packets_delivered"] = counters.delivered;
    group["packets_dropped"] = counters.dropped;
    group["packets_retransmitted"] = counters.retransmitted;
    group["packets_marked"] = counters.marked;
    group["packets_throttled"] = counters.throttled_packets;
    groups[scenario.traffic[g].name] = std::move(group);
  }
  json["groups"] = std::move(groups);
  Json classes = Json::object();
  const double channel_cycles =
      static_cast<double>(measured) * static_cast<double>(router_channels_);
  for (const std::string& name : all.listed_classes) {
    const auto found = std::find(all.class_names.begin(), all.class_names.end(), name);
    const auto c = static_cast<size_t>(found - all.class_names.begin());
    const ClassCounts counters = c < kVcClasses ? all.classes[c] : ClassCounts();
    const auto of_class = [c](const auto& counts) { return c < kVcClasses ? counts[c] : 0; };
    const uint64_t channel_flits = of_class(channel_flits_);
    classes[name] = {{"packets_injected", counters.injected},
                     {"packets_dropped", counters.dropped},
                     {"packets_delivered", counters.delivered},
                     {"flits_injected", counters.injected_flits},
                     {"flits_dropped", counters.dropped_flits},
                     {"flits_delivered", counters.delivered_flits},
                     {"wasted_flit_hops", of_class(wasted_flit_hops_)},
                     {"channel_flits", channel_flits},
                     {"channel_utilisation", ratio(channel_flits, channel_cycles)},
                     {"ejection_flits", of_class(ejection_flits_)}};
  }
  json["classes"] = std::move(classes);
  json["control"] = {{"packets_injected", all.control.injected},
                     {"packets_delivered", all.control.delivered},
                     {"packets_dropped", all.control.dropped}};
  for (const auto& [name, kind] : all.counted_messages) {
    const PacketCounts& counters = all.messages[static_cast<size_t>(kind)];
    json["messages"][name] = {{"packets_injected", counters.injected},
                              {"packets_delivered", counters.delivered}};
  }
  if (!scenario.workload.name.empty()) {
    const JobCounts& jobs = outcome.workload;
    Json latency = {{"mean", nullptr}, {"max", nullptr}};
    if (jobs.done != 0) {
      latency = {{"mean", ratio(jobs.latency_sum, static_cast<double>(jobs.done))},
                 {"max", jobs.latency_max}};
    }
    json["workload"] = {{"name", scenario.workload.name},
                        {"jobs", jobs.jobs},
                        {"jobs_done", jobs.done},
                        {"job_latency", std::move(latency)},
                        {"finish_cycle", jobs.done != 0 ? Json(jobs.finish) : Json(nullptr)}};
  }
  json["mechanism"] = outcome.mechanism;
  json["checks"] = outcome.checks;
  for (const FaultCount& fault : outcome.faults) {
    Json entry = {{"what", fault.what}, {"origin", fault.origin}, {"struck", fault.struck}};
    if (fault.struck != 0) {
      entry["first"] = fault.first;
      entry["last"] = fault.last;
    }
    json["faults"].push_back(std::move(entry));
  }
  // A path or a title from the command line need not be UTF-8; that must not cost the results.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string Statistics::flows_csv(const Scenario& scenario, const Outcome& outcome) const {
  const Impl& all = *impl_;
  const auto measured = static_cast<double>(all.window.measured_cycles(outcome.cycles));
  std::string text =
      "group,source,destination,packets_delivered,accepted_flits_per_cycle,latency_mean_cycles,"
      "latency_max_cycles,throttled_fraction\n";
  if (all.flows.too_many()) {
    for (size_t g = 0; g < all.groups.size(); ++g) {
      const GroupCounts& group = all.groups[g];
      text += fmt::format("{},all,all,{},{:.9g},{:.9g},{},\n", scenario.traffic[g].name,
                          group.delivered, ratio(group.ejected_flits, measured),
                          group.latency.mean(), group.latency.max());
    }
    return text;
  }
  for (const FlowCounts& flow : all.flows.sorted()) {
    text +=
        fmt::format("{},{},{},{},{:.9g},{:.9g},{},{:.9g}\n", scenario.traffic.at(flow.group()).name,
                    flow.source(), flow.destination(), flow.packets, ratio(flow.flits, measured),
                    ratio(flow.latency_sum, static_cast<double>(flow.latency_count)),
                    flow.latency_max, ratio(all.flows.throttled_cycles(flow), measured));
  }
  return text;
}

std::string Statistics::timeseries_csv(const Scenario& scenario, const Outcome& outcome) const {
  const Impl& all = *impl_;
  std::string text =
      "cycle,group,offered_flits_per_cycle_node,accepted_flits_per_cycle_node,latency_mean_cycles,"
      "latency_max_cycles,packets_delivered,packets_marked,packets_injected_speculative,"
      "packets_dropped\n";
  for (Cycle i = 0; i < all.window.intervals && i * all.window.interval < outcome.cycles; ++i) {
    const Cycle start = i * all.window.interval;
    const auto length = static_cast<double>(std::min(all.window.interval, outcome.cycles - start));
    for (size_t g = 0; g < all.groups.size(); ++g) {
      const IntervalCounts& part = all.groups[g].intervals[static_cast<size_t>(i)];
      const double node_cycles = length * static_cast<double>(all.sources[g]);
      const bool any = part.delivered != 0;  // no packet, no latency: the cells stay empty
      text += fmt::format(
          "{},{},{:.9g},{:.9g},{},{},{},{},{},{}\n", start, scenario.traffic[g].name,
          ratio(part.generated_flits, node_cycles), ratio(part.ejected_flits, node_cycles),
          any ? fmt::format("{:.9g}", ratio(part.latency_sum, static_cast<double>(part.delivered)))
              : "",
          any ? std::to_string(part.latency_max) : "", part.delivered, part.marked,
          part.injected_speculative, part.dropped);
    }
  }
  return text;
}

void Statistics::write(const std::string& folder, const Scenario& scenario,
                       const Outcome& outcome) const {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw std::runtime_error(folder + ": cannot be created: " + error.message());
  const std::filesystem::path path(folder);
  std::vector<OutputFile> files = {
      {(path / "flows.csv").string(), flows_csv(scenario, outcome)},
      {(path / "timeseries.csv").string(), timeseries_csv(scenario, outcome)}};
  for (const auto& [name, text] : outcome.tables) files.push_back({(path / name).string(), text});
  files.push_back({(path / "summary.json").string(), summary_json(scenario, outcome)});
  write_whole_files(files);
}

}  // namespace chokepoint
