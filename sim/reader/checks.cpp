// SPDX-License-Identifier: Apache-2.0
// Checks across keys: topology, packets against buffers, times.
#include "sim/reader/checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/common/key_error.h"
#include "sim/routing/routing_function.h"
#include "sim/switch/queueing/organisation.h"
#include "sim/switch/switching/registry.h"
#include "sim/topology/topology.h"
#include "sim/traffic/message_sizes.h"
#include "sim/wave/wave_selection.h"

namespace chokepoint {

namespace {
constexpr uint64_t kMaxSeriesCells = 10000000;

/// The group that may end the run is one that generates at a rate.
void check_saturation_group(const Scenario& scenario, const RawScenario& raw, Problems& problems) {
  const std::string& wanted = scenario.run.saturation_group;
  if (wanted.empty()) return;
  std::vector<std::string> legal;
  for (const TrafficConfig& group : scenario.traffic) {
    const bool at_rate = group.pattern != "list" && group.generate == Generate::kRate;
    if (at_rate && group.name == wanted) return;
    if (at_rate) legal.push_back(group.name);
  }
  problems.add(origin_of(raw, "run", 0, "saturation_group"), "saturation_group",
               fmt::format("no traffic group '{}' that generates at a rate; there are: {}", wanted,
                           fmt::join(legal, ", ")));
}

/// The default goes with every function, so that a scenario may be run with another one.
void check_vc_classes(const Scenario& scenario, const RoutingInfo& function, const RawScenario& raw,
                      Problems& problems) {
  if (function.follows_vc_classes || scenario.network.vc_classes == VcClasses::kPhase) return;
  std::vector<std::string> users;
  for (const auto& [name, other] : routing_functions()) {
    if (other.follows_vc_classes) users.push_back(name);
  }
  problems.add(origin_of(raw, "network", 0, "vc_classes"), "vc_classes",
               fmt::format("has no effect with function {}; it is for {}: leave it out",
                           function.name, fmt::join(users, ", ")));
}
}  // namespace

std::string origin_of(const RawScenario& raw, const std::string& table, size_t group,
                      const std::string& key) {
  const RawTable* where = nullptr;
  if (table == "traffic") {
    where = &raw.traffic.at(group);
  } else if (const auto found = raw.tables.find(table); found != raw.tables.end()) {
    where = &found->second;
  }
  if (where == nullptr) return raw.path;
  if (const RawValue* value = where->find(key)) return value->origin;
  return where->origin.empty() ? raw.path : where->origin;
}

void check_network(const Scenario& scenario, const RawScenario& raw, Problems& problems) {
  const TopologyInfo& info = topology_info(scenario.network);
  try {
    info.check(shape_of(scenario.network));
  } catch (const InputError& error) {
    const KeyError found(error);
    problems.add(origin_of(raw, "network", 0, found.key), found.key, found.what);
  }
  try {
    check_shares(scenario.network, scenario.nodes());
  } catch (const InputError& error) {
    const KeyError found(error);
    problems.add(origin_of(raw, "network", 0, found.key), found.key, found.what);
  }
  const auto function = routing_functions().find(scenario.routing.function);
  if (function == routing_functions().end()) return;
  check_vc_classes(scenario, function->second, raw, problems);
  if (goes_with(function->second, info)) return;
  std::vector<std::string> legal;
  for (const auto& [name, other] : routing_functions()) {
    if (goes_with(other, info)) legal.push_back(name);
  }
  problems.add(origin_of(raw, "routing", 0, "function"), "function",
               fmt::format("{} does not work on topology {}; use {}", function->first, info.name,
                           fmt::join(legal, " or ")));
}

std::vector<PacketRoom> packet_rooms(const Scenario& scenario) {
  const NetworkConfig& network = scenario.network;
  if (techniques().at(network.switching).flit_by_flit) return {};
  std::vector<PacketRoom> rooms = {{"network.vc_buffer_flits", network.vc_buffer_flits},
                                   {"network.output_buffer_flits", network.output_buffer_flits}};
  if (network.input_queues == InputQueues::kDestination) {
    rooms.push_back({"network.vc_buffer_flits / nodes", network.share_flits(scenario.nodes())});
  }
  return rooms;
}

const std::map<std::string, std::vector<std::string>>& generate_keys() {
  static const std::map<std::string, std::vector<std::string>> keys = {
      {"rate", {"rate", "stop", "spacing"}},
      {"impulse", {}},
      {"periodic", {"rate", "stop", "spacing", "burst_cycles", "period_cycles"}}};
  return keys;
}

void check_generation(const TrafficConfig& group, const RawTable& table, Problems& problems) {
  const auto report = [&](const char* key, const std::string& what) {
    if (const RawValue* value = table.find(key)) problems.add(value->origin, key, what);
  };
  if (!group.message_sizes.empty()) {
    for (const char* key : {"message_packets", "message_packets_max"}) {
      report(key, "has no effect beside message_sizes; leave one of them out");
    }
    const size_t sizes = group.message_sizes.size(), weights = group.message_weights.size();
    if (sizes > MessageSizes::kMaxSizes) {
      report("message_sizes",
             fmt::format("{} sizes are too many; legal is 1..{}", sizes, MessageSizes::kMaxSizes));
    }
    if (weights != 0 && weights != sizes) {
      report("message_weights",
             fmt::format("has {} weights for {} message_sizes; give one for each size", weights,
                         sizes));
    }
  } else {
    for (const char* key : {"message_weights", "message_weights_by"}) {
      report(key, "has no effect without message_sizes; give these, e.g. [4, 64]");
    }
  }
  if (group.message_packets_max != 0 && group.message_packets_max < group.message_packets) {
    report("message_packets_max", fmt::format("{} is below message_packets = {}",
                                              group.message_packets_max, group.message_packets));
  }
  const std::string mode = group.generate == Generate::kRate      ? "rate"
                           : group.generate == Generate::kImpulse ? "impulse"
                                                                  : "periodic";
  const std::vector<std::string>& used = generate_keys().at(mode);
  for (const std::string& key : generate_keys().at("periodic")) {
    if (std::find(used.begin(), used.end(), key) != used.end()) continue;
    std::vector<std::string> users;
    for (const auto& [name, keys] : generate_keys()) {
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) users.push_back(name);
    }
    report(key.c_str(), fmt::format("has no effect with generate = {}; it is for {}", mode,
                                    fmt::join(users, ", ")));
  }
  if (mode == "periodic" && group.burst_cycles > group.period_cycles) {
    problems.add(table.find("burst_cycles") != nullptr ? table.find("burst_cycles")->origin
                                                       : table.find("generate")->origin,
                 "burst_cycles",
                 fmt::format("{} is more than period_cycles = {}; give at most that",
                             group.burst_cycles, group.period_cycles));
  }
}

