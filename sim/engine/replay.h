// SPDX-License-Identifier: Apache-2.0
// Replays a stimulus file through one unit, and describes all units.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace chokepoint {

struct ReplayRequest {
  std::string unit;
  std::vector<std::string> params;  ///< "Name=Value"
  EngineKind engine = EngineKind::kRtl;
  std::string in, out;              ///< CSV files
};

/// One stimulus row is one clock; the response row of the same number shows the outputs after that
/// clock. Returns the number of clocks. InputError: nothing has been written. The response appears
/// whole or not at all.
uint64_t replay(const ReplayRequest& request);

/// Units with fields, widths, directions, parameters, defaults and RTL variants.
nlohmann::ordered_json describe_units();
std::string describe_units_text();

}  // namespace chokepoint
