// SPDX-License-Identifier: Apache-2.0
// What a site is asked to do at once.
#pragma once

#include "sim/common/types.h"

namespace chokepoint {

/// A site runs `cycles` cycles (1 or more) alone, before anybody else looks at it. `observed`: of
/// each flit and credit somebody wants to see where it is after every cycle, or to change it; the
/// tick has one cycle then.
struct Tick {
  Cycle cycles = 1;
  bool observed = true;
};

}  // namespace chokepoint
