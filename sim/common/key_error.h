// SPDX-License-Identifier: Apache-2.0
// What a check says of a key that is not well: "key: what".
#pragma once

#include <string>

#include "sim/common/types.h"

namespace chokepoint {

/// An error of a mechanism, a workload, a topology, a routing function or a pattern in its two parts.
struct KeyError {
  explicit KeyError(const InputError& error) : what(error.what()) {
    key = what.substr(0, what.find(':'));
    what.erase(0, key.size() + 2);
  }
  std::string key, what;
};

}  // namespace chokepoint
