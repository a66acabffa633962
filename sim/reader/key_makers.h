// SPDX-License-Identifier: Apache-2.0
// One function for each type of scenario key: makes the key from a name, the field that it sets
// (`access(scenario, group)`), its legal range and its meaning. The default is the field's.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/reader/keys.h"

namespace chokepoint {

inline constexpr double kMaxCycles = 1099511627776.0;  // 2^40

/// A scenario of defaults with one traffic group and one fault: where the documented defaults come
/// from.
inline Scenario& defaults() {
  static Scenario scenario = [] {
    Scenario s;
    s.traffic.resize(1);
    s.faults.resize(1);
    return s;
  }();
  return scenario;
}

template <class Access>
Key integer(const char* name, Access access, double min, double max, const char* unit,
            const char* doc) {
  Key key;
  key.name = name;
  key.type = ValueType::kInteger;
  key.min = min;
  key.max = max;
  key.unit = unit;
  key.doc = doc;
  const auto value = access(defaults(), size_t{0});
  if (std::is_same_v<decltype(value), const Cycle> && static_cast<Cycle>(value) == ~Cycle{0}) {
    key.default_value = std::string(kNeverText);
  } else {
    key.default_value = static_cast<int64_t>(value);
  }
  key.set = [access](Scenario& scenario, size_t group, const KeyValue& v) {
    auto& slot = access(scenario, group);
    slot = static_cast<std::remove_reference_t<decltype(slot)>>(std::get<int64_t>(v));
  };
  return key;
}

/// `fallback`: what to show as default instead of the (empty) list.
template <class Access>
Key integers(const char* name, Access access, double min, double max, const char* unit,
             const char* fallback, const char* doc) {
  Key key;
  key.name = name;
  key.type = ValueType::kIntegerList;
  key.min = min;
  key.max = max;
  key.unit = unit;
  key.doc = doc;
  const auto& list = access(defaults(), size_t{0});
  if (list.empty()) {
    key.default_value = std::string(fallback);
  } else {
    key.default_value = std::vector<int64_t>(list.begin(), list.end());
  }
  key.set = [access](Scenario& scenario, size_t group, const KeyValue& v) {
    const auto& values = std::get<std::vector<int64_t>>(v);
    access(scenario, group).assign(values.begin(), values.end());
  };
  return key;
}

template <class Access>
Key real(const char* name, Access access, double min, double max, const char* unit,
         const char* doc) {
  Key key;
  key.name = name;
  key.type = ValueType::kReal;
  key.min = min;
  key.max = max;
  key.unit = unit;
  key.doc = doc;
  key.default_value = access(defaults(), size_t{0});
  key.set = [access](Scenario& scenario, size_t group, const KeyValue& v) {
    access(scenario, group) = std::get<double>(v);
  };
  return key;
}

template <class Access>
Key text(const char* name, Access access, const char* doc, std::vector<std::string> choices = {}) {
  Key key;
  key.name = name;
  key.type = choices.empty() ? ValueType::kText : ValueType::kChoice;
  key.choices = std::move(choices);
  key.doc = doc;
  key.default_value = access(defaults(), size_t{0});
  key.set = [access](Scenario& scenario, size_t group, const KeyValue& v) {
    access(scenario, group) = std::get<std::string>(v);
  };
  return key;
}

template <class Enum, class Access>
Key choice(const char* name, Access access, std::vector<std::pair<std::string, Enum>> names,
           const char* doc) {
  Key key;
  key.name = name;
  key.type = ValueType::kChoice;
  key.doc = doc;
  for (const auto& [word, value] : names) {
    key.choices.push_back(word);
    if (value == access(defaults(), size_t{0})) key.default_value = word;
  }
  key.set = [access, names](Scenario& scenario, size_t group, const KeyValue& v) {
    for (const auto& [word, value] : names) {
      if (word == std::get<std::string>(v)) access(scenario, group) = value;
    }
  };
  return key;
}

inline Key nodes(const char* name, std::vector<NodeId> TrafficConfig::*where, const char* fallback,
          const char* doc) {
  Key key;
  key.name = name;
  key.type = ValueType::kNodeList;
  key.default_value = std::string(fallback);
  key.doc = doc;
  key.nodes = where;
  return key;
}

}  // namespace chokepoint
