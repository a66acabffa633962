// SPDX-License-Identifier: Apache-2.0
// Where the keys of a scenario stand.
#include "sim/scenario/scenario.h"

namespace chokepoint {

const std::string& Scenario::origin(const std::string& table, const std::string& key) const {
  for (const std::string& name : {table + "." + key, table}) {
    if (const auto found = origins.find(name); found != origins.end()) return found->second;
  }
  return path;
}

}  // namespace chokepoint
