// SPDX-License-Identifier: Apache-2.0
// The summary of a run for people.
#pragma once

#include <string>

#include "sim/network/run.h"

namespace chokepoint::cli {

std::string run_summary(const Scenario& scenario, const RunResult& result, const std::string& out);

}  // namespace chokepoint::cli
