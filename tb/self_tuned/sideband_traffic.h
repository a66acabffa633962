// SPDX-License-Identifier: Apache-2.0
// Random side-bands: the levels of sideband_phase, and phases with links and counts for the tests of
// a node alone, whose neighbours send anything.
#pragma once

#include <algorithm>

#include "sim/units/self_tuned/sideband_node.h"
#include "sim/units/self_tuned/sideband_phase.h"
#include "tb/common/stimulus.h"

namespace chokepoint::test {

/// `short_gathers`: of tens of cycles.
inline SidebandPhase::Config random_sideband(FastRandom& random, unsigned dimensions,
                                             bool short_gathers) {
  SidebandPhase::Config cfg;
  cfg.hop_cycles = random.chance(50) ? random.between(1, 3) : random.between(1, 15);
  cfg.pieces = random.chance(50) ? 1 : random.between(1, 8);
  if (short_gathers) {
    cfg.hop_cycles = random.between(1, 3);
    cfg.pieces = random.between(1, 3);
  }
  for (unsigned d = 0; d < dimensions; ++d) {
    const unsigned k = random.between(2, random.chance(80) || short_gathers ? 6 : 64);
    cfg.set_dimension(d, k, random.chance(70));
  }
  cfg.gather_cycles = cfg.cycles(dimensions);
  unsigned most = 0;
  while (2u << most <= cfg.gather_cycles) ++most;
  cfg.tick_bits = random.chance(50) ? most : random.below(most + 1);
  cfg.gathers = random.chance(70) ? random.between(1, 4) : random.between(1, 16);
  return cfg;
}

/// Fills the side-band's inputs of `In` (the unit's or the node's).
class SidebandTraffic {
 public:
  explicit SidebandTraffic(const SidebandNode::Params& p) : p_(p) {}
  void reconfigure(FastRandom& random) {
    hop_ = random.between(50, 101);
    dimension_ = random.between(50, 101);
    gather_ = random.between(50, 101);
    large_ = random.chance(30);
    silent_ = random.chance(15);
  }
  template <class In> void next(FastRandom& random, unsigned busy, In& in) {
    in.transfer_valid = random.chance(busy);
    if (in.transfer_valid || random.chance(10)) {
      in.hop_last = random.chance(hop_);
      in.dimension_last = in.hop_last && random.chance(dimension_);
      in.gather_last = in.dimension_last && random.chance(gather_);
      in.minus_counts = random.chance(60);
      in.dimension = random.below(1u << p_.dimension_bits());
      if (p_.dimensions == 1) in.dimension = random.chance(30);
      for (unsigned d = 0; d < p_.dimensions; ++d) {
        in.from_minus.pieces[d] = piece(random);
        in.from_plus.pieces[d] = piece(random);
      }
      in.full_count = silent_ ? 0 : random.below(1u << p_.count_bits);
    }
    in.delivered_valid = !silent_ && random.chance(busy);
    if (in.delivered_valid || random.chance(10))
      in.delivered_flits = random.below(1u << p_.delivery_bits);
  }

 private:
  uint64_t piece(FastRandom& random) const {
    if (silent_) return 0;
    // A few flits and full buffers, or anything.
    const uint64_t word = large_ || random.chance(20)
                              ? random.next()
                              : (uint64_t{random.below(3)} << p_.delivered_bits) | random.below(4);
    return word & low_mask(p_.piece_bits());
  }

  SidebandNode::Params p_;
  unsigned hop_ = 50, dimension_ = 50, gather_ = 50;
  bool large_ = false, silent_ = false;
};

}  // namespace chokepoint::test
