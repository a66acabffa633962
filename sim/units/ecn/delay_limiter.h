// SPDX-License-Identifier: Apache-2.0
// The type of ECN's source side, additive mode: destinations with an inter-packet delay
// (docs/reference/ecn/delay_limiter.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/ecn/wake_walk.h"

namespace chokepoint {

struct DelayLimiter {
  static constexpr const char* kName = "delay_limiter";

  struct Params {
    unsigned nodes = 16;
    unsigned delay_entries = 16;
    unsigned delay_bits = 12;
    unsigned cycle_bits = 32;

    unsigned node_bits() const { return clog2(nodes); }
    uint64_t cycle_mask() const { return low_mask(cycle_bits); }
    /// Of a timer (16) and of a release, which is up to 1023 + 2^delay_bits - 2 cycles ahead.
    unsigned deadline_bits() const {
      return std::min(std::max(16u, delay_bits + 1), cycle_bits);
    }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Nodes", nodes, 16, 8192);
      check_range(kName, "DelayEntries", delay_entries, 1, 64);
      check_range(kName, "DelayBits", delay_bits, 4, 16);
      check_range(kName, "CycleBits", cycle_bits, 8, 64);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("DelayEntries", s.delay_entries);
      v("DelayBits", s.delay_bits);
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
    uint32_t cfg_increment = 0;
    uint32_t cfg_decrement = 0;
    uint32_t cfg_maximum = 0;
    uint32_t cfg_timer = 0;
    bool cfg_free_running = false;

    /// No event field is set.
    bool idle() const { return !notification_valid && sent_entry == 0; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_increment == previous.cfg_increment &&
             cfg_decrement == previous.cfg_decrement && cfg_maximum == previous.cfg_maximum &&
             cfg_timer == previous.cfg_timer && cfg_free_running == previous.cfg_free_running;
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
      v("cfg_increment", s.cfg_increment, p.delay_bits);
      v("cfg_decrement", s.cfg_decrement, p.delay_bits);
      v("cfg_maximum", s.cfg_maximum, p.delay_bits);
      v("cfg_timer", s.cfg_timer, 16);
      v("cfg_free_running", s.cfg_free_running, 1);
    }
  };

  struct Out {
    uint64_t entry_valid = 0;
    Lanes entry_destination{};
    Lanes entry_delay{};
    uint64_t entry_blocked = 0;
    bool overflow = false;
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
      v.lanes("entry_delay", s.entry_delay, p.delay_entries, p.delay_bits);
      v("entry_blocked", s.entry_blocked, p.delay_entries);
      v("overflow", s.overflow, 1);
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
    uint64_t match(uint64_t among, uint32_t destination) const;
    uint64_t due(uint64_t among, const std::array<uint64_t, kMaxLanes>& deadlines,
                 uint64_t now) const;
    void notify(const In& in, uint64_t entry);
    void show();

    Params params_;
    Out out_;
    std::array<uint64_t, kMaxLanes> timer_{}, release_{};
    WakeWalk walk_;
  };
};

}  // namespace chokepoint
