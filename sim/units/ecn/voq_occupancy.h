// SPDX-License-Identifier: Apache-2.0
// The type of ECN's router side that counts the flits waiting for each output
// (docs/reference/ecn/voq_occupancy.md). It has no enable: queues are there whether marks are made
// or not.
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/lane_bits.h"

namespace chokepoint {

struct VoqOccupancy {
  static constexpr const char* kName = "voq_occupancy";

  using HeadBits = WideBits<4>;  ///< bit o*speedup + k: switch pass k to output o

  struct Params {
    unsigned radix = 8;
    unsigned speedup = 2;  ///< switch passes per cycle
    unsigned occupancy_bits = 16;

    unsigned port_bits() const { return clog2(radix); }
    unsigned lanes() const { return radix * speedup; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "Speedup", speedup, 1, 4);
      check_range(kName, "OccupancyBits", occupancy_bits, 8, 20);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("Speedup", s.speedup);
      v("OccupancyBits", s.occupancy_bits);
    }
  };

  struct In {
    uint64_t arrived_valid = 0;
    Lanes arrived_output{};
    HeadBits crossed_valid;
    uint32_t cfg_threshold = 0;
    /// Inputs that hold a data flit for audit_output, before this clock's; looked at in clocks that
    /// count.
    uint64_t audit_waiting = 0;

    /// No event field is set.
    bool idle() const { return arrived_valid == 0 && !crossed_valid.any(); }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return cfg_threshold == previous.cfg_threshold;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("arrived_valid", s.arrived_valid, p.radix);
      v.lanes("arrived_output", s.arrived_output, p.radix, p.port_bits());
      v.wide("crossed_valid", s.crossed_valid, 1, p.lanes());
      v("cfg_threshold", s.cfg_threshold, p.occupancy_bits);
      v("audit_waiting", s.audit_waiting, p.radix);
    }
  };

  struct Out {
    Lanes occupancy{};
    uint64_t congested = 0;
    uint32_t audit_output = 0;  ///< whose turn it is
    bool error = false;
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v.lanes("occupancy", s.occupancy, p.radix, p.occupancy_bits);
      v("congested", s.congested, p.radix);
      v("audit_output", s.audit_output, p.port_bits());
      v("error", s.error, 1);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in) {
      advance(in.arrived_valid, in.arrived_output, in.crossed_valid, in.cfg_threshold,
              in.audit_waiting);
    }
    /// The clock without an `In`, for the unit this one is part of.
    void advance(uint64_t arrived_valid, const Lanes& arrived_output, const HeadBits& crossed_valid,
                 uint32_t threshold, uint64_t audit_waiting);
    /// `congested` follows its threshold at once.
    void set_threshold(uint32_t threshold);

   private:
    void audit(uint64_t waiting);
    void set_count(unsigned output, uint32_t count);
    Params params_;
    Out out_;
    uint32_t threshold_ = 0;  // that out_.congested was made with
    std::array<int32_t, kMaxLanes> change_{};  // arrivals less crossings; 0 between clocks
  };
};

}  // namespace chokepoint
