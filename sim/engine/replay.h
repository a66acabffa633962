// SPDX-License-Identifier: Apache-2.0
// Replays a stimulus file through one unit, and describes all units.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace chokepoint {

struct ReplayRequest {
  std::string unit;
  std::vector<std::string> params;  ///< "Name=Value"
  EngineKind engine = EngineKind::kRtl;
  std::string in, out;              ///< CSV files
  /// Told what is legal but probably not meant; may be empty.
  std::function<void(const std::string&)> note = nullptr;
};

/// One stimulus row is one clock; the response row of the same number shows the outputs after that
/// clock. Returns the number of clocks. InputError (also for a stimulus that breaks the unit's
/// contract): nothing has been written. The response appears
/// whole or not at all.
uint64_t replay(const ReplayRequest& request);

/// Units with fields, widths, directions, parameters, defaults and RTL variants.
nlohmann::ordered_json describe_units();
std::string describe_units_text();

}  // namespace chokepoint
