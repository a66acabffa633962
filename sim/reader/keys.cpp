// SPDX-License-Identifier: Apache-2.0
// Conversion, range checks and texts of scenario keys.
#include "sim/reader/keys.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "sim/common/printable.h"
#include "sim/routing/routing_function.h"
#include "sim/switch/switching/registry.h"
#include "sim/topology/topology.h"

namespace chokepoint {

namespace {

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts;
  std::stringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) {
    const size_t first = part.find_first_not_of(' ');
    const size_t last = part.find_last_not_of(' ');
    parts.push_back(first == std::string::npos ? "" : part.substr(first, last - first + 1));
  }
  return parts;
}

std::string written(const KeyValue& value) {
  if (std::holds_alternative<std::string>(value))
    return "'" + shortened(std::get<std::string>(value)) + "'";
  if (std::holds_alternative<std::monostate>(value)) return "a value of this kind";
  return shortened(to_text(value));
}

[[noreturn]] void wrong_type(const Key& key, const KeyValue& value) {
  throw InputError(written(value) + " is not " + type_name(key.type) + "; legal is " + key.legal());
}

void check_range(const Key& key, double number, const std::string& text) {
  const bool any = key.min == 0 && key.max == 0;
  if (std::isfinite(number) && (any || (number >= key.min && number <= key.max))) return;
  throw InputError(text + " is out of range; legal is " + key.legal());
}

std::vector<int64_t> integer_list(const Key& key, const KeyValue& value) {
  if (const auto* list = std::get_if<std::vector<int64_t>>(&value)) return *list;
  if (const auto* one = std::get_if<int64_t>(&value)) return {*one};
  std::vector<std::string> words;
  if (const auto* text = std::get_if<std::string>(&value)) {
    words = split(*text);
  } else if (const auto* list = std::get_if<std::vector<std::string>>(&value)) {
    words = *list;
  } else {
    wrong_type(key, value);
  }
  std::vector<int64_t> result;
  for (const auto& word : words) {
    if (word.empty() || word.size() > 9 ||
        word.find_first_not_of("0123456789") != std::string::npos) {
      wrong_type(key, value);
    }
    result.push_back(std::stoll(word));
  }
  return result;
}

std::vector<std::string> text_list(const Key& key, const KeyValue& value) {
  if (const auto* list = std::get_if<std::vector<std::string>>(&value)) return *list;
  if (const auto* text = std::get_if<std::string>(&value)) return split(*text);
  if (key.type != ValueType::kNodeList) wrong_type(key, value);
  std::vector<std::string> result;
  for (const int64_t number : integer_list(key, value)) result.push_back(std::to_string(number));
  return result;
}

}  // namespace

const char* type_name(ValueType type) {
  switch (type) {
    case ValueType::kInteger:
      return "a whole number";
    case ValueType::kReal:
      return "a number";
    case ValueType::kBoolean:
      return "true or false";
    case ValueType::kChoice:
      return "one of the choices";
    case ValueType::kText:
      return "a text";
    case ValueType::kIntegerList:
      return "a list of whole numbers";
    case ValueType::kPairList:
      return "a list of pairs of whole numbers";
    case ValueType::kNodeList:
      return "a list of nodes";
    case ValueType::kTextList:
      return "a list of texts";
  }
  return "";
}

std::string to_text(const KeyValue& value) {
  struct Visitor {
    std::string operator()(std::monostate) const { return ""; }
    std::string operator()(int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return fmt::format("{}", number); }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(const std::vector<int64_t>& list) const {
      return fmt::format("{}", list);
    }
    std::string operator()(const std::vector<std::string>& list) const {
      return fmt::format("[{}]", fmt::join(list, ", "));
    }
    std::string operator()(const std::vector<std::vector<int64_t>>& list) const {
      return fmt::format("{}", list);
    }
  };
  return std::visit(Visitor{}, value);
}

