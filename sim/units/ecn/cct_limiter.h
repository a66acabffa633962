// SPDX-License-Identifier: Apache-2.0
// The type of ECN's source side, InfiniBand's mode: a congestion-control table (CCT)
// (docs/reference/ecn/cct_limiter.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/ecn/wake_walk.h"

namespace chokepoint {

struct CctLimiter {
  static constexpr const char* kName = "cct_limiter";

  static constexpr unsigned kTableEntries = 128;  ///< most

  struct Params {
    unsigned nodes = 16;
    unsigned delay_entries = 16;
    unsigned table_entries = 128;  ///< of the congestion-control table
    unsigned cycle_bits = 32;

    unsigned node_bits() const { return clog2(nodes); }
    unsigned index_bits() const { return clog2(table_entries); }
    uint64_t cycle_mask() const { return low_mask(cycle_bits); }
    /// A release is up to 1023 + 1023 * 16383 - 1 cycles ahead.
    unsigned release_bits() const { return std::min(25u, cycle_bits); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Nodes", nodes, 16, 8192);
      check_range(kName, "DelayEntries", delay_entries, 1, 64);
      check_range(kName, "TableEntries", table_entries, 8, 128);
      if ((table_entries & (table_entries - 1)) != 0)
        bad_param(kName, "TableEntries", table_entries, "a power of two");
      check_range(kName, "CycleBits", cycle_bits, 8, 64);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("DelayEntries", s.delay_entries);
      v("TableEntries", s.table_entries);
      v("CycleBits", s.cycle_bits);
    }
  };

  struct In {
    bool enable = false;
    uint64_t now = 0;
    bool notification_valid = false;
    uint32_t notification_source = 0;  ///< the destination that is congested
    uint64_t sent_entry = 0;  ///< as a bit, at most one
    uint32_t sent_flits = 0;  ///< at least 1
    bool table_valid = false;
    uint32_t table_index = 0;
    uint32_t table_word = 0;  ///< {shift[1:0], multiplier[13:0]}
    uint32_t cfg_increase = 0;
    uint32_t cfg_limit = 0;
    uint32_t cfg_minimum = 0;
    uint32_t cfg_trigger = 0;
    uint64_t cfg_timer = 0;

    /// No event field is set.
    bool idle() const { return !notification_valid && sent_entry == 0 && !table_valid; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_increase == previous.cfg_increase &&
             cfg_limit == previous.cfg_limit && cfg_minimum == previous.cfg_minimum &&
             cfg_trigger == previous.cfg_trigger && cfg_timer == previous.cfg_timer;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("now", s.now, p.cycle_bits);
      v("notification_valid", s.notification_valid, 1);
      v("notification_source", s.notification_source, p.node_bits());
      v("sent_entry", s.sent_entry, p.delay_entries);
      v("sent_flits", s.sent_flits, 10);
      v("table_valid", s.table_valid, 1);
      v("table_index", s.table_index, p.index_bits());
      v("table_word", s.table_word, 16);
      v("cfg_increase", s.cfg_increase, p.index_bits());
      v("cfg_limit", s.cfg_limit, p.index_bits());
      v("cfg_minimum", s.cfg_minimum, p.index_bits());
      v("cfg_trigger", s.cfg_trigger, p.index_bits());
      v("cfg_timer", s.cfg_timer, p.cycle_bits);
    }
  };

  struct Out {
    uint64_t entry_valid = 0;
    Lanes entry_destination{};
    uint64_t entry_blocked = 0;
    Lanes entry_index{};
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
      v("entry_valid", s.entry_valid, p.delay_entries);
      v.lanes("entry_destination", s.entry_destination, p.delay_entries, p.node_bits());
      v("entry_blocked", s.entry_blocked, p.delay_entries);
      v.lanes("entry_index", s.entry_index, p.delay_entries, p.index_bits());
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
    /// Reset: the table keeps what it holds and can be written.
    void reset(const In& in);
    const Out& out() const { return out_; }
    void step(const In& in);
    /// While the unit is quiescent: nothing waits to be freed, and the lower bound of the entries is
    /// still that of the last clock.
    bool needs_no_clock(uint32_t minimum) const { return !freeable_ && minimum == minimum_; }

   private:
    /// The delay of the last packet while it is being worked out, a bit of the length a clock.
    struct Product {
      uint64_t entry = 0;  ///< as a bit; 0: none is under way
      uint32_t flits = 0, word = 0;
      unsigned bits = 0;  ///< of the length that count so far
      uint64_t start = 0;
    };

    uint64_t match(uint64_t among, uint32_t destination) const;
    void clear();
    void write_table(const In& in);
    bool notify(const In& in, uint64_t before);
    uint64_t finish(bool cut);
    void show(uint32_t minimum);

    Params params_;
    Out out_;
    std::array<uint64_t, kMaxLanes> release_{};
    Product product_;
    uint64_t timer_ = 0;  // while an entry is valid
    WakeWalk walk_;
    bool freeable_ = false;  // an entry will be freed by the next clock, whatever comes
    uint32_t minimum_ = 0;   // cfg_minimum of the last clock
    std::array<uint16_t, kTableEntries> table_{};
  };
};

}  // namespace chokepoint
