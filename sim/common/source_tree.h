// SPDX-License-Identifier: Apache-2.0
// Where the source tree is that the program was built from, and the folder it was built in.
#pragma once

#include <string>

namespace chokepoint {

/// The path of a file of the tree, e.g. `scripts/plot_area_sweep.py`. From the build's
/// configuration, not from __FILE__: a compiler cache may make that relative to the build folder.
std::string in_source_tree(const std::string& relative);

/// The build folder, absolute; the program may have been moved out of it, or the folder be gone.
std::string build_folder();

}  // namespace chokepoint
