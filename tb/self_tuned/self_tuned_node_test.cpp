// SPDX-License-Identifier: Apache-2.0
// self_tuned_node: RTL against golden model, skipped against unskipped; events come as a side-band
// that runs by its phases sends them, and as anything else.
#include "sim/units/self_tuned/self_tuned_node.h"

#include "tb/common/random_lockstep.h"
#include "tb/self_tuned/sideband_traffic.h"
#include "tb/self_tuned/tuning_traffic.h"

namespace chokepoint::test {
namespace {

class SelfTunedStimulus {
 public:
  using Unit = SelfTunedNode;
  static constexpr bool kHasTime = false;
  enum Corner { kHolds, kResumes, kMoves, kReturns, kRests, kRegular, kReenable };

  SelfTunedStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), traffic_(p.sideband()),
        clock_({p.dimensions, 15}) {
    configure();
  }
  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!in_.enable && random_.chance(60)) configure();
    if (fresh) {
      traffic_.reconfigure(random_);
      scale_ = random_.below(6);
    }
    const unsigned busy = phases_.intensity();
    if (regular_) {
      follow_phases(busy);
    } else {
      traffic_.next(random_, busy, in_);
      in_.totals_valid = random_.chance(busy * 2 / 3);
      in_.period_last = random_.chance(50);
      in_.tick_valid = random_.chance(busy);
    }
    if (in_.enable && was) {
      corners.hit(kHolds, out.hold && !held_);
      corners.hit(kResumes, !out.hold && held_);
      corners.hit(kMoves, out.hold && out.threshold != threshold_);
      corners.hit(kReturns, out.returned_valid);
      corners.hit(kRests, out.rests && in_.totals_valid);
      corners.hit(kRegular, regular_ && in_.totals_valid && out.total_delivered != 0);
    }
    corners.hit(kReenable, in_.enable && !was);
    held_ = out.hold;
    threshold_ = out.threshold;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }
  Corners corners{{"packets are held back", "and no longer", "the threshold moves meanwhile",
                   "back to the best threshold", "a gather ends at rest", "regular gathers",
                   "re-enabled"}};

 private:
  void configure() {
    in_.cfg = random_tuning(random_, p_.full_bits);
    in_.cfg_tick_bits = random_.below(p_.tick_bits + 1);
    in_.cfg_last = random_.chance(30);
    regular_ = random_.chance(25);
    phase_.cfg = random_sideband(random_, p_.dimensions, true);
    phase_.cfg.pieces = p_.pieces;
    phase_.cfg.gather_cycles = phase_.cfg.cycles(p_.dimensions);
    phase_.cfg.tick_bits = 0;
    while (2u << phase_.cfg.tick_bits <= phase_.cfg.gather_cycles &&
           phase_.cfg.tick_bits < p_.tick_bits)
      ++phase_.cfg.tick_bits;
    if (regular_) in_.cfg_tick_bits = phase_.cfg.tick_bits;
  }
  // Gathers as they are, with words of the size that the network's have.
  void follow_phases(unsigned busy) {
    phase_.enable = in_.enable;
    const SidebandPhase::Out phase = clock_.out();
    in_.transfer_valid = phase.transfer_valid;
    in_.hop_last = phase.hop_last;
    in_.minus_counts = phase.minus_counts;
    in_.dimension = phase.dimension;
    in_.dimension_last = phase.dimension_last;
    in_.gather_last = phase.gather_last;
    in_.totals_valid = phase.totals_valid;
    in_.period_last = phase.period_last;
    in_.tick_valid = phase.tick_valid;
    clock_.step(phase_);
    const uint32_t full = (in_.cfg.buffers >> scale_) + 1, flits = 1 + (busy << 4 >> scale_);
    const unsigned bits = p_.sideband().piece_bits();
    for (unsigned d = 0; d < p_.dimensions; ++d) {
      const uint64_t word = (uint64_t{random_.below(full)} << p_.delivered_bits) |
                            random_.below(flits);
      const bool silent = busy == 0;
      in_.from_minus.pieces[d] = silent ? 0 : (word >> (random_.below(p_.pieces) * bits)) & low_mask(bits);
      in_.from_plus.pieces[d] = silent ? 0 : word & low_mask(bits);
    }
    in_.full_count = busy == 0 ? 0 : random_.below(1u << p_.count_bits);
    in_.delivered_valid = random_.chance(busy);
    in_.delivered_flits = random_.below(1u << p_.delivery_bits);
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  SidebandTraffic traffic_;
  SidebandPhase::Model clock_;
  SidebandPhase::In phase_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  bool regular_ = true, held_ = false;
  unsigned scale_ = 0;
  uint32_t threshold_ = 0;
};

TEST(SelfTunedNode, LockstepDimensions2) {
  random_lockstep<SelfTunedStimulus>({2, 12, 15, 4, 1, 1, 5}, 1500000);
}
TEST(SelfTunedNode, LockstepThreePieces) {
  random_lockstep<SelfTunedStimulus>({2, 12, 15, 6, 4, 3, 5}, 1500000);
}
TEST(SelfTunedNode, LockstepDimensions4) {
  random_lockstep<SelfTunedStimulus>({4, 18, 20, 6, 4, 1, 7}, 1000000, 20);
}
TEST(SelfTunedNode, SkippedDimensions2) {
  skipped_against_unskipped<SelfTunedStimulus>({2, 12, 15, 4, 1, 1, 5}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
