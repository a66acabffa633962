// SPDX-License-Identifier: Apache-2.0
// Two switches in lockstep: where what they put out in a cycle differs.
#pragma once

#include <string>

#include "sim/switch/plain/ports.h"

namespace chokepoint::plain {

/// "output 3: flits.vc is 1 and 2", the first that differs by what happens first in a cycle; "":
/// nothing does.
std::string first_difference(const SwitchOut& a, const SwitchOut& b);

}  // namespace chokepoint::plain
