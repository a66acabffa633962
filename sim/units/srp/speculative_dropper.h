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

  struct Params {
    unsigned radix = 8;
    unsigned speculative_vcs = 1;  ///< per input
    unsigned wait_bits = 16;

    unsigned lanes() const { return radix * speculative_vcs; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "SpeculativeVcs", speculative_vcs, 1, 4);
      check_range(kName, "WaitBits", wait_bits, 8, 32);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("SpeculativeVcs", s.speculative_vcs);
      v("WaitBits", s.wait_bits);
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

    /// No event field is set.
    bool idle() const {
      return !arrival_valid.any() && !head_valid.any() && !dropped_valid.any() &&
             !leave_valid.any();
    }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_ttw == previous.cfg_ttw;
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
    Params params_;
    Out out_;
  };
};

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
    if (in.arrival_wait[lane] > in.cfg_ttw) out.arrival_expired.set(lane);
  });
  for_each_lane(in.head_valid, [&](unsigned lane) {
    const bool over = ((in.now - in.head_stamp[lane]) & mask) > in.cfg_ttw || late(lane);
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
