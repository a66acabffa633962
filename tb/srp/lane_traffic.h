// SPDX-License-Identifier: Apache-2.0
// Random arrivals, heads and leaving packets for the dropper, alone or in the router.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

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
                kLong, kStays, kWraps, kInTime, kTooFarBack, kArrivesTooFarBack, kSpent, kOtherVc };

  LaneStimulus(const typename Unit::Params& p, FastRandom random, bool quiet)
      : corners(corner_names(p)),
        p_(p), random_(random), quiet_(quiet), mask_(static_cast<uint32_t>(low_mask(p.wait_bits))) {
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
    if (p_.predictive_drop != 0) show_fronts();
    corners.hit(kReenable, in_.enable && !was && in_.head_valid.any());
    corners.hit(kAll, in_.arrival_valid.test(0) && in_.head_valid.test(0) &&
                          in_.leave_valid.test(0));
    corners.hit(kLong, in_.head_valid.any() && in_.cfg_ttw > mask_ / 4);
    return in_;
  }
  static bool must_clock(const typename Unit::In&, const typename Unit::Out&) { return false; }

  Corners corners;

 private:
  static std::vector<std::string> corner_names(const typename Unit::Params& p) {
    std::vector<std::string> names = {
        "head that waited exactly TTW", "head that waited a cycle more",
        "arrival that waited exactly TTW", "arrival that waited a cycle more",
        "stamp from before the wrap-around", "re-enabled with heads",
        "arrival, head and leaving packet in one lane", "large TTW", "expired head that stays",
        "expired head whose wait wrapped around"};
    if (p.predictive_drop != 0) {
      names.insert(names.end(), {"head that leaves its output just in time",
                                 "head with one flit too many ahead",
                                 "arrival at the front with one flit too many ahead",
                                 "more ahead than any wait leaves time for",
                                 "one VC too full and another in time"});
    }
    return names;
  }
  void reconfigure() {
    in_.cfg_ttw = random_.chance(50) ? random_.between(1, 12) : random_.between(1, mask_ / 2);
    sparse_ = random_.chance(50);
    for (unsigned output = 0; output < p_.radix && p_.predictive_drop != 0; ++output) {
      in_.output_reach[output] = std::min(mask_, in_.cfg_ttw + 2 * random_.below(40));
    }
  }
  /// The packets at the front get outputs, and these about as much in use as just matters.
  void show_fronts() {
    for (uint32_t& used : in_.output_used) used = random_.chance(50) ? random_.below(8) : used;
    each_front([&](unsigned lane, uint32_t waited, bool) { choose_front(lane, waited); });
    each_front([&](unsigned lane, uint32_t waited, bool head) { count_front(lane, waited, head); });
  }
  void choose_front(unsigned lane, uint32_t waited) {
    const unsigned output = random_.below(p_.radix), vcs = p_.speculative_vcs;
    in_.front_output[lane] = output;
    in_.front_vcs[lane] = random_.below(1u << vcs);
    for (unsigned vc = 0; vc < vcs; ++vc) {
      const int64_t least = int64_t{in_.output_reach[output]} - waited;
      const int64_t used = random_.chance(70) ? least + random_.between(0, 3) - 1
                                              : int64_t{in_.output_reach[output]} + 1;
      in_.output_used[output * vcs + vc] =
          static_cast<uint32_t>(std::clamp<int64_t>(used, 0, mask_));
    }
  }
  template <class Visit> void each_front(Visit&& visit) {
    for_each_lane(in_.head_valid, [&](unsigned lane) {
      visit(lane, (in_.now - in_.head_stamp[lane]) & mask_, true);
    });
    for_each_lane(in_.arrival_valid, [&](unsigned lane) {
      if (!in_.head_valid.test(lane)) visit(lane, in_.arrival_wait[lane], false);
    });
  }
  /// Of the inputs as the unit sees them: lanes share outputs.
  void count_front(unsigned lane, uint32_t waited, bool head) {
    const unsigned output = in_.front_output[lane], vcs = p_.speculative_vcs;
    const uint64_t reach = in_.output_reach[output];
    unsigned over = 0, in_time = 0;
    bool exact = false, one_more = false, spent = false;
    for (unsigned vc = 0; vc < vcs; ++vc) {
      if ((in_.front_vcs[lane] >> vc & 1) == 0) continue;
      const uint64_t used = in_.output_used[output * vcs + vc], sum = waited + used;
      (sum > reach ? over : in_time)++;
      exact |= sum == reach;
      one_more |= sum == reach + 1;
      spent |= used > reach;
    }
    const bool matters = in_.enable && waited <= in_.cfg_ttw;
    corners.hit(kInTime, matters && head && exact);
    corners.hit(kTooFarBack, matters && head && one_more && in_time == 0);
    corners.hit(kArrivesTooFarBack, matters && !head && one_more && in_time == 0);
    corners.hit(kSpent, matters && waited == 0 && spent && in_time == 0);
    corners.hit(kOtherVc, matters && over != 0 && in_time != 0);
  }
  uint32_t wait() {
    if (p_.predictive_drop != 0 && random_.chance(20)) return 0;
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
