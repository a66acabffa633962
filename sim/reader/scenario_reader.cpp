// SPDX-License-Identifier: Apache-2.0
// Reads a scenario: TOML, overrides, single keys by the key table, then the checks across keys.
#include "sim/reader/scenario_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "sim/common/key_error.h"
#include "sim/common/read_file.h"
#include "sim/common/registry.h"
#include "sim/hooks/mechanism.h"
#include "sim/reader/checks.h"
#include "sim/reader/key_makers.h"
#include "sim/reader/keys.h"
#include "sim/reader/raw_scenario.h"
#include "sim/routing/routing_function.h"
#include "sim/switch/switching/registry.h"
#include "sim/topology/topology.h"
#include "sim/traffic/pattern.h"

namespace chokepoint {

namespace {

std::vector<std::string> names_of(const std::vector<Key>& keys) {
  std::vector<std::string> names;
  for (const auto& key : keys) names.push_back(key.name);
  return names;
}

std::string unknown_key(const std::string& name, const std::string& table,
                        const std::vector<std::string>& legal) {
  const std::string near = nearest(name, legal);
  if (!near.empty()) return fmt::format("unknown key of [{}]; did you mean {}?", table, near);
  for (const std::string& home : homes_of(name)) {
    if (home != table) return fmt::format("unknown key of [{}]; it belongs in [{}]", table, home);
  }
  return fmt::format("unknown key of [{}]; legal are {}", table, fmt::join(legal, ", "));
}

}  // namespace

void apply_keys(Scenario& scenario, size_t group, const RawTable& table, const std::string& name,
                const std::vector<Key>& keys, Problems& problems) {
  for (const auto& [key_name, raw] : table.values) {
    const auto key = std::find_if(keys.begin(), keys.end(), [&, &wanted = key_name](const Key& k) {
      return k.name == wanted;
    });
    if (key == keys.end()) {
      if (problems.full()) continue;
      problems.add(raw.origin, key_name, unknown_key(key_name, name, names_of(keys)));
      continue;
    }
    try {
      const KeyValue value = converted(*key, raw.value);
      if (key->set) key->set(scenario, group, value);
    } catch (const InputError& error) {
      problems.add(raw.origin, key_name, error.what());
    }
  }
}

namespace {

Key mechanism_name_key() {
  const auto name = [](Scenario & scenario, size_t) -> auto& {
    return scenario.mechanism.name;
  };
  return text("name", name, "", names_of(mechanisms()));
}

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// The mechanism, pattern, topology or routing function was changed by an option: keys that the
/// file gives for its own one (`own`) and that the new one does not have do not count.
void drop_foreign_keys(RawTable& table, const std::vector<std::string>& own,
                       const std::vector<std::string>& wanted) {
  for (auto at = table.values.begin(); at != table.values.end();) {
    const bool drop =
        !at->second.overridden && contains(own, at->first) && !contains(wanted, at->first);
    at = drop ? table.values.erase(at) : std::next(at);
  }
}

/// `file_name`: the mechanism that the file itself names.
void read_mechanism(Scenario& scenario, RawTable& table, const std::string& file_name,
                    Problems& problems) {
  const Key name_key = mechanism_name_key();
  if (const RawValue* name = table.find("name")) {
    try {
      name_key.set(scenario, 0, converted(name_key, name->value));
    } catch (const InputError& error) {
      problems.add(name->origin, "name", error.what());
      return;
    }
  }
  const auto found = mechanisms().find(scenario.mechanism.name);  // the key takes no other names
  scenario.mechanism.values = with_defaults(found->second.keys, {}).values;
  const std::vector<Key> own_keys = mechanism_keys(found->second.keys);
  const auto own = mechanisms().find(file_name);
  if (own != mechanisms().end() && own != found) {
    drop_foreign_keys(table, names_of(mechanism_keys(own->second.keys)), names_of(own_keys));
  }
  try {
    const std::vector<Key> keys =
        joined(own_keys, "mechanism " + found->first, {name_key}, "[mechanism]");
    apply_keys(scenario, 0, table, "mechanism", keys, problems);
  } catch (const InputError& error) {
    problems.add(scenario.origin("mechanism", "name"), "name", error.what());
  }
}

/// "has no effect with ...": `kind` and `name` say with what, `users` whom the key is for.
std::string no_effect(const std::string& kind, const std::string& name,
                      const std::vector<std::string>& users) {
  return fmt::format("has no effect with {} {}; it is for {}", kind, name, fmt::join(users, ", "));
}

std::string text_of(const RawTable& table, const std::string& key, const std::string& fallback) {
  const RawValue* raw = table.find(key);
  const auto* text = raw == nullptr ? nullptr : std::get_if<std::string>(&raw->value);
  return text == nullptr ? fallback : *text;
}

/// What the file itself says about a traffic group, before any override.
struct FileGroup {
  std::string pattern, generate;
};

void read_group(Scenario& scenario, size_t g, RawTable& table, const FileGroup& file,
                Problems& problems) {
  TrafficConfig& group = scenario.traffic[g];
  const auto own = patterns().find(file.pattern);
  const auto info = patterns().find(text_of(table, "pattern", group.pattern));
  if (own != patterns().end() && info != patterns().end() && own != info) {
    drop_foreign_keys(table, own->second.keys, info->second.keys);
  }
  const auto own_mode = generate_keys().find(file.generate);
  const auto mode = generate_keys().find(text_of(table, "generate", "rate"));
  if (own_mode != generate_keys().end() && mode != generate_keys().end() && own_mode != mode) {
    drop_foreign_keys(table, own_mode->second, mode->second);
  }
  const size_t before = problems.count();
  apply_keys(scenario, g, table, "traffic", section("traffic").keys, problems);
  if (problems.count() == before) check_generation(group, table, problems);
  if (table.find("name") == nullptr) {
    problems.add(table.origin, "name", "missing; every [[traffic]] group needs a name");
  } else if (group.name.empty() ||
             group.name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                          "0123456789_-") != std::string::npos) {
    problems.add(table.find("name")->origin, "name",
                 "'" + group.name + "' is no name; legal are letters, digits, _ and -");
  }
  if (info == patterns().end()) return;  // reported already
  for (const auto& [name, raw] : table.values) {
    if (contains(info->second.keys, name) || !pattern_specific(name)) continue;
    std::vector<std::string> users;
    for (const auto& [other_name, other] : patterns()) {
      if (contains(other.keys, name)) users.push_back(other_name);
    }
    problems.add(raw.origin, name, no_effect("pattern", group.pattern, users));
  }
}

/// A table whose key `choice` names an entry of a registry, which has keys of its own there.
/// `current`: the entry unless the table says otherwise, `file_choice`: what the file itself names.
struct ChosenTable {
  const char* name;
  const char* choice;
  std::string current, file_choice;
};

/// `keys`: that the table has besides.
template <class Registry>
void read_chosen(Scenario& scenario, RawTable& table, const ChosenTable& what,
                 const Registry& registry,
                 std::vector<Key> (*own_keys)(const std::vector<KeySpec>& specs),
                 std::vector<Key> keys, Problems& problems) {
  const auto file = registry.find(what.file_choice);
  const auto chosen = registry.find(text_of(table, what.choice, what.current));
  if (file != registry.end() && chosen != registry.end() && file != chosen) {
    drop_foreign_keys(table, names_of(own_keys(file->second.keys)),
                      names_of(own_keys(chosen->second.keys)));
  }
  RawTable known = table;  // without the keys of others
  if (chosen != registry.end()) {
    try {
      keys = joined(std::move(keys), fmt::format("[{}]", what.name), own_keys(chosen->second.keys),
                    fmt::format("{} {}", what.choice, chosen->first));
    } catch (const InputError& error) {
      return problems.add(scenario.origin(what.name, what.choice), what.choice, error.what());
    }
  }
  for (const auto& [name, raw] : table.values) {
    if (contains(names_of(keys), name)) continue;
    std::vector<std::string> users;
    for (const auto& [other_name, other] : registry) {
      if (has_key(other.keys, name)) users.push_back(other_name);
    }
    if (users.empty()) continue;
    known.values.erase(name);
    if (chosen == registry.end()) continue;  // an error of its own
    problems.add(raw.origin, name, no_effect(what.choice, chosen->first, users));
  }
  apply_keys(scenario, 0, known, what.name, keys, problems);
}

/// The keys of the switching technique in [network]; those of others are reported and gone.
std::vector<Key> further_network_keys(RawTable& table, const std::string& file_choice,
                                      Problems& problems) {
  const auto file = techniques().find(file_choice);
  const auto chosen = techniques().find(text_of(table, "switching", NetworkConfig().switching));
  std::vector<Key> own;
  if (chosen != techniques().end()) own = technique_keys(chosen->second.keys);
  if (file != techniques().end() && file != chosen) {
    drop_foreign_keys(table, names_of(technique_keys(file->second.keys)), names_of(own));
  }
  for (auto at = table.values.begin(); at != table.values.end();) {
    std::vector<std::string> users;
    for (const auto& [name, info] : techniques()) {
      if (has_key(info.keys, at->first)) users.push_back(name);
    }
    const bool foreign = !users.empty() && !contains(names_of(own), at->first);
    if (foreign && chosen != techniques().end()) {
      problems.add(at->second.origin, at->first, no_effect("switching", chosen->first, users));
    }
    at = foreign ? table.values.erase(at) : std::next(at);
  }
  return own;
}

/// [[fault]]; what depends on the network is for check_faults().
void read_faults(Scenario& scenario, const RawScenario& raw, Problems& problems) {
  constexpr size_t kMostFaults = 64;
  if (raw.faults.size() > kMostFaults) {
    problems.add(
        raw.faults[kMostFaults].origin, "fault",
        fmt::format("{} faults are too many; legal is 0..{}", raw.faults.size(), kMostFaults));
    return;
  }
  scenario.faults.resize(raw.faults.size());
  for (size_t f = 0; f < raw.faults.size(); ++f) {
    scenario.faults[f].origin = raw.faults[f].origin;
    apply_keys(scenario, f, raw.faults[f], "fault", section("fault").keys, problems);
  }
}

}  // namespace

