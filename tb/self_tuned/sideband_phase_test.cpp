// SPDX-License-Identifier: Apache-2.0
// sideband_phase: RTL against golden model at random networks.
#include "sim/units/self_tuned/sideband_phase.h"

#include "tb/common/random_lockstep.h"
#include "tb/self_tuned/sideband_traffic.h"

namespace chokepoint::test {
namespace {

class PhaseStimulus {
 public:
  using Unit = SidebandPhase;
  static constexpr bool kHasTime = false;
  enum Corner { kOneCycle, kPieces, kAntipode, kPeriod, kNoTick, kEveryTick, kReenable };

  PhaseStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet) {
    in_.cfg = random_sideband(random_, p_.dimensions, random_.chance(60));
  }
  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (!in_.enable && random_.chance(60))
      in_.cfg = random_sideband(random_, p_.dimensions, random_.chance(60));
    if (in_.enable && was) {
      corners.hit(kOneCycle, in_.cfg.hop_cycles == 1);
      corners.hit(kPieces, out.hop_last && in_.cfg.pieces > 1);
      corners.hit(kAntipode, out.dimension_last && !out.minus_counts);
      corners.hit(kPeriod, out.period_last);
      corners.hit(kNoTick, !out.tick_valid);
      corners.hit(kEveryTick, out.tick_valid && (1u << in_.cfg.tick_bits) == in_.cfg.gather_cycles);
    }
    corners.hit(kReenable, in_.enable && !was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }
  Corners corners{{"a transfer of one cycle", "several pieces", "the antipode counts once",
                   "a period ends", "a cycle without a tick", "a tick in every cycle",
                   "re-enabled"}};

 private:
  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
};

TEST(SidebandPhase, LockstepDimensions1) { random_lockstep<PhaseStimulus>({1, 15}, 1000000); }
TEST(SidebandPhase, LockstepDimensions2) { random_lockstep<PhaseStimulus>({2, 15}, 1000000); }
TEST(SidebandPhase, LockstepDimensions3) { random_lockstep<PhaseStimulus>({3, 15}, 1000000); }
TEST(SidebandPhase, LockstepDimensions4) { random_lockstep<PhaseStimulus>({4, 15}, 1000000); }

}  // namespace
}  // namespace chokepoint::test
