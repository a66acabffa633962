// SPDX-License-Identifier: Apache-2.0
// The type of the ECN unit of a router: occupancy of the queues and the marker
// (docs/reference/ecn/ecn_router.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/ecn/congestion_marker.h"
#include "sim/units/ecn/voq_occupancy.h"

namespace chokepoint {

struct EcnRouter {
  static constexpr const char* kName = "ecn_router";

  using HeadBits = CongestionMarker::HeadBits;
  using HeadValues = CongestionMarker::HeadValues;  ///< lane: output * speedup + switch pass

  struct Params {
    unsigned radix = 8;
    unsigned speedup = 2;  ///< switch passes per cycle
    unsigned occupancy_bits = 16;
    unsigned rate_bits = 0;  ///< 0: every eligible packet is marked

    unsigned port_bits() const { return clog2(radix); }
    unsigned lanes() const { return radix * speedup; }
    unsigned rate_width() const { return rate_bits == 0 ? 1 : rate_bits; }
    VoqOccupancy::Params occupancy() const { return {radix, speedup, occupancy_bits}; }
    CongestionMarker::Params marker() const { return {radix, speedup, rate_bits}; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      occupancy().validate();
      marker().validate();
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("Speedup", s.speedup);
      v("OccupancyBits", s.occupancy_bits);
      v("RateBits", s.rate_bits);
    }
  };

  struct In {
    bool enable = false;
    uint64_t arrived_valid = 0;
    Lanes arrived_output{};
    HeadBits crossed_valid;
    uint32_t cfg_threshold = 0;
    /// Inputs that hold a data flit for audit_output, before this clock's; looked at in clocks that
    /// count.
    uint64_t audit_waiting = 0;
    HeadBits head_valid;
    HeadBits head_marked;
    HeadBits head_data;
    HeadBits head_room;  ///< the next buffer has room for the packet
    HeadValues head_flits{};
    uint64_t cfg_victim_mask = 0;  ///< outputs that mark without credits as well
    uint32_t cfg_packet_size = 0;  ///< smaller packets are not marked
    uint32_t cfg_marking_rate = 0;  ///< eligible packets between two marks

    /// No event field is set.
    bool idle() const { return arrived_valid == 0 && !crossed_valid.any() && !head_valid.any(); }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_threshold == previous.cfg_threshold &&
             cfg_victim_mask == previous.cfg_victim_mask &&
             cfg_packet_size == previous.cfg_packet_size &&
             cfg_marking_rate == previous.cfg_marking_rate;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("arrived_valid", s.arrived_valid, p.radix);
      v.lanes("arrived_output", s.arrived_output, p.radix, p.port_bits());
      v.wide("crossed_valid", s.crossed_valid, 1, p.lanes());
      v("cfg_threshold", s.cfg_threshold, p.occupancy_bits);
      v("audit_waiting", s.audit_waiting, p.radix);
      v.wide("head_valid", s.head_valid, 1, p.lanes());
      v.wide("head_marked", s.head_marked, 1, p.lanes());
      v.wide("head_data", s.head_data, 1, p.lanes());
      v.wide("head_room", s.head_room, 1, p.lanes());
      v.lanes("head_flits", s.head_flits, p.lanes(), 10);
      v("cfg_victim_mask", s.cfg_victim_mask, p.radix);
      v("cfg_packet_size", s.cfg_packet_size, 10);
      v("cfg_marking_rate", s.cfg_marking_rate, p.rate_width());
    }
  };

  struct Out {
    HeadBits marked_valid;
    HeadBits marked;
    uint64_t congested = 0;
    uint32_t audit_output = 0;  ///< whose count is compared with the queues next
    bool error = false;
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v.wide("marked_valid", s.marked_valid, 1, p.lanes());
      v.wide("marked", s.marked, 1, p.lanes());
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
    void step(const In& in);

   private:
    Params params_;
    Out out_;
    VoqOccupancy::Model occupancy_;
    CongestionMarker::Model marker_;
  };
};

}  // namespace chokepoint
