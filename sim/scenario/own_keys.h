// SPDX-License-Identifier: Apache-2.0
// Scenario keys that belong to one topology, routing function, mechanism or workload: how it
// declares them, and their values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/common/types.h"

namespace chokepoint {

/// Values by the key's name. Reading one that is not there, or as another type, throws.
struct OwnKeys {
  using Value = std::variant<int64_t, double, bool, std::string, std::vector<int64_t>,
                             std::vector<std::vector<int64_t>>>;
  std::map<std::string, Value> values;

  int64_t integer(const std::string& key) const { return std::get<int64_t>(values.at(key)); }
  double real(const std::string& key) const { return std::get<double>(values.at(key)); }
  bool boolean(const std::string& key) const { return std::get<bool>(values.at(key)); }
  const std::string& text(const std::string& key) const {
    return std::get<std::string>(values.at(key));
  }
  /// An integer, and a list of integers, whose range begins at 0 or above.
  unsigned count(const std::string& key) const { return static_cast<unsigned>(integer(key)); }
  std::vector<unsigned> counts(const std::string& key) const;
  std::vector<std::pair<unsigned, unsigned>> pairs(const std::string& key) const;

  void set(const std::string& key, Value value) { values[key] = std::move(value); }
  void set_counts(const std::string& key, const std::vector<unsigned>& list);
  void set_pairs(const std::string& key, const std::vector<std::pair<unsigned, unsigned>>& list);
};

/// A key: from it come parsing, checks, --help, `list` and the docs.
struct KeySpec {
  /// kNodes: a list of nodes as those of traffic groups; workloads only.
  enum class Type { kInteger, kReal, kBoolean, kChoice, kIntegerList, kPairList, kNodes };
  std::string name;
  Type type = Type::kInteger;
  OwnKeys::Value default_value;      ///< kNodes: "all", "rest" or, if the key is required, ""
  double min = 0, max = 0;           ///< numbers, and those of lists: inclusive
  std::vector<std::string> choices;  ///< kChoice
  std::string unit;                  ///< "cycles", "flits", ""
  std::string doc;
};

KeySpec integer_key(std::string name, int64_t value, double min, double max, std::string unit,
                    std::string doc);
KeySpec real_key(std::string name, double value, double min, double max, std::string doc);
KeySpec boolean_key(std::string name, bool value, std::string doc);
/// The first choice is the default.
KeySpec choice_key(std::string name, std::vector<std::string> choices, std::string doc);
KeySpec integer_list_key(std::string name, std::vector<int64_t> value, double min, double max,
                         std::string unit, std::string doc);
/// No pair is the default.
KeySpec pair_list_key(std::string name, double min, double max, std::string unit, std::string doc);

KeySpec nodes_key(std::string name, std::string value, std::string doc);

/// `given` with the defaults of the keys that it lacks.
OwnKeys with_defaults(const std::vector<KeySpec>& specs, OwnKeys given);

bool has_key(const std::vector<KeySpec>& specs, const std::string& name);

/// Some entry of a registry has it among the keys of its own.
template <class Info>
bool any_has_key(const std::map<std::string, Info>& registry, const std::string& name) {
  return std::any_of(registry.begin(), registry.end(),
                     [&name](const auto& entry) { return has_key(entry.second.keys, name); });
}

}  // namespace chokepoint
