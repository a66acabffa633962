// SPDX-License-Identifier: Apache-2.0
// A scenario from a text, as tests of keys want it.
#pragma once

#include <string>
#include <vector>

#include "sim/reader/scenario_reader.h"

namespace chokepoint::test {

/// The text as file "f.toml"; engine model goes whatever RTL was built.
inline Scenario parse(const std::string& text, const std::vector<std::string>& overrides = {},
                      EngineKind engine = EngineKind::kModel) {
  return parse_scenario(text, "f.toml", overrides, engine);
}

/// What it is refused with.
inline std::string error_of(const std::string& text, const std::vector<std::string>& overrides = {},
                            EngineKind engine = EngineKind::kModel) {
  try {
    parse(text, overrides, engine);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace chokepoint::test