std::string Key::legal() const {
  std::string text = type_name(type);
  if (type == ValueType::kChoice) text = fmt::format("{}", fmt::join(choices, ", "));
  if (type == ValueType::kNodeList) text += " such as [0, 3], \"0-7\", \"all\" or \"rest\"";
  if (min != 0 || max != 0) {
    text += type == ValueType::kReal ? fmt::format(" in {}..{}", min, max)
                                     : fmt::format(" in {:.0f}..{:.0f}", min, max);
    if (!unit.empty()) text += " " + unit;
  }
  if (type == ValueType::kPairList) text += " such as [[0, 1], [1, 2]]";
  return text;
}

KeyValue converted(const Key& key, const KeyValue& value) {
  switch (key.type) {
    case ValueType::kInteger:
      if (!std::holds_alternative<int64_t>(value)) wrong_type(key, value);
      check_range(key, static_cast<double>(std::get<int64_t>(value)), to_text(value));
      return value;
    case ValueType::kReal: {
      const bool whole = std::holds_alternative<int64_t>(value);
      if (!whole && !std::holds_alternative<double>(value)) wrong_type(key, value);
      const double number =
          whole ? static_cast<double>(std::get<int64_t>(value)) : std::get<double>(value);
      check_range(key, number, to_text(value));
      return number;
    }
    case ValueType::kBoolean:
      if (!std::holds_alternative<bool>(value)) wrong_type(key, value);
      return value;
    case ValueType::kChoice: {
      if (!std::holds_alternative<std::string>(value)) wrong_type(key, value);
      const auto& text = std::get<std::string>(value);
      if (std::find(key.choices.begin(), key.choices.end(), text) != key.choices.end())
        return value;
      const std::string near = nearest(text, key.choices);
      throw InputError("'" + shortened(text) + "' is no choice; legal is " + key.legal() +
                       (near.empty() ? "" : " (did you mean " + near + "?)"));
    }
    case ValueType::kText:
      if (!std::holds_alternative<std::string>(value)) wrong_type(key, value);
      return value;
    case ValueType::kIntegerList: {
      const auto list = integer_list(key, value);
      if (list.empty()) throw InputError("is empty; legal is " + key.legal());
      for (const int64_t number : list) {
        check_range(key, static_cast<double>(number), std::to_string(number));
      }
      return list;
    }
    case ValueType::kPairList: {
      if (const auto* none = std::get_if<std::vector<std::string>>(&value)) {  // [] has no type
        if (none->empty()) return std::vector<std::vector<int64_t>>{};
      }
      const auto* list = std::get_if<std::vector<std::vector<int64_t>>>(&value);
      if (list == nullptr) wrong_type(key, value);
      for (const auto& pair : *list) {
        if (pair.size() != 2) wrong_type(key, value);
        for (const int64_t number : pair) {
          check_range(key, static_cast<double>(number), std::to_string(number));
        }
      }
      return value;
    }
    case ValueType::kNodeList:
    case ValueType::kTextList:
      return text_list(key, value);
  }
  return value;
}

