// SPDX-License-Identifier: Apache-2.0
// The type of SRP's router side that stamps speculative packets and says which have waited too
// long (docs/reference/srp/speculative_dropper.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/lane_bits.h"

namespace chokepoint {

struct SpeculativeDropper {
  static constexpr const char* kName = "speculative_dropper";

  static constexpr unsigned kLanes = 256;  ///< most lanes: radix 64, 4 VCs
  using LaneBits = WideBits<kLanes / 64>;
  using LaneValues = std::array<uint32_t, kLanes>;
  using OutputValues = std::array<uint32_t, 64>;

  struct Params {
    unsigned radix = 8;
    unsigned speculative_vcs = 1;  ///< per input
    unsigned wait_bits = 16;
    unsigned predictive_drop = 0;  ///< 1: what lies ahead at the output counts as waited, too

    unsigned lanes() const { return radix * speculative_vcs; }
    unsigned port_bits() const { return clog2(radix); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "SpeculativeVcs", speculative_vcs, 1, 4);
      check_range(kName, "WaitBits", wait_bits, 8, 32);
      check_range(kName, "PredictiveDrop", predictive_drop, 0, 1);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("SpeculativeVcs", s.speculative_vcs);
      v("WaitBits", s.wait_bits);
      v("PredictiveDrop", s.predictive_drop);
    }
  };

  struct In {
    bool enable = false;
    uint32_t now = 0;  ///< lowest bits of the cycle counter
    uint32_t cfg_ttw = 0;  ///< TTW, at least 1
    LaneBits arrival_valid;
    LaneValues arrival_wait{};
    LaneBits head_valid;
    LaneValues head_stamp{};
    LaneBits dropped_valid;
    LaneBits leave_valid;
    LaneValues leave_stamp{};
    // With PredictiveDrop; the packet at the front of a lane is shown as a head or arrives.
    LaneValues output_used{};  ///< output * speculative_vcs + VC: flits without their credit
    OutputValues output_reach{};  ///< per output: TTW and the round trip of its channel
    LaneValues front_output{};
    LaneValues front_vcs{};  ///< mask of the VCs there that the front may take; 0: not the front

    /// No event field is set.
    bool idle() const {
      return !arrival_valid.any() && !head_valid.any() && !dropped_valid.any() &&
             !leave_valid.any();
    }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_ttw == previous.cfg_ttw &&
             output_reach == previous.output_reach;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("now", s.now, p.wait_bits);
      v("cfg_ttw", s.cfg_ttw, p.wait_bits);
      v.wide("arrival_valid", s.arrival_valid, 1, p.lanes());
      v.lanes("arrival_wait", s.arrival_wait, p.lanes(), p.wait_bits);
      v.wide("head_valid", s.head_valid, 1, p.lanes());
      v.lanes("head_stamp", s.head_stamp, p.lanes(), p.wait_bits);
      v.wide("dropped_valid", s.dropped_valid, 1, p.lanes());
      v.wide("leave_valid", s.leave_valid, 1, p.lanes());
      v.lanes("leave_stamp", s.leave_stamp, p.lanes(), p.wait_bits);
      if (p.predictive_drop == 0) return;
      v.lanes("output_used", s.output_used, p.lanes(), p.wait_bits);
      v.lanes("output_reach", s.output_reach, p.radix, p.wait_bits);
      v.lanes("front_output", s.front_output, p.lanes(), p.port_bits());
      v.lanes("front_vcs", s.front_vcs, p.lanes(), p.speculative_vcs);
    }
  };

  struct Out {
    LaneBits stamped;
    LaneValues arrival_stamp{};
    LaneBits arrival_expired;
    LaneBits keep;
    LaneBits drop;
    LaneBits waited;
    LaneValues leave_wait{};
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v.wide("stamped", s.stamped, 1, p.lanes());
      v.lanes("arrival_stamp", s.arrival_stamp, p.lanes(), p.wait_bits);
      v.wide("arrival_expired", s.arrival_expired, 1, p.lanes());
      v.wide("keep", s.keep, 1, p.lanes());
      v.wide("drop", s.drop, 1, p.lanes());
      v.wide("waited", s.waited, 1, p.lanes());
      v.lanes("leave_wait", s.leave_wait, p.lanes(), p.wait_bits);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in) { advance(in, out_); }
    /// The clock with the inputs and outputs of the unit this one is part of; work is proportional
    /// to the lanes with events.
    template <class AnyIn, class AnyOut> void advance(const AnyIn& in, AnyOut& out) const;

   private:
    /// A packet at the front that has waited so long, and still waits for what lies ahead of it at
    /// its output, leaves in time by none of the VCs that it may take.
    template <class AnyIn> bool comes_too_late(const AnyIn& in, unsigned lane, uint32_t wait) const;

    Params params_;
    Out out_;
  };
};

template <class AnyIn>
bool SpeculativeDropper::Model::comes_too_late(const AnyIn& in, unsigned lane,
                                               uint32_t wait) const {
  if (params_.predictive_drop == 0 || in.front_vcs[lane] == 0) return false;
  const unsigned output = in.front_output[lane];
  for (unsigned vc = 0; vc < params_.speculative_vcs; ++vc) {
    if ((in.front_vcs[lane] >> vc & 1) == 0) continue;
    const uint64_t ahead = in.output_used[output * params_.speculative_vcs + vc];
    if (wait + ahead <= in.output_reach[output]) return false;
  }
  return true;
}

template <class AnyIn, class AnyOut>
void SpeculativeDropper::Model::advance(const AnyIn& in, AnyOut& out) const {
  const bool rest = !in.enable || in.idle();
  if (out.quiescent && rest) return;
  // Heads that had expired in the last clock and are still at the front.
  const auto late = [&in, expired = out.drop, left = out.waited](unsigned lane) {
    return expired.test(lane) && !left.test(lane) && !in.dropped_valid.test(lane);
  };
  for_each_lane(out.stamped, [&](unsigned lane) { out.arrival_stamp[lane] = 0; });
  for_each_lane(out.waited, [&](unsigned lane) { out.leave_wait[lane] = 0; });
  out.stamped.clear_all();
  out.arrival_expired.clear_all();
  out.keep.clear_all();
  out.drop.clear_all();
  out.waited.clear_all();
  out.quiescent = true;
  if (rest) return;

  const auto mask = static_cast<uint32_t>(low_mask(params_.wait_bits));
  out.stamped = in.arrival_valid;
  for_each_lane(in.arrival_valid, [&](unsigned lane) {
    out.arrival_stamp[lane] = (in.now - in.arrival_wait[lane]) & mask;
    const bool front = !in.head_valid.test(lane);
    if (in.arrival_wait[lane] > in.cfg_ttw ||
        (front && comes_too_late(in, lane, in.arrival_wait[lane]))) {
      out.arrival_expired.set(lane);
    }
  });
  for_each_lane(in.head_valid, [&](unsigned lane) {
    const uint32_t wait = (in.now - in.head_stamp[lane]) & mask;
    const bool over = wait > in.cfg_ttw || comes_too_late(in, lane, wait) || late(lane);
    (over ? out.drop : out.keep).set(lane);
  });
  out.waited = in.leave_valid;
  for_each_lane(in.leave_valid, [&](unsigned lane) {
    const uint32_t wait = (in.now - in.leave_stamp[lane]) & mask, most = mask / 2 + 1;
    out.leave_wait[lane] = late(lane) ? most : std::min(wait, most);
  });
  out.quiescent = !out.stamped.any() && !out.keep.any() && !out.drop.any() && !out.waited.any();
}

}  // namespace chokepoint
