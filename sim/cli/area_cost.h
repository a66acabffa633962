// SPDX-License-Identifier: Apache-2.0
// What synthesis measured (`make synth`): reads its records and finds the one for a parameter set.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/hooks/area.h"

namespace chokepoint::cli {

using AreaValues = std::map<std::string, uint64_t>;

/// One measured configuration of a unit; parameters by the names of `chokepoint area`.
struct CostRecord {
  std::string unit;
  AreaValues given;     ///< what the file states; the rest has its default
  AreaValues defaults;  ///< the unit's own
  uint64_t cells = 0;
  std::optional<uint64_t> transistors;

  /// The unit has this parameter.
  bool has(const std::string& name) const { return defaults.count(name) + given.count(name) != 0; }
  /// Its value; the unit has it.
  uint64_t value(const std::string& name) const {
    const auto stated = given.find(name);
    return stated != given.end() ? stated->second : defaults.at(name);
  }
};

/// Throws InputError if the file cannot be read or is not of the expected shape.
std::vector<CostRecord> read_cost(const std::string& path);

/// The record is of this unit in exactly this configuration. `except`, if not empty, is a parameter
/// of the unit that may have any value.
bool measured_at(const CostRecord& record, const std::string& unit, const AreaValues& values,
                 const std::string& except = "");

}  // namespace chokepoint::cli
