// SPDX-License-Identifier: Apache-2.0
// Where the source tree is that the program was built from.
#pragma once

#include <string>

namespace chokepoint {

/// The path of a file of the tree, e.g. `scripts/plot_area_sweep.py`. From the build's
/// configuration, not from __FILE__: a compiler cache may make that relative to the build folder.
std::string in_source_tree(const std::string& relative);

}  // namespace chokepoint
