// SPDX-License-Identifier: Apache-2.0
// Scenarios as text: what the round trip of the scenario target writes and compares.
#pragma once

#include <string>

#include "sim/reader/raw_scenario.h"
#include "sim/scenario/scenario.h"

namespace chokepoint::fuzz {

/// TOML that says the same as `raw`.
std::string as_toml(const RawScenario& raw);

/// Every field but the places in files: equal scenarios have equal descriptions.
std::string description(const Scenario& scenario);

}  // namespace chokepoint::fuzz
