// SPDX-License-Identifier: Apache-2.0
#include "tb/network/network_run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace chokepoint::test {

namespace {

nlohmann::json run_to_json(const Scenario& scenario, Probe* probe, FetchUse fetch,
                           const SwitchChoice& choice, const ThreadWish& threads) {
  nlohmann::json json;
  try {
    RunOptions options;
    options.observer = probe;
    options.fetch_ahead = fetch;
    options.switch_choice = choice;
    options.threads = threads;
    const RunResult result = run_network(scenario, options);
    const Statistics& statistics = *result.statistics;
    json["exit_code"] = result.exit_code;
    json["error"] = result.error;
    json["digest"] = statistics.digest();
    json["cycles"] = result.outcome.cycles;
    json["injected"] = statistics.packets_injected();
    json["delivered"] = statistics.packets_delivered();
    json["dropped"] = statistics.packets_dropped();
    json["streams"] = result.streams;
    json["threads"] = result.threads.threads;
    json["threads_reason"] = result.threads.reason;
    json["flows"] = statistics.flows_csv(scenario, result.outcome);
    json["timeseries"] = statistics.timeseries_csv(scenario, result.outcome);
    json["tables"] = result.outcome.tables;
    json["fetched"] = {result.fetched.turns, result.fetched.lines, result.fetched.events};
    json["summary"] = nlohmann::json::parse(statistics.summary_json(scenario, result.outcome));
    json["checks"] = result.outcome.checks;
    json["mechanism"] = result.outcome.mechanism;
    json["accepted"] = json["latency"] = nlohmann::json::array();
    for (unsigned g = 0; g < scenario.traffic.size(); ++g) {
      json["accepted"].push_back(statistics.accepted(g));
      json["latency"].push_back(statistics.mean_latency(g));
    }
    Figures seen;
    if (probe != nullptr) probe->report(seen);
    json["seen"] = seen;
  } catch (const InputError& error) {
    json = {{"exit_code", 2}, {"error", error.what()}};
  } catch (const std::exception& error) {
    json = {{"exit_code", 4}, {"error", std::string("unexpected: ") + error.what()}};
  }
  return json;
}

}  // namespace