Scenario parse_scenario(const std::string& text, const std::string& path,
                        const std::vector<std::string>& overrides, EngineKind engine) {
  RawScenario raw = parse_toml(text, path);
  const std::string file_mechanism = text_of(raw.tables["mechanism"], "name", "none");
  const ChosenTable network{"network", "topology", NetworkConfig().topology,
                            text_of(raw.tables["network"], "topology", NetworkConfig().topology)};
  const std::string file_technique =
      text_of(raw.tables["network"], "switching", NetworkConfig().switching);
  const ChosenTable routing{"routing", "function", RoutingConfig().function,
                            text_of(raw.tables["routing"], "function", RoutingConfig().function)};
  std::vector<FileGroup> file_groups;
  for (const auto& table : raw.traffic) {
    file_groups.push_back(
        {text_of(table, "pattern", "uniform"), text_of(table, "generate", "rate")});
  }
  for (const auto& setting : overrides) apply_override(raw, setting);

  Scenario scenario;
  scenario.path = path;
  scenario.engine = engine;
  for (const auto& [name, table] : raw.tables) {
    if (!table.origin.empty()) scenario.origins[name] = table.origin;
    for (const auto& [key, value] : table.values) scenario.origins[name + "." + key] = value.origin;
  }
  Problems problems;
  scenario.title = text_of(raw.tables[""], "title", "");
  if (const RawValue* title = raw.tables[""].find("title");
      title != nullptr && !std::holds_alternative<std::string>(title->value)) {
    problems.add(title->origin, "title", "is not a text; write title = \"...\"");
  }
  const std::vector<Key> technique =
      further_network_keys(raw.tables["network"], file_technique, problems);
  try {
    read_chosen(scenario, raw.tables["network"], network, topologies(), topology_keys,
                joined(section("network").keys, "[network]", technique, "the switching technique"),
                problems);
  } catch (const InputError& error) {
    problems.add(scenario.origin("network", "switching"), "switching", error.what());
  }
  const bool network_legal = problems.count() == 0;
  read_chosen(scenario, raw.tables["routing"], routing, routing_functions(), routing_keys,
              section("routing").keys, problems);
  for (const auto& part : sections()) {
    if (part.name != "run" && part.name != "wave") continue;
    apply_keys(scenario, 0, raw.tables[part.name], part.name, part.keys, problems);
  }
  read_mechanism(scenario, raw.tables["mechanism"], file_mechanism, problems);
  const bool has_workload = raw.tables.count("workload") != 0;
  if (raw.traffic.empty() && !has_workload) {
    problems.add(path, "traffic",
                 "there is no traffic; give at least one [[traffic]] group or a [workload]");
  }
  if (raw.traffic.size() > 200) {
    problems.add(path, "traffic",
                 fmt::format("{} groups are too many; legal is 1..200", raw.traffic.size()));
  }
  std::set<std::string> names;
  scenario.traffic.resize(raw.traffic.size());
  for (size_t g = 0; g < raw.traffic.size(); ++g) {
    read_group(scenario, g, raw.traffic[g], file_groups[g], problems);
    const std::string& name = scenario.traffic[g].name;
    if (!name.empty() && !names.insert(name).second) {
      problems.add(origin_of(raw, "traffic", g, "name"), "name",
                   "'" + name + "' names another group too; give each group its own name");
    }
    if (scenario.traffic[g].traffic_class.empty()) scenario.traffic[g].traffic_class = name;
  }
  read_faults(scenario, raw, problems);
  if (network_legal) check_network(scenario, raw, problems);
  problems.throw_if_any();
  resolve_traffic(scenario, raw, problems);
  check_run(scenario, raw, problems);
  if (has_workload) read_workload(scenario, raw, problems);
  check_series(scenario, raw, problems);
  check_faults(scenario, raw, problems);
  problems.throw_if_any();

  const auto& check = mechanisms().at(scenario.mechanism.name).check;
  if (check) {
    try {
      check(scenario);
    } catch (const InputError& error) {
      const std::string key = KeyError(error).key;
      const size_t dot = key.find('.');
      const bool own = dot == std::string::npos;  // else a key of another table: "network.speedup"
      throw InputError(origin_of(raw, own ? "mechanism" : key.substr(0, dot), 0,
                                 own ? key : key.substr(dot + 1)) +
                       ": " + error.what());
    }
  }
  return scenario;
}

Scenario read_scenario(const std::string& path, const std::vector<std::string>& overrides,
                       EngineKind engine) {
  return parse_scenario(read_file(path), path, overrides, engine);
}

}  // namespace chokepoint
