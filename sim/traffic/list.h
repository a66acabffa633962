// SPDX-License-Identifier: Apache-2.0
// Reads a traffic list: CSV rows cycle,source,destination,flits.
#pragma once

#include <string>
#include <vector>

#include "sim/scenario/scenario.h"

namespace chokepoint {

/// The rows of `path`, by source, then cycle, else in the file's order. The first row may be the
/// header "cycle,source,destination,flits"; empty rows and rows starting with # are skipped. Throws
/// InputError "path:line: column: what is wrong; what would be right".
std::vector<ListEntry> read_traffic_list(const std::string& path, NodeId nodes, uint64_t max_flits);

}  // namespace chokepoint
