// SPDX-License-Identifier: Apache-2.0
// cbcm_router: RTL against golden model under random requests and heads, skipped against unskipped.
#include "sim/units/cbcm/cbcm_router.h"

#include "tb/cbcm/request_stimulus.h"
#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

class RouterStimulus {
 public:
  using Unit = CbcmRouter;
  static constexpr bool kHasTime = false;
  enum Corner { kMarks, kReenable, kError, kErrorCleared, kRises };

  RouterStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet), traffic_(params.radix, params.vcs) {
    reconfigure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh) traffic_.choose(random_);
    if (!in_.enable && was) reconfigure();  // static while enabled
    traffic_.next(random_, phases_.intensity(), in_.request);
    // A request for the own output raises `error`; in a VC that takes no part it harms nothing
    // else.
    const unsigned silent = lowest_bit(~uint64_t{in_.cfg_sampled_vcs});
    const bool own = phases_.intensity() > 0 && silent < p_.vcs && random_.below(2000) == 0;
    const unsigned offender = random_.below(p_.radix);
    if (own) in_.request.set(offender, offender, silent, p_.vcs);
    const bool heads = random_.chance(phases_.intensity());
    const unsigned bits = p_.radix * p_.speedup;
    for (unsigned w = 0; w * 64 < bits; ++w) {
      const uint64_t mask = low_mask(bits - w * 64 < 64 ? bits - w * 64 : 64);
      in_.head_valid.words[w] = heads ? random_.next() & random_.next() & mask : 0;
      in_.head_marked.words[w] = random_.next() & random_.next() & mask;
      in_.head_data.words[w] = (random_.next() | random_.next()) & mask;
    }
    corners.hit(kMarks, out.congested != 0 && in_.head_valid.any());
    corners.hit(kReenable, in_.enable && !was && in_.request.busy != 0);
    corners.hit(kError, out.error && !last_error_);
    corners.hit(kErrorCleared, !out.error && last_error_);
    corners.hit(kRises, (out.congested & ~last_congested_) != 0);
    last_error_ = out.error;
    last_congested_ = out.congested;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"heads while an output is congested", "re-enabled with requests", "error raised",
                   "error cleared by disabling", "an output becomes congested"}};

 private:
  void reconfigure() {
    in_.request.clear_all();
    in_.cfg_sampled_vcs = random_.chance(60) ? static_cast<uint32_t>(low_mask(p_.vcs))
                                             : random_.below(1u << p_.vcs) | 1;
    in_.cfg_seed = random_.chance(20) ? 0 : random_.next();
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  RequestTraffic traffic_;
  Phases phases_;
  Enable enable_;
  Unit::In in_;
  bool last_error_ = false;
  uint64_t last_congested_ = 0;
};

TEST(CbcmRouter, LockstepRadix8Vcs6) { random_lockstep<RouterStimulus>({8, 6}, 3000000); }
// A port, two VCs and a switch pass of the Verilated variant left unused.
TEST(CbcmRouter, LockstepRadix7Vcs4Speedup1) {
  random_lockstep<RouterStimulus>({7, 4, 1}, 2000000);
}
TEST(CbcmRouter, LockstepRadix32) { random_lockstep<RouterStimulus>({32, 4}, 150000, 0); }
TEST(CbcmRouter, LockstepRadix64) { random_lockstep<RouterStimulus>({64, 4}, 100000, 0); }
TEST(CbcmRouter, SkippedRadix7Vcs4) {
  skipped_against_unskipped<RouterStimulus>({7, 4}, 500000, 20000);
}
TEST(CbcmRouter, LockstepLetter) {
  random_lockstep<RouterStimulus>({8, 6, 2, 100, 10, 0, 12, 1}, 3000000);
}
TEST(CbcmRouter, LockstepLetterRadix7Vcs4Speedup1) {
  random_lockstep<RouterStimulus>({7, 4, 1, 100, 10, 0, 12, 1}, 2000000);
}
TEST(CbcmRouter, LockstepLetterRadix64) {
  random_lockstep<RouterStimulus>({64, 4, 2, 100, 10, 0, 12, 1}, 100000, 0);
}
TEST(CbcmRouter, LockstepWeighted) {
  random_lockstep<RouterStimulus>({8, 6, 2, 100, 10, 1, 12, 1}, 800000, 20);
}
TEST(CbcmRouter, LockstepIntervals) {
  random_lockstep<RouterStimulus>({8, 6, 2, 100, 10, 0, 12, 1, 1}, 2000000);
}
TEST(CbcmRouter, SkippedLetter) {
  skipped_against_unskipped<RouterStimulus>({7, 4, 2, 100, 10, 0, 12, 1}, 300000, 20000);
}

}  // namespace
}  // namespace chokepoint::test
