// SPDX-License-Identifier: Apache-2.0
// Checks across keys: topology, packets against buffers, times.
#include "sim/scenario/checks.h"

#include <fmt/format.h>

#include "sim/wave/wave_selection.h"

namespace chokepoint {

namespace {
constexpr uint64_t kMaxNodes = 8192;
constexpr unsigned kMaxRadix = 64;
constexpr uint64_t kMaxSeriesCells = 10000000;
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
  const NetworkConfig& network = scenario.network;
  uint64_t nodes = network.concentration;
  unsigned radix = network.concentration;
  for (const unsigned size : network.dimensions) {
    nodes = std::min<uint64_t>(nodes * size, uint64_t{1} << 32);
    radix += size - 1;
  }
  const std::string dimensions = origin_of(raw, "network", 0, "dimensions");
  if (network.dimensions.size() > 8) {
    problems.add(
        dimensions, "dimensions",
        fmt::format("{} dimensions are too many; legal is 1..8", network.dimensions.size()));
  }
  if (nodes > kMaxNodes) {
    problems.add(
        dimensions, "dimensions",
        fmt::format("routers x concentration {} make {}{} nodes; legal is at most {}",
                    network.concentration, nodes >> 32 != 0 ? "over " : "", nodes, kMaxNodes));
  }
  if (radix > kMaxRadix) {
    problems.add(
        dimensions, "dimensions",
        fmt::format("with concentration {} the routers have radix {}; legal is at most {}: "
                    "concentration + the sum of (dimension - 1)",
                    network.concentration, radix, kMaxRadix));
  }
}

void check_run(const Scenario& scenario, const RawScenario& raw, Problems& problems) {
  const NetworkConfig& network = scenario.network;
  for (size_t g = 0; g < scenario.traffic.size(); ++g) {
    const TrafficConfig& group = scenario.traffic[g];
    const auto fits = [&](unsigned room, const char* buffer) {
      if (group.packet_flits <= room) return;
      problems.add(
          origin_of(raw, "traffic", g, "packet_flits"), "packet_flits",
          fmt::format("a packet of {} flits does not fit into {} = {}; legal is at most {}",
                      group.packet_flits, buffer, room, room));
    };
    fits(network.vc_buffer_flits, "network.vc_buffer_flits");
    fits(network.output_buffer_flits, "network.output_buffer_flits");
    const uint64_t message = uint64_t{group.packet_flits} * group.message_packets;
    if (group.pattern != "list" && network.send_queue_flits != 0 &&
        message > network.send_queue_flits) {
      problems.add(
          origin_of(raw, "traffic", g, "message_packets"), "message_packets",
          fmt::format("a message of {} flits does not fit into network.send_queue_flits = {}; "
                      "legal is at most {} packets of {} flits",
                      message, network.send_queue_flits,
                      network.send_queue_flits / group.packet_flits, group.packet_flits));
    }
    if (group.stop <= group.start) {
      problems.add(origin_of(raw, "traffic", g, "stop"), "stop",
                   fmt::format("{} is not after start = {}", group.stop, group.start));
    }
  }
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
  if (run.enable_at != ~Cycle{0} &&
      (run.disable_at == ~Cycle{0} || run.enable_at <= run.disable_at)) {
    problems.add(
        origin_of(raw, "run", 0, "enable_at"), "enable_at",
        fmt::format("{} is not after disable_at; give disable_at < enable_at", run.enable_at));
  }
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
