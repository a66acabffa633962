// SPDX-License-Identifier: Apache-2.0
// Short forms for keys and their values.
#include "sim/scenario/own_keys.h"

#include <algorithm>

namespace chokepoint {

using Type = KeySpec::Type;

std::vector<unsigned> OwnKeys::counts(const std::string& key) const {
  const auto& list = std::get<std::vector<int64_t>>(values.at(key));
  return {list.begin(), list.end()};
}

std::vector<std::pair<unsigned, unsigned>> OwnKeys::pairs(const std::string& key) const {
  std::vector<std::pair<unsigned, unsigned>> result;
  for (const auto& pair : std::get<std::vector<std::vector<int64_t>>>(values.at(key))) {
    result.emplace_back(static_cast<unsigned>(pair.at(0)), static_cast<unsigned>(pair.at(1)));
  }
  return result;
}

void OwnKeys::set_counts(const std::string& key, const std::vector<unsigned>& list) {
  values[key] = std::vector<int64_t>(list.begin(), list.end());
}

void OwnKeys::set_pairs(const std::string& key,
                        const std::vector<std::pair<unsigned, unsigned>>& list) {
  std::vector<std::vector<int64_t>> pairs;
  for (const auto& [a, b] : list) pairs.push_back({a, b});
  values[key] = std::move(pairs);
}

KeySpec integer_key(std::string name, int64_t value, double min, double max, std::string unit,
                    std::string doc) {
  return {std::move(name), Type::kInteger, value, min, max, {}, std::move(unit), std::move(doc)};
}
KeySpec real_key(std::string name, double value, double min, double max, std::string doc) {
  return {std::move(name), Type::kReal, value, min, max, {}, "", std::move(doc)};
}
KeySpec boolean_key(std::string name, bool value, std::string doc) {
  return {std::move(name), Type::kBoolean, value, 0, 0, {}, "", std::move(doc)};
}
KeySpec choice_key(std::string name, std::vector<std::string> choices, std::string doc) {
  OwnKeys::Value first = choices.front();
  return {std::move(name), Type::kChoice, std::move(first), 0, 0, std::move(choices), "",
          std::move(doc)};
}
KeySpec integer_list_key(std::string name, std::vector<int64_t> value, double min, double max,
                         std::string unit, std::string doc) {
  return {std::move(name), Type::kIntegerList, std::move(value), min, max, {},
          std::move(unit), std::move(doc)};
}
KeySpec pair_list_key(std::string name, double min, double max, std::string unit, std::string doc) {
  return {std::move(name), Type::kPairList, std::vector<std::vector<int64_t>>{}, min, max, {},
          std::move(unit), std::move(doc)};
}

KeySpec nodes_key(std::string name, std::string value, std::string doc) {
  return {std::move(name), Type::kNodes, std::move(value), 0, 0, {}, "", std::move(doc)};
}

OwnKeys with_defaults(const std::vector<KeySpec>& specs, OwnKeys given) {
  for (const KeySpec& spec : specs) given.values.emplace(spec.name, spec.default_value);
  return given;
}

bool has_key(const std::vector<KeySpec>& specs, const std::string& name) {
  return std::any_of(specs.begin(), specs.end(),
                     [&name](const KeySpec& spec) { return spec.name == name; });
}

}  // namespace chokepoint
