// SPDX-License-Identifier: Apache-2.0
// Short forms of keys.
#include "sim/scenario/key_spec.h"

#include <utility>

namespace chokepoint {

using Type = KeySpec::Type;

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
KeySpec nodes_key(std::string name, std::string value, std::string doc) {
  return {std::move(name), Type::kNodes, std::move(value), 0, 0, {}, "", std::move(doc)};
}

}  // namespace chokepoint
