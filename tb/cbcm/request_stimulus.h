// SPDX-License-Identifier: Apache-2.0
// Random request matrices for the units that see a router's requests.
#pragma once

#include "sim/units/cbcm/request_matrix.h"
#include "tb/common/stimulus.h"

namespace chokepoint::test {

/// Rewrites a few lanes per clock: empty, one request for the hot output, or many at random. No
/// input requests its own output.
class RequestTraffic {
 public:
  RequestTraffic(unsigned radix, unsigned vcs) : radix_(radix), vcs_(vcs) {}

  void choose(FastRandom& random) {
    hot_ = random.below(radix_);
    density_ = random.chance(20) ? 100 : random.between(3, 60);
    hot_percent_ = random.chance(50) ? 80 : 20;
    hold_ = random.chance(30);
  }

  void next(FastRandom& random, unsigned intensity, RequestMatrix& request) {
    if (intensity == 0) {
      request.clear_all();
      return;
    }
    if (hold_ && random.chance(90)) return;
    const unsigned changes = random.below(radix_ > 16 ? 6 : 4);
    for (unsigned c = 0; c < changes; ++c) {
      const unsigned input = random.below(radix_);
      clear_lane(request, input);
      if (!random.chance(intensity)) continue;
      if (random.chance(hot_percent_)) {
        if (hot_ != input) request.set(input, hot_, random.below(vcs_), vcs_);
      } else if (density_ == 100) {
        for (unsigned o = 0; o < radix_; ++o)
          for (unsigned v = 0; o != input && v < vcs_; ++v) request.set(input, o, v, vcs_);
      } else {
        for (unsigned n = radix_ * vcs_ * density_ / 100 + 1; n > 0; --n) {
          const unsigned output = random.below(radix_);
          if (output != input) request.set(input, output, random.below(vcs_), vcs_);
        }
      }
    }
  }

  /// Every VC of every other output.
  bool full(const RequestMatrix& request, unsigned input) const {
    unsigned bits = 0;
    for (unsigned w = 0; w < RequestMatrix::kWords; ++w)
      bits += static_cast<unsigned>(__builtin_popcountll(request.lane_word(input, w)));
    return bits == (radix_ - 1) * vcs_;
  }

 private:
  void clear_lane(RequestMatrix& request, unsigned input) const {
    for (unsigned w = 0; w < RequestMatrix::kWords; ++w) request.lane_word(input, w) = 0;
    request.busy &= ~(uint64_t{1} << input);
  }

  unsigned radix_, vcs_, hot_ = 0, density_ = 10, hot_percent_ = 50;
  bool hold_ = false;
};

/// For units whose only event is the request matrix. `In` may have cfg_seed.
template <class UnitType>
class RequestStimulus {
 public:
  using Unit = UnitType;
  static constexpr bool kHasTime = false;
  enum Corner { kReenable, kFullLane, kSilentVcs, kAllBusy, kIdle };

  RequestStimulus(const typename Unit::Params& params, FastRandom random, bool quiet)
      : p_(params), random_(random), quiet_(quiet), traffic_(params.radix, params.vcs) {
    reconfigure();
  }

  const typename Unit::In& next(const typename Unit::Out&) {
    const bool fresh = phases_.tick(random_, quiet_);
    const bool was = in_.enable;
    in_.enable = enable_.tick(random_, fresh);
    if (fresh) traffic_.choose(random_);
    if (!in_.enable && was) reconfigure();  // static while enabled
    traffic_.next(random_, phases_.intensity(), in_.request);
    corners.hit(kReenable, in_.enable && !was && in_.request.busy != 0);
    corners.hit(kFullLane, traffic_.full(in_.request, 0));
    corners.hit(kSilentVcs, in_.request.busy != 0 && in_.cfg_sampled_vcs != low_mask(p_.vcs));
    corners.hit(kAllBusy, in_.request.busy == low_mask(p_.radix));
    corners.hit(kIdle, in_.request.busy == 0 && in_.enable);
    return in_;
  }
  static bool must_clock(const typename Unit::In&, const typename Unit::Out&) { return false; }

  Corners corners{{"re-enabled with requests", "an input requests everything",
                   "requests of VCs that take no part", "all inputs busy", "no requests"}};

 private:
  void reconfigure() {
    in_.cfg_sampled_vcs = random_.chance(60) ? static_cast<uint32_t>(low_mask(p_.vcs))
                                             : random_.below(1u << p_.vcs) | 1;
    set_seed(in_, 0);
  }
  template <class In>
  auto set_seed(In& in, int) -> decltype(in.cfg_seed, void()) {
    in.cfg_seed = random_.chance(20) ? 0 : random_.next();
  }
  template <class In>
  void set_seed(In&, long) {}

  typename Unit::Params p_;
  FastRandom random_;
  bool quiet_;
  RequestTraffic traffic_;
  Phases phases_;
  Enable enable_;
  typename Unit::In in_;
};

}  // namespace chokepoint::test
