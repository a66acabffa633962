// SPDX-License-Identifier: Apache-2.0
// Short forms for a mechanism's scenario keys, and the answer to a scenario that no RTL was built
// for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/engine/unit_instance.h"
#include "sim/hooks/mechanism.h"

namespace chokepoint {

KeySpec integer_key(std::string name, int64_t value, double min, double max, std::string unit,
                    std::string doc);
KeySpec real_key(std::string name, double value, double min, double max, std::string doc);
KeySpec boolean_key(std::string name, bool value, std::string doc);
/// The first choice is the default.
KeySpec choice_key(std::string name, std::vector<std::string> choices, std::string doc);

/// The engine's complaint in terms of the scenario. `keys` names, per unit parameter, the scenario
/// keys it follows from ("table.key, table.key"), the one to change first.
InputError explained(const MissingVariant& missing, const std::map<std::string, std::string>& keys);

}  // namespace chokepoint
