// SPDX-License-Identifier: Apache-2.0
// From a scenario file and --set options to a checked Scenario.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace chokepoint {

/// Reads `path`, applies `overrides` ("section.key=value", "traffic.GROUP.key=value") and checks
/// everything. Throws InputError with one line per problem: "file:line: key: what is wrong; what is
/// legal".
Scenario read_scenario(const std::string& path, const std::vector<std::string>& overrides = {},
                       EngineKind engine = EngineKind::kRtl);

/// The same from a text; `path` only names it (and is where a relative `file` is looked for).
Scenario parse_scenario(const std::string& text, const std::string& path,
                        const std::vector<std::string>& overrides = {},
                        EngineKind engine = EngineKind::kRtl);

}  // namespace chokepoint