RunSummary run_in_child(const Scenario& scenario, Probe* probe, FetchUse fetch,
                        const SwitchChoice& choice, const ThreadWish& threads) {
  constexpr unsigned kSeconds = 120;
  RunSummary summary;
  int ends[2];
  if (pipe(ends) != 0) {
    summary.error = "no pipe";
    return summary;
  }
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    close(ends[0]);
    alarm(kSeconds);
    const std::string text = run_to_json(scenario, probe, fetch, choice, threads).dump();
    for (size_t done = 0; done < text.size();) {
      const ssize_t written = write(ends[1], text.data() + done, text.size() - done);
      if (written <= 0) break;
      done += static_cast<size_t>(written);
    }
    close(ends[1]);
    std::exit(0);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t got; (got = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (child < 0 || status != 0 || text.empty()) {
    summary.error = "the run's process ended with status " + std::to_string(status);
    return summary;
  }
  const nlohmann::json json = nlohmann::json::parse(text);
  summary.exit_code = json.at("exit_code");
  summary.error = json.at("error");
  if (json.contains("digest")) {
    summary.digest = json.at("digest");
    summary.cycles = json.at("cycles");
    summary.injected = json.at("injected");
    summary.delivered = json.at("delivered");
    summary.dropped = json.at("dropped");
    summary.streams = json.at("streams");
    summary.threads = json.at("threads");
    summary.threads_reason = json.at("threads_reason");
    summary.flows = json.at("flows");
    summary.timeseries = json.at("timeseries");
    summary.tables = json.at("tables").get<std::map<std::string, std::string>>();
    const nlohmann::json& fetched = json.at("fetched");
    summary.fetched = {fetched.at(0), fetched.at(1), fetched.at(2)};
    summary.summary = json.at("summary");
    summary.accepted = json.at("accepted").get<std::vector<double>>();
    summary.latency = json.at("latency").get<std::vector<double>>();
    summary.checks = json.at("checks").get<std::map<std::string, std::string>>();
    summary.mechanism = json.at("mechanism").get<std::map<std::string, uint64_t>>();
    summary.seen = json.at("seen").get<Figures>();
  }
  return summary;
}

SwitchChoice switch_of(SwitchKind kind) {
  SwitchChoice choice;
  choice.kind = kind;
  return choice;
}

RunSummary run_with(const Scenario& scenario, SwitchKind kind) {
  return run_in_child(scenario, nullptr, FetchUse::kWhereItPays, switch_of(kind));
}

nlohmann::json comparable(const RunSummary& run) {
  nlohmann::json summary = run.summary;
  if (!summary.is_object()) return summary;  // the scenario was refused
  for (const char* name : {"wall_seconds", "cycles_per_second"}) summary.erase(name);
  return summary;
}

void expect_equal(const RunSummary& run, const RunSummary& as, const std::string& what) {
  EXPECT_EQ(run.exit_code, as.exit_code) << what << ": " << run.error << as.error;
  EXPECT_EQ(run.error, as.error) << what;
  EXPECT_EQ(run.digest, as.digest) << what;
  EXPECT_EQ(run.cycles, as.cycles) << what;
  EXPECT_EQ(run.mechanism, as.mechanism) << what;
  const nlohmann::json summary = comparable(run), other = comparable(as);
  EXPECT_TRUE(summary == other) << what << ": " << nlohmann::json::diff(other, summary);
  EXPECT_EQ(run.flows, as.flows) << what;
  EXPECT_EQ(run.timeseries, as.timeseries) << what;
  EXPECT_EQ(run.tables, as.tables) << what;
}

RunSummary run_on_both(const Scenario& scenario, Probe* probe) {
  const auto run = [&scenario, probe](SwitchKind kind) {
    return run_in_child(scenario, probe, FetchUse::kWhereItPays, switch_of(kind));
  };
  RunSummary stream = run(SwitchKind::kStream);
  const RunSummary plain = run(SwitchKind::kPlain);
  if (stream.exit_code == 1) {  // other routers ran on to the end of their tick
    EXPECT_EQ(plain.exit_code, 1) << plain.error;
    EXPECT_EQ(plain.error, stream.error);
    EXPECT_EQ(plain.cycles, stream.cycles);
    return stream;
  }
  expect_equal(plain, stream, "plain switch against stream switch");
  EXPECT_EQ(plain.seen, stream.seen);
  return stream;
}

void expect_same_with_threads(const Scenario& scenario, const std::string& what, SwitchKind kind) {
  // As many as are asked for, however little there is to do.
  const auto run = [&scenario, kind](unsigned threads) {
    return run_in_child(scenario, nullptr, FetchUse::kWhereItPays, switch_of(kind),
                        ThreadWish{threads, 1});
  };
  const RunSummary one = run(1);
  ASSERT_EQ(one.exit_code, 0) << what << ": " << one.error;
  EXPECT_GT(one.delivered, 100u) << what;
  for (const unsigned threads : {2u, 3u}) {
    const std::string where = what + ", " + std::to_string(threads) + " threads";
    const RunSummary several = run(threads);
    EXPECT_EQ(several.threads, threads) << where << ": " << several.threads_reason;
    expect_equal(several, one, where);
  }
}

void expect_complete(const RunSummary& run, bool drained) {
  ASSERT_EQ(run.exit_code, 0) << run.error;
  EXPECT_EQ(run.checks.at("conservation"), "held");
  if (drained) {
    EXPECT_EQ(run.checks.at("credits"), "held, all returned");
    EXPECT_EQ(run.injected, run.delivered + run.dropped);
    EXPECT_EQ(run.checks.at("delivery"), "held, every packet once");
  }
}

Scenario small_network(const std::string& mechanism, const std::string& function) {
  Scenario scenario;
  scenario.path = "test";
  scenario.engine = EngineKind::kModel;
  scenario.routing.function = function;
  scenario.run.warmup = 0;
  scenario.run.measure = 5000;
  scenario.run.drain = 20000;
  scenario.mechanism.name = mechanism;
  for (const KeySpec& key : mechanisms().at(mechanism).keys) {
    scenario.mechanism.values[key.name] = key.default_value;
  }
  return scenario;
}

TrafficConfig& add_traffic(Scenario& scenario, const std::string& name, const std::string& pattern,
                           std::vector<NodeId> sources, std::vector<NodeId> destinations,
                           double rate, unsigned packet_flits, unsigned message_packets) {
  TrafficConfig group;
  group.name = group.traffic_class = name;
  group.pattern = pattern;
  group.rate = rate;
  group.packet_flits = packet_flits;
  group.message_packets = message_packets;
  if (pattern == "permutation") {
    group.mapping = std::move(destinations);
  } else {
    group.destinations = destinations.empty() ? sources : std::move(destinations);
  }
  group.sources = std::move(sources);
  scenario.traffic.push_back(std::move(group));
  return scenario.traffic.back();
}

void add_messages(Scenario& scenario, std::vector<ListEntry> entries, unsigned packet_flits) {
  TrafficConfig group;
  group.name = group.traffic_class = "list";
  group.pattern = "list";
  group.packet_flits = packet_flits;
  for (const ListEntry& entry : entries) {
    if (group.sources.empty() || group.sources.back() != entry.source) {
      group.sources.push_back(entry.source);
    }
  }
  group.entries = std::move(entries);
  scenario.traffic.push_back(std::move(group));
}

std::vector<NodeId> nodes_from(NodeId first, NodeId end) {
  std::vector<NodeId> nodes(end - first);
  std::iota(nodes.begin(), nodes.end(), first);
  return nodes;
}

}  // namespace chokepoint::test
