// SPDX-License-Identifier: Apache-2.0
// Golden model of ALO's test: output after output.
#include "sim/units/alo/alo_test.h"

namespace chokepoint {

void AloTest::Model::step(const In& in) {
  bool every = true, some = false;
  for_each_bit(in.useful, [&](unsigned output) {
    const uint32_t free = in.free[output] & in.cfg_counted_vcs;
    if (free == 0) every = false;
    if (free == in.cfg_counted_vcs) some = true;
  });
  out_.inject = every || some;
}

}  // namespace chokepoint
