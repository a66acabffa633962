// SPDX-License-Identifier: Apache-2.0
// Permission of speculative packets, for a cycle.
#include "sim/switch/stream/speculation.h"

namespace chokepoint::stream {

void Speculation::permit(unsigned input, unsigned index) {
  Hop* hop = front(input, index);
  if (!gated_ || hop == nullptr || !hop->speculative() || hop->granted || hop->permitted) return;
  hop->permitted = true;
  permitted_.push_back(hop);
  vcs_.add(hop);
}

void Speculation::end_all() {
  for (Hop* hop : permitted_) {
    if (hop->permitted && !hop->granted) vcs_.remove(hop);
    hop->permitted = false;
  }
  permitted_.clear();
}

}  // namespace chokepoint::stream
