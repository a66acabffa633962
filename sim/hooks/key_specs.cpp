// SPDX-License-Identifier: Apache-2.0
// Keys of mechanisms, and missing RTL variants explained by them.
#include "sim/hooks/key_specs.h"

#include <fmt/format.h>

#include <algorithm>

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
  MechanismConfig::Value first = choices.front();
  return {std::move(name), Type::kChoice, std::move(first), 0, 0, std::move(choices), "",
          std::move(doc)};
}

InputError explained(const MissingVariant& missing,
                     const std::map<std::string, std::string>& keys) {
  if (missing.misfits.empty()) return InputError(missing.what());
  std::string why;
  for (const auto& misfit : missing.misfits) {
    why += fmt::format("{}{} = {} where this scenario needs {} ({})", why.empty() ? "" : ", ",
                       misfit.parameter, misfit.built, misfit.wanted, keys.at(misfit.parameter));
  }
  std::string key = keys.at(missing.misfits.front().parameter);
  key.erase(std::min(key.size(), key.find(',')));
  if (key.rfind("mechanism.", 0) == 0) key.erase(0, std::string("mechanism.").size());
  return InputError(fmt::format(
      "{}: no RTL of {} was built for this; the nearest, {}, has {}. Change the keys, use --engine "
      "model, or build it: {}",
      key, missing.unit, missing.nearest, why, missing.command));
}

}  // namespace chokepoint
