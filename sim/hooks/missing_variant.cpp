// SPDX-License-Identifier: Apache-2.0
// Missing RTL variants explained by keys.
#include "sim/hooks/missing_variant.h"

#include <fmt/format.h>

#include <algorithm>

namespace chokepoint {

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
