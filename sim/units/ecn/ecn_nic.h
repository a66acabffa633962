// SPDX-License-Identifier: Apache-2.0
// The type of the ECN unit of a network interface: echo and, by mode, one of two limiters
// (docs/reference/ecn/ecn_nic.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/ecn/cct_limiter.h"
#include "sim/units/ecn/delay_limiter.h"
#include "sim/units/ecn/notification_echo.h"

namespace chokepoint {

struct EcnNic {
  static constexpr const char* kName = "ecn_nic";

  struct Params {
    unsigned nodes = 16;
    unsigned delay_entries = 16;
    unsigned mode = 0;  ///< 0: additive inter-packet delay; 1: congestion-control table
    unsigned delay_bits = 12;
    unsigned table_entries = 128;  ///< of the congestion-control table
    unsigned cycle_bits = 32;

    unsigned node_bits() const { return clog2(nodes); }
    unsigned index_bits() const { return clog2(table_entries); }
    unsigned level_bits() const {
      return delay_bits > index_bits() ? delay_bits : index_bits();
    }
    uint64_t cycle_mask() const { return low_mask(cycle_bits); }
    NotificationEcho::Params echo() const { return {nodes}; }
    DelayLimiter::Params delay() const { return {nodes, delay_entries, delay_bits, cycle_bits}; }
    CctLimiter::Params cct() const { return {nodes, delay_entries, table_entries, cycle_bits}; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      delay().validate();
      cct().validate();
      check_range(kName, "Mode", mode, 0, 1);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("DelayEntries", s.delay_entries);
      v("Mode", s.mode);
      v("DelayBits", s.delay_bits);
      v("TableEntries", s.table_entries);
      v("CycleBits", s.cycle_bits);
    }
  };

  struct In {
    bool enable = false;
    uint64_t now = 0;
    bool packet_valid = false;
    uint32_t packet_source = 0;
    bool packet_marked = false;
    bool notification_ready = false;
    bool control_valid = false;  ///< a congestion notification arrived
    uint32_t control_source = 0;
    uint64_t sent_entry = 0;  ///< as a bit, at most one
    uint32_t sent_flits = 0;  ///< at least 1
    uint32_t cfg_increment = 0;
    uint32_t cfg_decrement = 0;
    uint32_t cfg_maximum = 0;
    uint32_t cfg_minimum = 0;  ///< mode 1
    uint32_t cfg_trigger = 0;  ///< mode 1
    uint64_t cfg_timer = 0;
    bool cfg_free_running = false;  ///< mode 0
    bool table_valid = false;  ///< mode 1
    uint32_t table_index = 0;
    uint32_t table_word = 0;

    /// No event field is set.
    bool idle() const { return !packet_valid && !control_valid && sent_entry == 0 && !table_valid; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && notification_ready == previous.notification_ready &&
             cfg_increment == previous.cfg_increment &&
             cfg_decrement == previous.cfg_decrement && cfg_maximum == previous.cfg_maximum &&
             cfg_minimum == previous.cfg_minimum && cfg_trigger == previous.cfg_trigger &&
             cfg_timer == previous.cfg_timer && cfg_free_running == previous.cfg_free_running;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("now", s.now, p.cycle_bits);
      v("packet_valid", s.packet_valid, 1);
      v("packet_source", s.packet_source, p.node_bits());
      v("packet_marked", s.packet_marked, 1);
      v("notification_ready", s.notification_ready, 1);
      v("control_valid", s.control_valid, 1);
      v("control_source", s.control_source, p.node_bits());
      v("sent_entry", s.sent_entry, p.delay_entries);
      v("sent_flits", s.sent_flits, 10);
      v("cfg_increment", s.cfg_increment, p.level_bits());
      v("cfg_decrement", s.cfg_decrement, p.level_bits());
      v("cfg_maximum", s.cfg_maximum, p.level_bits());
      v("cfg_minimum", s.cfg_minimum, p.level_bits());
      v("cfg_trigger", s.cfg_trigger, p.level_bits());
      v("cfg_timer", s.cfg_timer, p.cycle_bits);
      v("cfg_free_running", s.cfg_free_running, 1);
      v("table_valid", s.table_valid, 1);
      v("table_index", s.table_index, 7);
      v("table_word", s.table_word, 16);
    }
  };

  struct Out {
    bool packet_ready = false;
    bool notification_valid = false;
    uint32_t notification_destination = 0;
    uint64_t entry_valid = 0;
    uint64_t entry_blocked = 0;
    Lanes entry_level{};  ///< delay or CCTI
    bool overflow = false;
    bool triggered = false;
    bool quiescent = false;
    bool wake_valid = false;
    uint64_t wake_at = 0;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("packet_ready", s.packet_ready, 1);
      v("notification_valid", s.notification_valid, 1);
      v("notification_destination", s.notification_destination, p.node_bits());
      v("entry_valid", s.entry_valid, p.delay_entries);
      v("entry_blocked", s.entry_blocked, p.delay_entries);
      v.lanes("entry_level", s.entry_level, p.delay_entries, p.level_bits());
      v("overflow", s.overflow, 1);
      v("triggered", s.triggered, 1);
      v("quiescent", s.quiescent, 1);
      v("wake_valid", s.wake_valid, 1);
      v("wake_at", s.wake_at, p.cycle_bits);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    /// Reset: the congestion-control table keeps what it holds and can be written.
    void reset(const In& in);
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    void fill(const In& in);
    bool may_sleep(const In& in) const;
    template <class LimiterOut> void show_limiter(const LimiterOut& limiter, const Lanes& level);
    void show();

    Params params_;
    Out out_;
    NotificationEcho::Model echo_;
    DelayLimiter::Model delay_;  // mode 0
    CctLimiter::Model cct_;      // mode 1
    DelayLimiter::In delay_in_;
    CctLimiter::In cct_in_;
  };
};

}  // namespace chokepoint
