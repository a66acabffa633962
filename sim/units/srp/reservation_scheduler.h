// SPDX-License-Identifier: Apache-2.0
// The type of SRP's destination side that grants reservations
// (docs/reference/srp/reservation_scheduler.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/srp/control_kind.h"

namespace chokepoint {

struct ReservationScheduler {
  static constexpr const char* kName = "reservation_scheduler";

  struct Params {
    unsigned nodes = 16;
    unsigned cycle_bits = 32;

    unsigned node_bits() const { return clog2(nodes); }
    unsigned start_bits() const { return srp_start_bits(cycle_bits); }
    uint64_t cycle_mask() const { return low_mask(cycle_bits); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Nodes", nodes, 16, 8192);
      check_range(kName, "CycleBits", cycle_bits, 8, 64);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("CycleBits", s.cycle_bits);
    }
  };

  struct In {
    bool enable = false;
    uint64_t now = 0;
    bool reservation_valid = false;
    uint32_t reservation_source = 0;
    uint32_t reservation_tag = 0;
    uint32_t reservation_flits = 0;
    bool bypass_valid = false;
    uint32_t bypass_flits = 0;
    bool grant_ready = false;
    uint32_t cfg_inflation = 0;  ///< 2.16 fixed point, at least 65536
    uint64_t cfg_lead = 0;
    bool cfg_charge_bypass = false;

    /// No event field is set.
    bool idle() const { return !reservation_valid && !bypass_valid; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && grant_ready == previous.grant_ready &&
             cfg_inflation == previous.cfg_inflation && cfg_lead == previous.cfg_lead &&
             cfg_charge_bypass == previous.cfg_charge_bypass;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("now", s.now, p.cycle_bits);
      v("reservation_valid", s.reservation_valid, 1);
      v("reservation_source", s.reservation_source, p.node_bits());
      v("reservation_tag", s.reservation_tag, messages::srp::kTagBits);
      v("reservation_flits", s.reservation_flits, messages::srp::kFlitsBits);
      v("bypass_valid", s.bypass_valid, 1);
      v("bypass_flits", s.bypass_flits, 10);
      v("grant_ready", s.grant_ready, 1);
      v("cfg_inflation", s.cfg_inflation, 18);
      v("cfg_lead", s.cfg_lead, p.cycle_bits);
      v("cfg_charge_bypass", s.cfg_charge_bypass, 1);
    }
  };

  struct Out {
    bool reservation_ready = false;
    bool grant_valid = false;
    uint32_t grant_destination = 0;
    uint32_t grant_tag = 0;
    uint64_t grant_start = 0;  ///< the lowest bits of t_s
    bool quiescent = false;
    bool wake_valid = false;
    uint64_t wake_at = 0;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("reservation_ready", s.reservation_ready, 1);
      v("grant_valid", s.grant_valid, 1);
      v("grant_destination", s.grant_destination, p.node_bits());
      v("grant_tag", s.grant_tag, messages::srp::kTagBits);
      v("grant_start", s.grant_start, p.start_bits());
      v("quiescent", s.quiescent, 1);
      v("wake_valid", s.wake_valid, 1);
      v("wake_at", s.wake_at, p.cycle_bits);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    void show();

    Params params_;
    Out out_;
    bool pending_ = false;
    uint64_t next_ = 0;    // first cycle not yet given away
    uint64_t charge_ = 0;  // flits that are not in it yet
    uint64_t size_ = 0;    // of the last reservation, in cycles
    unsigned step_ = 0;    // clocks since then, while the size is not in next_
  };
};

}  // namespace chokepoint
