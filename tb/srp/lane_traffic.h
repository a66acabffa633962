// SPDX-License-Identifier: Apache-2.0
// Random arrivals, heads and leaving packets for the dropper, alone or in the router.
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/lane_bits.h"
#include "tb/common/random_lockstep.h"

namespace chokepoint::test {

/// `Headers(random, lane, arrival, in)` fills what the unit knows of a packet beside its wait.
template <class UnitType, class Headers> class LaneStimulus {
 public:
  using Unit = UnitType;
  using LaneBits = typename Unit::LaneBits;
  static constexpr bool kHasTime = false;
  enum Corner { kExactlyKept, kJustDropped, kExactArrival, kLateArrival, kWrap, kReenable, kAll,
                kLong, kStays, kWraps };

  LaneStimulus(const typename Unit::Params& p, FastRandom random, bool quiet)
      : p_(p), random_(random), quiet_(quiet), mask_(static_cast<uint32_t>(low_mask(p.wait_bits))) {
    reconfigure();
  }

  const typename Unit::In& next(const typename Unit::Out& out) {
    const bool fresh = phases_.tick(random_, quiet_);
    if (fresh && random_.chance(30)) reconfigure();
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    in_.now = (in_.now + 1) & mask_;
    if (was && !in_.enable) in_.now = (mask_ - random_.below(100)) & mask_;
    const unsigned busy = phases_.intensity();
    choose(busy, in_.arrival_valid);
    choose(busy, in_.head_valid);
    choose(busy, in_.leave_valid);
    // What is to be dropped sometimes is, and is shown again at other times.
    in_.dropped_valid.clear_all();
    for_each_lane(out.drop, [&](unsigned lane) {
      if (random_.chance(60)) in_.dropped_valid.set(lane);
      if (random_.chance(60)) in_.head_valid.set(lane);
    });
    if (in_.enable && !was && random_.chance(90)) in_.head_valid.set(random_.below(p_.lanes()));
    for_each_lane(in_.arrival_valid, [&](unsigned lane) {
      in_.arrival_wait[lane] = wait();
      Headers::fill(random_, p_, lane, true, in_);
      corners.hit(kExactArrival, in_.arrival_wait[lane] == in_.cfg_ttw);
      corners.hit(kLateArrival, in_.arrival_wait[lane] == in_.cfg_ttw + 1);
    });
    for_each_lane(in_.head_valid, [&](unsigned lane) {
      const uint32_t waited = wait();
      in_.head_stamp[lane] = (in_.now - waited) & mask_;
      Headers::fill(random_, p_, lane, false, in_);
      corners.hit(kExactlyKept, waited == in_.cfg_ttw);
      corners.hit(kJustDropped, waited == in_.cfg_ttw + 1);
      corners.hit(kWrap, in_.head_stamp[lane] > in_.now);
      const bool late = out.drop.test(lane) && !out.waited.test(lane) &&
                        !in_.dropped_valid.test(lane);
      corners.hit(kStays, in_.enable && late);
      corners.hit(kWraps, in_.enable && late && waited <= in_.cfg_ttw);
    });
    for_each_lane(in_.leave_valid, [&](unsigned lane) {
      in_.leave_stamp[lane] = (in_.now - wait()) & mask_;
    });
    corners.hit(kReenable, in_.enable && !was && in_.head_valid.any());
    corners.hit(kAll, in_.arrival_valid.test(0) && in_.head_valid.test(0) &&
                          in_.leave_valid.test(0));
    corners.hit(kLong, in_.head_valid.any() && in_.cfg_ttw > mask_ / 4);
    return in_;
  }
  static bool must_clock(const typename Unit::In&, const typename Unit::Out&) { return false; }

  Corners corners{{"head that waited exactly TTW", "head that waited a cycle more",
                   "arrival that waited exactly TTW", "arrival that waited a cycle more",
                   "stamp from before the wrap-around", "re-enabled with heads",
                   "arrival, head and leaving packet in one lane", "large TTW",
                   "expired head that stays", "expired head whose wait wrapped around"}};

 private:
  void reconfigure() {
    in_.cfg_ttw = random_.chance(50) ? random_.between(1, 12) : random_.between(1, mask_ / 2);
    sparse_ = random_.chance(50);
  }
  uint32_t wait() {
    if (random_.chance(60)) return (in_.cfg_ttw + random_.between(0, 3) - 2) & mask_;
    return random_.chance(50) ? random_.below(16) & mask_ : random_.below(mask_);
  }
  void choose(unsigned busy, LaneBits& bits) {
    bits.clear_all();
    if (!random_.chance(busy)) return;
    for (unsigned lane = 0; lane < p_.lanes(); ++lane)
      if (random_.chance(sparse_ ? 4 : busy)) bits.set(lane);
    if (sparse_) bits.set(random_.below(p_.lanes()));
  }

  typename Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  uint32_t mask_;
  Phases phases_;
  Enable enable_;
  typename Unit::In in_;
  bool sparse_ = false;
};

}  // namespace chokepoint::test
