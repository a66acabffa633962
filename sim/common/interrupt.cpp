// SPDX-License-Identifier: Apache-2.0
#include "sim/common/interrupt.h"

namespace chokepoint {

std::atomic<bool> interrupted{false};

}  // namespace chokepoint
