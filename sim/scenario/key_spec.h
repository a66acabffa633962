// SPDX-License-Identifier: Apache-2.0
// A key that a mechanism or a workload declares for its part of the scenario, and short forms.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace chokepoint {

/// From it come parsing, checks, --help, `list` and the docs.
struct KeySpec {
  /// kNodes: a list of nodes as those of traffic groups; workloads only.
  enum class Type { kInteger, kReal, kBoolean, kChoice, kNodes };
  std::string name;
  Type type = Type::kInteger;
  OwnKeys::Value default_value;      ///< kNodes: "all", "rest" or, if the key is required, ""
  double min = 0, max = 0;           ///< kInteger, kReal: inclusive
  std::vector<std::string> choices;  ///< kChoice
  std::string unit;                  ///< "cycles", "flits", ""
  std::string doc;
};

KeySpec integer_key(std::string name, int64_t value, double min, double max, std::string unit,
                    std::string doc);
KeySpec real_key(std::string name, double value, double min, double max, std::string doc);
KeySpec boolean_key(std::string name, bool value, std::string doc);
/// The first choice is the default.
KeySpec choice_key(std::string name, std::vector<std::string> choices, std::string doc);
KeySpec nodes_key(std::string name, std::string value, std::string doc);

}  // namespace chokepoint
