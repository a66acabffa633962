// SPDX-License-Identifier: Apache-2.0
// port_picker: RTL against golden model under random requests, skipped against unskipped.
#include "sim/units/cbcm/port_picker.h"

#include "tb/common/random_lockstep.h"

namespace chokepoint::test {
namespace {

/// Requests come and go one by one, or all at once; now and then every bit is set.
class PickerStimulus {
 public:
  using Unit = PortPicker;
  static constexpr bool kHasTime = false;
  enum Corner { kReenable, kFull, kSilentVcs, kPickGoes, kPickChanges, kWakes };

  PickerStimulus(const Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet) {
    reconfigure();
  }

  const Unit::In& next(const Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh) hold_percent_ = random_.chance(50) ? 98 : 50;
    if (!in_.enable && was) reconfigure();  // static while enabled
    const bool idle = !in_.request.any();
    change_requests();
    corners.hit(kReenable, in_.enable && !was && in_.request.any());
    corners.hit(kFull, full_);
    corners.hit(kSilentVcs, in_.request.any() && in_.cfg_sampled_vcs != low_mask(p_.vcs));
    corners.hit(kPickGoes, in_.enable && was && pick_valid_ && !out.pick_valid);
    corners.hit(kPickChanges, pick_valid_ && out.pick_valid && out.pick_output != pick_output_);
    corners.hit(kWakes, out.quiescent && idle && in_.request.any());
    pick_valid_ = out.pick_valid;
    pick_output_ = out.pick_output;
    return in_;
  }
  static bool must_clock(const Unit::In&, const Unit::Out&) { return false; }

  Corners corners{{"re-enabled with requests", "everything requested",
                   "requests of VCs that take no part", "a pick goes", "a pick changes",
                   "requests of a sleeping picker"}};

 private:
  void reconfigure() {
    in_.cfg_sampled_vcs = random_.chance(60) ? static_cast<uint32_t>(low_mask(p_.vcs))
                                             : random_.below(1u << p_.vcs) | 1;
    in_.cfg_seed = random_.chance(20) ? 0 : static_cast<uint32_t>(random_.next() & 0x7FFFFF);
  }

  void change_requests() {
    if (phases_.intensity() == 0) {
      in_.request.clear_all();
      full_ = false;
      return;
    }
    if (random_.chance(hold_percent_)) return;
    full_ = random_.chance(10);
    if (random_.chance(60) || full_) in_.request.clear_all();
    const unsigned bits = p_.radix * p_.vcs;
    if (full_) {
      for (unsigned bit = 0; bit < bits; ++bit) in_.request.set(bit);
    } else if (random_.chance(phases_.intensity())) {
      for (unsigned n = random_.chance(50) ? random_.below(4) : bits / 3; n > 0; --n)
        in_.request.set(random_.below(bits));
    }
  }

  Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  Phases phases_;
  Enable enable_;
  unsigned hold_percent_ = 50;
  Unit::In in_;
  bool full_ = false, pick_valid_ = false;
  uint32_t pick_output_ = 0;
};

TEST(PortPicker, LockstepRadix8) { random_lockstep<PickerStimulus>({8, 4, 8}, 3000000); }
// A port and two VCs of the Verilated radix 8, 4 VCs left unused.
TEST(PortPicker, LockstepRadix7Vcs2) { random_lockstep<PickerStimulus>({7, 2, 8}, 1000000); }
TEST(PortPicker, LockstepRadix22Vcs3) { random_lockstep<PickerStimulus>({22, 3, 8}, 2000000); }
TEST(PortPicker, LockstepRadix64) { random_lockstep<PickerStimulus>({64, 4, 8}, 1000000); }
TEST(PortPicker, LockstepRadix64Vcs16Interval16) {
  random_lockstep<PickerStimulus>({64, 16, 16}, 300000, 20);
}
TEST(PortPicker, SkippedRadix8) {
  skipped_against_unskipped<PickerStimulus>({8, 4, 8}, 500000, 50000);
}

}  // namespace
}  // namespace chokepoint::test
