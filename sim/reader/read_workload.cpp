// SPDX-License-Identifier: Apache-2.0
// [workload]: the keys that a workload declares, its lists of nodes, its traffic groups.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <sstream>

#include "sim/common/key_error.h"
#include "sim/common/registry.h"
#include "sim/reader/checks.h"
#include "sim/reader/key_makers.h"
#include "sim/reader/keys.h"
#include "sim/workload/workload.h"

namespace chokepoint {

namespace {

constexpr size_t kMostGroups = 200;

Key grid_key() {
  const auto grid = [](Scenario & scenario, size_t) -> auto& {
    return scenario.workload.grid;
  };
  return integer("grid", grid, 1, kMaxCycles, "cycles",
                 "the run ends at the first multiple of it at which all jobs are done, and drains");
}

Key name_key() {
  const auto name = [](Scenario & scenario, size_t) -> auto& {
    return scenario.workload.name;
  };
  return text("name", name, "", names_of(workloads()));
}

/// The list that says "rest" gets the nodes that are in no other list.
class NodeLists {
 public:
  NodeLists(Scenario& scenario, const RawScenario& raw, Problems& problems)
      : scenario_(scenario), raw_(raw), problems_(problems) {}

  void resolve(const std::vector<KeySpec>& keys) {
    std::vector<const KeySpec*> rest;
    for (const KeySpec& key : keys) {
      if (key.type != KeySpec::Type::kNodes) continue;
      const std::string& text = scenario_.workload.text(key.name);
      try {
        if (text == "rest") {
          rest.push_back(&key);
        } else {
          scenario_.workload.nodes[key.name] = listed(text);
        }
      } catch (const InputError& error) {
        report(key.name, error.what());
      }
    }
    for (const KeySpec* key : rest) {
      if (key != rest.front()) {
        report(key->name, fmt::format("\"rest\" stands at {} already; give nodes to one of them",
                                      rest.front()->name));
        continue;
      }
      std::vector<NodeId>& nodes = scenario_.workload.nodes[key->name];
      for (NodeId node = 0; node < scenario_.nodes(); ++node) {
        if (used_.count(node) == 0) nodes.push_back(node);
      }
      if (nodes.empty()) report(key->name, "\"rest\" is empty: every node is in another list");
    }
  }

 private:
  std::vector<NodeId> listed(const std::string& text) {
    std::vector<NodeId> nodes;
    if (text.empty()) throw InputError("missing; give nodes such as [0, 3], \"0-7\" or \"all\"");
    if (text == "all") {
      nodes.resize(scenario_.nodes());
      std::iota(nodes.begin(), nodes.end(), NodeId{0});
    } else {
      std::vector<std::string> words;
      std::stringstream stream(text);
      for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
      nodes = explicit_nodes(words, scenario_.nodes());
    }
    std::vector<NodeId> sorted = nodes;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) throw InputError(fmt::format("node {} stands there twice", *twice));
    used_.insert(nodes.begin(), nodes.end());
    return nodes;
  }
  void report(const std::string& key, const std::string& what) {
    problems_.add(origin_of(raw_, "workload", 0, key), key, what);
  }

  Scenario& scenario_;
  const RawScenario& raw_;
  Problems& problems_;
  std::set<NodeId> used_;
};

/// The workload's traffic groups against buffers and the names of others.
void add_groups(Scenario& scenario, const WorkloadInfo& info, const RawScenario& raw,
                Problems& problems) {
  const NetworkConfig& network = scenario.network;
  const auto report = [&](const std::string& key, const std::string& what) {
    problems.add(origin_of(raw, "workload", 0, key), key, what);
  };
  std::vector<WorkloadGroup> groups = info.groups(scenario);
  scenario.workload.first_group = static_cast<unsigned>(scenario.traffic.size());
  if (scenario.traffic.size() + groups.size() > kMostGroups) {
    report("name",
           fmt::format("with its {} groups there are {}; legal is at most {}: leave out "
                       "[[traffic]] groups",
                       groups.size(), scenario.traffic.size() + groups.size(), kMostGroups));
  }
  const std::vector<PacketRoom> rooms = packet_rooms(scenario);
  for (auto& [group, message_flits, flits_key] : groups) {
    const uint64_t packets =
        (uint64_t{message_flits} + group.packet_flits - 1) / group.packet_flits;
    const auto same = [&own = group.name](const TrafficConfig& other) { return other.name == own; };
    if (std::any_of(scenario.traffic.begin(), scenario.traffic.end(), same)) {
      report("name", fmt::format("{} has a group '{}'; give the [[traffic]] group another name",
                                 info.name, group.name));
    }
    for (const PacketRoom& room : rooms) {
      if (group.packet_flits <= room.flits) continue;
      report("packet_flits",
             fmt::format("a packet of {} flits does not fit into {} = {}; legal is at most {}",
                         group.packet_flits, room.buffer, room.flits, room.flits));
    }
    for (const auto& [key, room] : network.send_rooms()) {
      if (room == 0 || message_flits <= room) continue;
      report(flits_key,
             fmt::format("a message of {} flits does not fit into network.{}; legal is at most {}",
                         message_flits, key, room));
    }
    if (packets > UINT16_MAX) {
      report(flits_key, fmt::format("{} flits make {} packets of {}; legal is at most {} packets",
                                    message_flits, packets, group.packet_flits, UINT16_MAX));
    }
    group.message_packets = static_cast<unsigned>(packets);
    group.of_workload = true;
    group.pattern = info.name;
    group.rate = 0;
    scenario.traffic.push_back(std::move(group));
  }
}

}  // namespace

std::vector<Key> workload_keys(const WorkloadInfo& info) {
  std::vector<Key> keys = workload_keys(info.keys);
  keys.push_back(grid_key());
  return keys;
}

void read_workload(Scenario& scenario, const RawScenario& raw, Problems& problems) {
  const RawTable& table = raw.tables.at("workload");
  const RawValue* name = table.find("name");
  const size_t before = problems.count();
  if (name == nullptr) {
    problems.add(
        table.origin, "name",
        fmt::format("missing; [workload] needs one of {}", fmt::join(name_key().choices, ", ")));
    return;
  }
  try {
    name_key().set(scenario, 0, converted(name_key(), name->value));
  } catch (const InputError& error) {
    problems.add(name->origin, "name", error.what());
    return;
  }
  const WorkloadInfo& info = workloads().at(scenario.workload.name);
  scenario.workload.values = with_defaults(info.keys, {}).values;
  try {
    const std::vector<Key> keys = joined(workload_keys(info.keys), "workload " + info.name,
                                         {grid_key(), name_key()}, "[workload]");
    apply_keys(scenario, 0, table, "workload", keys, problems);
  } catch (const InputError& error) {
    problems.add(name->origin, "name", error.what());
    return;
  }
  NodeLists(scenario, raw, problems).resolve(info.keys);
  if (problems.count() != before) return;
  try {
    if (info.check) info.check(scenario);
  } catch (const InputError& error) {
    const KeyError found(error);
    problems.add(origin_of(raw, "workload", 0, found.key), found.key, found.what);
    return;
  }
  add_groups(scenario, info, raw, problems);
}

}  // namespace chokepoint
