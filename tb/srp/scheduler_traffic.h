// SPDX-License-Identifier: Apache-2.0
// Random reservations for the scheduler, alone or in the network interface, that keep its schedule
// within half the counter's range.
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "tb/common/stimulus.h"
#include "tb/srp/start_times.h"

namespace chokepoint::test {

class SchedulerTraffic {
 public:
  explicit SchedulerTraffic(unsigned cycle_bits) : cycle_bits_(cycle_bits) {}

  template <class In> void reconfigure(FastRandom& random, In& in) {
    const bool narrow = cycle_bits_ <= 8;
    large_ = random.chance(10);
    in.cfg_inflation = random.chance(30) ? 68812
                       : narrow          ? random.between(65536, 80000)
                                         : random.between(large_ ? 0x30000 : 65536, 0x3FFFF);
    // Now and then more than the low half of the counter's bits.
    const bool far = random.chance(10);
    in.cfg_lead = random.below(narrow ? (far ? 20 : 12) : far ? 3000 : 60);
    in.cfg_charge_bypass = random.chance(60);
  }
  /// Everything is reset: so is what this class knows of the schedule.
  void reset() { charged_ = 0; }
  void clock() { charged_ -= charged_ > 0; }

  /// Flits of a reservation that may be presented, 0 if none may.
  template <class In> uint32_t reservation(FastRandom& random, const In& in) {
    uint32_t flits = random.below(random.chance(70) ? 4 : 20);
    if (cycle_bits_ >= 20 && random.chance(large_ ? 10 : 0))
      flits = cycle_bits_ < 32      ? random.between(0, 0x3FFF)
              : random.chance(30) ? random.between(0xF001, 0xFFFF)
                                  : random.between(0, 0xFFFF);
    // A size whose highest digit counts, of which a carry may be left.
    if (cycle_bits_ >= 20 && charged_ < (uint64_t{1} << (cycle_bits_ - 2)) && random.chance(3))
      flits = random.between(0x1000, 0x1FFF);
    const uint64_t size = ((uint64_t{flits} * in.cfg_inflation) >> 16) + 1;
    if (!room(size + in.cfg_lead)) return 0;
    charged_ += size + in.cfg_lead;
    return flits;
  }
  template <class In> uint32_t bypass(FastRandom& random, const In& in) {
    const uint32_t flits = random.chance(cycle_bits_ >= 12 ? 95 : 100) ? random.between(1, 4)
                                                                       : random.between(1, 1023);
    if (!in.cfg_charge_bypass) return flits;
    if (!room(flits)) return 0;
    charged_ += flits;
    return flits;
  }

 private:
  bool room(uint64_t more) const {
    return charged_ + more + 12 < (uint64_t{1} << (cycle_bits_ - 1));
  }

  unsigned cycle_bits_;
  uint64_t charged_ = 0;  // the schedule reaches at most this far ahead
  bool large_ = false;
};

}  // namespace chokepoint::test
