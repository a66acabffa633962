// SPDX-License-Identifier: Apache-2.0
// Node lists of traffic groups: numbers, ranges, "all", "rest"; then each pattern's own checks.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>

#include "sim/common/key_error.h"
#include "sim/common/printable.h"
#include "sim/reader/checks.h"
#include "sim/traffic/pattern.h"

namespace chokepoint {

namespace {

NodeId node_number(const std::string& digits, unsigned nodes) {
  const unsigned long number = digits.size() > 9 ? 999999999ul : std::stoul(digits);
  if (number >= nodes) {
    throw InputError(
        fmt::format("node {} does not exist; legal is 0..{}", shortened(digits), nodes - 1));
  }
  return static_cast<NodeId>(number);
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

std::string without_spaces_behind(const std::string& text) {
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string without_spaces_before(const std::string& text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

}  // namespace

std::vector<NodeId> explicit_nodes(const std::vector<std::string>& words, unsigned nodes) {
  std::vector<NodeId> result;
  for (const auto& word : words) {
    if (result.size() > nodes) break;  // some stand there twice
    const size_t dash = std::min(word.find('-'), word.size());
    const std::string low = without_spaces_behind(word.substr(0, dash));
    const std::string high = without_spaces_before(word.substr(std::min(dash + 1, word.size())));
    if (is_number(word)) {
      result.push_back(node_number(word, nodes));
    } else if (is_number(low) && is_number(high)) {
      const NodeId first = node_number(low, nodes), last = node_number(high, nodes);
      if (last < first) throw InputError("the range " + shortened(word) + " runs backwards");
      for (NodeId node = first; node <= last; ++node) result.push_back(node);
    } else if (word == "all" || word == "rest") {
      throw InputError("\"" + word + "\" stands alone, not beside other nodes");
    } else {
      throw InputError("'" + shortened(word) + "' is no node; legal is 0.." +
                       std::to_string(nodes - 1) +
                       ", a range such as \"0-7\", \"all\" or \"rest\"");
    }
  }
  return result;
}

namespace {

struct Lists {
  std::vector<std::string> words;  ///< as written; {"all"} or {"rest"} or explicit
  bool given = false;
};

Lists list_of(const RawTable& table, const std::string& name) {
  Lists list;
  if (const RawValue* value = table.find(name)) {
    for (const auto& key : section("traffic").keys) {
      if (key.name == name)
        list.words = std::get<std::vector<std::string>>(converted(key, value->value));
    }
    list.given = true;
  }
  return list;
}

bool is(const Lists& list, const char* word) {
  return list.words.size() == 1 && list.words[0] == word;
}

std::vector<NodeId> all_nodes(unsigned nodes) {
  std::vector<NodeId> result(nodes);
  std::iota(result.begin(), result.end(), NodeId{0});
  return result;
}

}  // namespace

void resolve_traffic(Scenario& scenario, const RawScenario& raw, Problems& problems) {
  const unsigned nodes = scenario.nodes();
  const size_t count = scenario.traffic.size();
  std::vector<bool> bad(count, false);
  std::set<NodeId> used;
  std::vector<std::pair<size_t, std::vector<NodeId> TrafficConfig::*>> rest;
  const auto report = [&](size_t g, const std::string& key, const std::string& what) {
    problems.add(origin_of(raw, "traffic", g, key), key, what);
    bad[g] = true;
  };
  const auto prepare = [&](size_t g) {
    try {
      patterns().at(scenario.traffic[g].pattern).prepare(scenario, scenario.traffic[g]);
    } catch (const InputError& error) {
      const KeyError found(error);
      const bool known =
          std::any_of(section("traffic").keys.begin(), section("traffic").keys.end(),
                      [&](const Key& candidate) { return candidate.name == found.key; });
      if (known) {
        report(g, found.key, found.what);
      } else {  // a message about the list's own file and line
        report(g, "file", error.what());
      }
    }
  };

  for (size_t g = 0; g < count; ++g) {
    TrafficConfig& group = scenario.traffic[g];
    if (group.pattern == "list") {
      const RawValue* file = raw.traffic[g].find("file");
      if (file != nullptr && !file->overridden && std::filesystem::path(group.file).is_relative()) {
        group.file = (std::filesystem::path(raw.path).parent_path() / group.file).string();
      }
      prepare(g);
      used.insert(group.sources.begin(), group.sources.end());
      for (const auto& entry : group.entries) used.insert(entry.destination);
      continue;
    }
    for (const auto& key : section("traffic").keys) {
      if (key.nodes == nullptr) continue;
      const bool sources = key.name == "sources";
      std::vector<NodeId>& target = group.*key.nodes;
      try {
        const Lists list = list_of(raw.traffic[g], key.name);
        if (list.given && list.words.empty()) throw InputError("is empty; legal is " + key.legal());
        if (is(list, "all") || (sources && !list.given)) {
          target = all_nodes(nodes);
        } else if (is(list, "rest")) {
          rest.emplace_back(g, key.nodes);
        } else {
          target = explicit_nodes(list.words, nodes);
          used.insert(target.begin(), target.end());
        }
        if (key.name != "mapping") {
          std::vector<NodeId> sorted = target;
          std::sort(sorted.begin(), sorted.end());
          const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
          if (twice != sorted.end())
            throw InputError(fmt::format("node {} stands there twice", *twice));
        } else if (is(list, "all") || is(list, "rest")) {
          throw InputError("wants one destination for each source; list them");
        }
      } catch (const InputError& error) {
        report(g, key.name, error.what());
      }
    }
  }
  for (const auto& [g, where] : rest) {
    std::vector<NodeId>& target = scenario.traffic[g].*where;
    for (NodeId node = 0; node < nodes; ++node) {
      if (used.count(node) == 0) target.push_back(node);
    }
    const char* key = where == &TrafficConfig::sources ? "sources" : "destinations";
    if (target.empty()) report(g, key, "\"rest\" is empty: every node belongs to another group");
  }
  for (size_t g = 0; g < count; ++g) {
    if (!bad[g] && scenario.traffic[g].pattern != "list") prepare(g);
  }
}

}  // namespace chokepoint
