// SPDX-License-Identifier: Apache-2.0
// What synthesis measured (`make synth`): reads its records and finds the one for a parameter set.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/mechanisms/area.h"

namespace chokepoint::cli {

using AreaValues = std::map<std::string, uint64_t>;

/// One measured configuration of a unit; parameters by the names of `chokepoint area`.
struct CostRecord {
  std::string unit;
  AreaValues parameters;  ///< all of the unit's: those the file leaves out have their defaults
  AreaValues defaults;    ///< the unit's own
  uint64_t cells = 0;
  std::optional<uint64_t> transistors;
};

/// Throws InputError if the file cannot be read or is not of the expected shape.
std::vector<CostRecord> read_cost(const std::string& path);

/// The record is of this unit in exactly this configuration. `except`, if not empty, is a parameter
/// of the unit that may have any value.
bool measured_at(const CostRecord& record, const std::string& unit, const AreaValues& values,
                 const std::string& except = "");

}  // namespace chokepoint::cli
