// SPDX-License-Identifier: Apache-2.0
// sideband_restart: RTL against golden model at random lengths.
#include "sim/units/self_tuned/sideband_restart.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class RestartStimulus {
 public:
  using Unit = SidebandRestart;
  static constexpr bool kHasTime = false;
  enum Corner { kRestart, kEveryOther, kLongest, kOffBefore, kReenable };

  RestartStimulus(const Unit::Params& p, FastRandom random, bool quiet)
      : all_(static_cast<uint32_t>(low_mask(p.restart_bits))), random_(random), quiet_(quiet) {
    draw();
  }
  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    // Some runs are long enough for the longest period of a narrow counter.
    if (calm_ > 0) --calm_;
    in_.enable = (calm_ > 0 || enable_.tick(random_, fresh)) && !(out.restart && random_.chance(2));
    if (!in_.enable) {
      corners.hit(kOffBefore, out.restart);
      draw();
    }
    corners.hit(kRestart, in_.enable && out.restart);
    corners.hit(kEveryOther, in_.enable && out.restart && in_.cfg_cycles == 2);
    corners.hit(kLongest, in_.enable && out.restart && in_.cfg_cycles == std::min(all_, 255u));
    corners.hit(kReenable, in_.enable && !was);
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }
  Corners corners{{"a restart", "every other clock", "255 cycles, or the widest that there are",
                   "switched off in the cycle of a restart", "re-enabled"}};

 private:
  void draw() {
    const uint32_t most = std::min(all_, 255u);
    const uint32_t lengths = random_.chance(50) ? 8 : most - 1;
    in_.cfg_cycles = random_.chance(20)   ? most
                     : random_.chance(10) ? 2
                                          : 2 + random_.below(lengths);
    calm_ = random_.chance(10) ? 600 : 0;
  }
  uint32_t all_, calm_ = 0;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
};

TEST(SidebandRestart, LockstepDefault) { random_lockstep<RestartStimulus>({}, 1000000); }
TEST(SidebandRestart, LockstepNarrow) { random_lockstep<RestartStimulus>({8}, 1000000); }

}  // namespace
}  // namespace chokepoint::test
