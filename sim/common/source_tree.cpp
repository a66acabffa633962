// SPDX-License-Identifier: Apache-2.0
#include "sim/common/source_tree.h"

namespace chokepoint {

std::string in_source_tree(const std::string& relative) {
  return std::string(CHOKEPOINT_SOURCE_TREE "/") + relative;
}

std::string build_folder() {
  return CHOKEPOINT_BUILD_FOLDER;
}

}  // namespace chokepoint
