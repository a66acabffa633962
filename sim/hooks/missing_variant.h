// SPDX-License-Identifier: Apache-2.0
// The answer to a scenario that no RTL was built for.
#pragma once

#include <map>
#include <string>

#include "sim/engine/unit_instance.h"
#include "sim/scenario/own_keys.h"

namespace chokepoint {

/// The engine's complaint in terms of the scenario. `keys` names, per unit parameter, the scenario
/// keys it follows from ("table.key, table.key"), the one to change first.
InputError explained(const MissingVariant& missing, const std::map<std::string, std::string>& keys);

}  // namespace chokepoint
