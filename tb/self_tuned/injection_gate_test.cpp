// SPDX-License-Identifier: Apache-2.0
// injection_gate: RTL against golden model, skipped against unskipped; every pair of small numbers.
#include "sim/units/self_tuned/injection_gate.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class GateStimulus {
 public:
  using Unit = InjectionGate;
  static constexpr bool kHasTime = false;
  enum Corner { kStops, kResumes, kEqual, kOff };

  GateStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : all_(static_cast<uint32_t>(low_mask(p.full_bits))), random_(random), quiet_(quiet) {}
  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    in_.enable = enable_.tick(random_, fresh);
    if (random_.chance(phases_.intensity())) {
      in_.threshold = random_.chance(30) ? random_.below(all_ + 1) : in_.threshold;
      const uint32_t near = in_.threshold + random_.below(5);
      in_.estimate = random_.chance(60) ? std::min(all_, near > 2 ? near - 2 : 0)
                                        : random_.below(all_ + 1);
    }
    corners.hit(kStops, out.hold && !held_);
    corners.hit(kResumes, !out.hold && held_);
    corners.hit(kEqual, in_.enable && in_.estimate == in_.threshold);
    corners.hit(kOff, !in_.enable && in_.estimate > in_.threshold);
    held_ = out.hold;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }
  Corners corners{{"stops", "resumes", "the estimate is the threshold", "switched off above it"}};

 private:
  uint32_t all_;
  FastRandom random_;
  bool quiet_, held_ = false;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
};

TEST(InjectionGate, LockstepDefault) { random_lockstep<GateStimulus>({}, 1000000); }
TEST(InjectionGate, LockstepSmall) { random_lockstep<GateStimulus>({5}, 1000000); }
TEST(InjectionGate, SkippedDefault) { skipped_against_unskipped<GateStimulus>({}, 300000, 30000); }

}  // namespace
}  // namespace chokepoint::test
