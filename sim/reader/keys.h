// SPDX-License-Identifier: Apache-2.0
// The keys of a scenario file as a table: parsing, checks, `list` and the documentation come from
// it.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "sim/hooks/mechanism.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

enum class ValueType {
  kInteger,
  kReal,
  kBoolean,
  kChoice,
  kText,
  kIntegerList,
  kPairList,
  kNodeList,
  kTextList
};
const char* type_name(ValueType type);

/// A value as written; lists of nodes and texts are lists of texts. monostate: a type that no key
/// has.
using KeyValue =
    std::variant<std::monostate, int64_t, double, bool, std::string, std::vector<int64_t>,
                 std::vector<std::string>, std::vector<std::vector<int64_t>>>;
std::string to_text(const KeyValue& value);

/// Shown and accepted as nothing: cycles that never come.
inline constexpr const char* kNeverText = "never";

struct Key {
  std::string name;
  ValueType type = ValueType::kInteger;
  KeyValue default_value;
  double min = 0, max = 0;  ///< numbers, and those of lists, inclusive; both 0: any
  std::vector<std::string> choices;
  std::string unit;
  std::string doc;
  /// Stores a converted value in the scenario (`group`: index into traffic). Empty for node lists.
  std::function<void(Scenario&, size_t group, const KeyValue&)> set;
  std::vector<NodeId> TrafficConfig::*nodes = nullptr;  ///< kNodeList: where the nodes go

  std::string legal() const;  ///< "a whole number in 1..16 flits"
};

struct Section {
  std::string name;  ///< network, routing, traffic, run, wave
  std::string doc;
  std::vector<Key> keys;
};

/// All sections but [mechanism], whose keys are those of the registered mechanisms; [network] and
/// [routing] without the keys that belong to a topology, a switching technique or a routing
/// function.
const std::vector<Section>& sections();
const Section& section(const std::string& name);
// Keys that a mechanism, a topology, a routing function, a switching technique and a workload
// declare.
std::vector<Key> mechanism_keys(const std::vector<KeySpec>& specs);
std::vector<Key> topology_keys(const std::vector<KeySpec>& specs);
std::vector<Key> routing_keys(const std::vector<KeySpec>& specs);
std::vector<Key> technique_keys(const std::vector<KeySpec>& specs);
/// A list of nodes is kept as it is written, and resolved by read_workload().
std::vector<Key> workload_keys(const std::vector<KeySpec>& specs);
/// `more` behind `keys`; the owners are for the message: "[network]", "topology fat_tree". Throws
/// InputError if two have one name.
std::vector<Key> joined(std::vector<Key> keys, const std::string& owner, std::vector<Key> more,
                        const std::string& owner_of_more);
/// The sections, [mechanism] and [workload] apart, in which a key of this name may stand.
std::vector<std::string> homes_of(const std::string& key);

/// Converts `value` to what `key` wants and checks the range. Throws InputError "what; legal is
/// ...".
KeyValue converted(const Key& key, const KeyValue& value);

/// The nearest of `candidates`, or "" if none is near.
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace chokepoint
