// SPDX-License-Identifier: Apache-2.0
// What wakes the sites.
#pragma once

#include <systemc>

#include "sim/common/types.h"

namespace chokepoint {

/// Wakes the sites. Ticks of many cycles do so in one order and in the other in turn (as far as
/// the kernel keeps to the order of sensitivity): the sites that have run last, and are still in
/// the cache, run first in the next one, and no result depends on the order. Ticks of one cycle
/// always take the same order: faults with a count strike those who run first.
struct Tick {
  sc_core::sc_event forth{"forth"}, back{"back"};
  void notify(Cycle cycles) {
    turn_ = cycles != 1 && !turn_;
    (turn_ ? back : forth).notify();
  }
  /// The order of the last tick is not that of `forth`.
  bool turned() const { return turn_; }

 private:
  bool turn_ = false;
};

}  // namespace chokepoint