void check_series(const Scenario& scenario, const RawScenario& raw, Problems& problems) {
  const RunConfig& run = scenario.run;
  const uint64_t cells =
      (run.warmup + run.measure + run.drain) / run.interval * scenario.traffic.size();
  if (cells > kMaxSeriesCells) {
    problems.add(
        origin_of(raw, "run", 0, "interval"), "interval",
        fmt::format("{} cycles make {} rows of timeseries.csv; legal is at most {}: take a "
                    "longer interval",
                    run.interval, cells, kMaxSeriesCells));
  }
}

void check_run(const Scenario& scenario, const RawScenario& raw, Problems& problems) {
  const NetworkConfig& network = scenario.network;
  for (size_t g = 0; g < scenario.traffic.size(); ++g) {
    const TrafficConfig& group = scenario.traffic[g];
    for (const PacketRoom& room : packet_rooms(scenario)) {
      if (group.packet_flits <= room.flits) continue;
      problems.add(
          origin_of(raw, "traffic", g, "packet_flits"), "packet_flits",
          fmt::format("a packet of {} flits does not fit into {} = {}; legal is at most {}",
                      group.packet_flits, room.buffer, room.flits, room.flits));
    }
    const uint64_t message = uint64_t{group.packet_flits} * MessageSizes(group).largest();
    const char* size_key = !group.message_sizes.empty()     ? "message_sizes"
                           : group.message_packets_max != 0 ? "message_packets_max"
                                                            : "message_packets";
    for (const auto& [key, room] : network.send_rooms()) {
      if (group.pattern == "list" || room == 0 || message <= room) continue;
      problems.add(origin_of(raw, "traffic", g, size_key), size_key,
                   fmt::format("a message of {} flits does not fit into network.{} = {}; "
                               "legal is at most {} packets of {} flits",
                               message, key, room, room / group.packet_flits, group.packet_flits));
    }
    if (group.stop <= group.start) {
      problems.add(origin_of(raw, "traffic", g, "stop"), "stop",
                   fmt::format("{} is not after start = {}", group.stop, group.start));
    }
  }
  const RunConfig& run = scenario.run;
  if (run.enable_at != ~Cycle{0} &&
      (run.disable_at == ~Cycle{0} || run.enable_at <= run.disable_at)) {
    problems.add(
        origin_of(raw, "run", 0, "enable_at"), "enable_at",
        fmt::format("{} is not after disable_at; give disable_at < enable_at", run.enable_at));
  }
  check_saturation_group(scenario, raw, problems);
  const WaveConfig& wave = scenario.wave;
  if (wave.to < wave.from) {
    problems.add(origin_of(raw, "wave", 0, "to"), "to",
                 fmt::format("{} is before from = {}", wave.to, wave.from));
  }
  try {
    parse_wave_selection(wave.what, scenario.routers(), scenario.nodes());
  } catch (const InputError& error) {
    problems.add(origin_of(raw, "wave", 0, "what"), "what", error.what());
  }
}

}  // namespace chokepoint