namespace {

struct DefaultValue {
  template <class T>
  KeyValue operator()(const T& value) const {
    return value;
  }
  KeyValue operator()(const std::vector<int64_t>& list) const {
    return list.empty() ? KeyValue(std::string("none")) : KeyValue(list);
  }
  KeyValue operator()(const std::vector<std::vector<int64_t>>& list) const {
    return list.empty() ? KeyValue(std::string("none")) : KeyValue(list);
  }
};

ValueType value_type(KeySpec::Type type) {
  switch (type) {
    case KeySpec::Type::kInteger:
      return ValueType::kInteger;
    case KeySpec::Type::kReal:
      return ValueType::kReal;
    case KeySpec::Type::kBoolean:
      return ValueType::kBoolean;
    case KeySpec::Type::kChoice:
      return ValueType::kChoice;
    case KeySpec::Type::kIntegerList:
      return ValueType::kIntegerList;
    case KeySpec::Type::kPairList:
      return ValueType::kPairList;
    case KeySpec::Type::kNodes:
      return ValueType::kNodeList;
  }
  throw std::logic_error("a key of no type");
}

OwnKeys::Value own_value(const KeyValue& value) {
  return std::visit(
      [](const auto& v) -> OwnKeys::Value {
        using V = std::decay_t<decltype(v)>;
        if constexpr (std::is_same_v<V, std::vector<std::string>>) {
          return fmt::format("{}", fmt::join(v, ","));
        } else if constexpr (std::is_constructible_v<OwnKeys::Value, V>) {
          return v;
        } else {
          throw std::logic_error("a value that no key of its own can have");
        }
      },
      value);
}

/// `owner`: where the values of these keys are in a scenario.
std::vector<Key> own_keys(const std::vector<KeySpec>& specs, OwnKeys& (*owner)(Scenario&)) {
  std::vector<Key> keys;
  for (const KeySpec& spec : specs) {
    Key key;
    key.name = spec.name;
    key.type = value_type(spec.type);
    key.min = spec.min;
    key.max = spec.max;
    key.choices = spec.choices;
    key.unit = spec.unit;
    key.doc = spec.doc;
    key.default_value = std::visit(DefaultValue{}, spec.default_value);
    key.set = [name = spec.name, owner](Scenario& scenario, size_t, const KeyValue& value) {
      owner(scenario).values[name] = own_value(value);
    };
    keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace

std::vector<Key> mechanism_keys(const std::vector<KeySpec>& specs) {
  return own_keys(specs, [](Scenario& s) -> OwnKeys& { return s.mechanism; });
}

std::vector<Key> workload_keys(const std::vector<KeySpec>& specs) {
  return own_keys(specs, [](Scenario& s) -> OwnKeys& { return s.workload; });
}

std::vector<Key> topology_keys(const std::vector<KeySpec>& specs) {
  return own_keys(specs, [](Scenario& s) -> OwnKeys& { return s.network.shape; });
}

std::vector<Key> routing_keys(const std::vector<KeySpec>& specs) {
  return own_keys(specs, [](Scenario& s) -> OwnKeys& { return s.routing.keys; });
}

std::vector<Key> technique_keys(const std::vector<KeySpec>& specs) {
  return own_keys(specs, [](Scenario& s) -> OwnKeys& { return s.network.switching_keys; });
}

std::vector<Key> joined(std::vector<Key> keys, const std::string& owner, std::vector<Key> more,
                        const std::string& owner_of_more) {
  std::map<std::string, const std::string*> owners;
  const auto enter = [&owners](const Key& key, const std::string& of) {
    const auto [first, fresh] = owners.emplace(key.name, &of);
    if (fresh) return;
    throw InputError(fmt::format("two keys are called {}, one of {} and one of {}; rename one",
                                 key.name, *first->second, of));
  };
  for (const Key& key : keys) enter(key, owner);
  for (Key& key : more) {
    enter(key, owner_of_more);
    keys.push_back(std::move(key));
  }
  return keys;
}

std::vector<std::string> homes_of(const std::string& key) {
  std::vector<std::string> homes;
  for (const Section& part : sections()) {
    const bool here = std::any_of(part.keys.begin(), part.keys.end(),
                                  [&key](const Key& own) { return own.name == key; }) ||
                      (part.name == "network" && any_has_key(topologies(), key)) ||
                      (part.name == "network" && any_has_key(techniques(), key)) ||
                      (part.name == "routing" && any_has_key(routing_functions(), key));
    if (here) homes.push_back(part.name);
  }
  return homes;
}

const Section& section(const std::string& name) {
  for (const auto& candidate : sections()) {
    if (candidate.name == name) return candidate;
  }
  throw std::logic_error("no section " + name);
}

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  std::string best;
  if (word.size() > 64) return best;  // nothing is that long
  size_t best_distance = std::max<size_t>(2, word.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    std::vector<size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), size_t{0});
    for (size_t i = 0; i < word.size(); ++i) {
      size_t diagonal = row[0];
      row[0] = i + 1;
      for (size_t j = 0; j < candidate.size(); ++j) {
        const size_t change = diagonal + (word[i] == candidate[j] ? 0 : 1);
        diagonal = row[j + 1];
        row[j + 1] = std::min({change, row[j] + 1, row[j + 1] + 1});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace chokepoint
