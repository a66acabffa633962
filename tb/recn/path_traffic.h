// SPDX-License-Identifier: Apache-2.0
// Random paths of a small tree of turns, so that paths are often the same or cover each other.
#pragma once

#include "sim/units/recn/path_cam.h"
#include "tb/common/stimulus.h"

namespace chokepoint::test {

class PathTraffic {
 public:
  explicit PathTraffic(unsigned pool_bits) : pool_bits_(pool_bits) {}

  /// Other turns from now on: how wide, how many of them are in use, how long paths are.
  void reconfigure(FastRandom& random) {
    turn_bits_ = random.between(1, pool_bits_ < 6 ? 2 : 5);
    choices_ = random.between(1, random.chance(50) ? 3 : 8);
    longest_ = random.between(1, pool_bits_ / turn_bits_);
    base_ = random.next();
  }
  /// The turn pool of a packet, all bits of it.
  uint64_t packet(FastRandom& random) const {
    uint64_t turns = 0;
    for (unsigned at = 0; at < pool_bits_; at += turn_bits_)
      turns |= ((base_ >> (at / 2 % 32)) + random.below(choices_)) << at;
    return turns & low_mask(pool_bits_);
  }
  TurnPath path(FastRandom& random) const {
    // Now and then not whole turns: how wide a turn is concerns the CAM nothing.
    const unsigned bits = random.chance(10) ? random.between(1, pool_bits_)
                                            : turn_bits_ * random.between(1, longest_);
    return {packet(random), low_mask(bits)};
  }

 private:
  unsigned pool_bits_, turn_bits_ = 1, choices_ = 2, longest_ = 1;
  uint64_t base_ = 0;
};

}  // namespace chokepoint::test
