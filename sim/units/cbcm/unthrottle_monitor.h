// SPDX-License-Identifier: Apache-2.0
// The type of the unthrottle monitor: measures the generation rate towards each throttled
// destination and decides when a source no longer contributes
// (docs/reference/cbcm/unthrottle_monitor.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct UnthrottleMonitor {
  static constexpr const char* kName = "unthrottle_monitor";

  struct Params {
    unsigned nodes = 16;
    unsigned throttle_entries = 8;

    unsigned node_bits() const { return clog2(nodes); }
    unsigned entry_bits() const { return throttle_entries < 3 ? 1 : clog2(throttle_entries); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Nodes", nodes, 16, 8192);
      check_range(kName, "ThrottleEntries", throttle_entries, 1, 64);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("ThrottleEntries", s.throttle_entries);
    }
  };

  struct In {
    bool enable = false;
    uint64_t entry_valid = 0;
    Lanes entry_destination{};
    uint64_t entry_refreshed = 0;
    uint64_t entry_epoch_over = 0;
    bool generated_valid = false;
    uint32_t generated_destination = 0;
    uint32_t generated_flits = 0;
    uint64_t queue_full = 0;
    uint64_t queue_empty = 0;
    bool unthrottle_ready = false;
    uint32_t cfg_epoch_flits = 0;
    bool cfg_drain_first = false;
    uint32_t cfg_lease_epochs = 0;

    /// No event field is set.
    bool idle() const { return (entry_refreshed | entry_epoch_over) == 0 && !generated_valid; }
    /// All levels equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && entry_valid == previous.entry_valid &&
             entry_destination == previous.entry_destination &&
             queue_full == previous.queue_full && queue_empty == previous.queue_empty &&
             unthrottle_ready == previous.unthrottle_ready &&
             cfg_epoch_flits == previous.cfg_epoch_flits &&
             cfg_drain_first == previous.cfg_drain_first &&
             cfg_lease_epochs == previous.cfg_lease_epochs;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("entry_valid", s.entry_valid, p.throttle_entries);
      v.lanes("entry_destination", s.entry_destination, p.throttle_entries, p.node_bits());
      v("entry_refreshed", s.entry_refreshed, p.throttle_entries);
      v("entry_epoch_over", s.entry_epoch_over, p.throttle_entries);
      v("generated_valid", s.generated_valid, 1);
      v("generated_destination", s.generated_destination, p.node_bits());
      v("generated_flits", s.generated_flits, 16);
      v("queue_full", s.queue_full, p.throttle_entries);
      v("queue_empty", s.queue_empty, p.throttle_entries);
      v("unthrottle_ready", s.unthrottle_ready, 1);
      v("cfg_epoch_flits", s.cfg_epoch_flits, 16);
      v("cfg_drain_first", s.cfg_drain_first, 1);
      v("cfg_lease_epochs", s.cfg_lease_epochs, 4);
    }
  };

  struct Out {
    bool unthrottle_valid = false;
    uint32_t unthrottle_entry = 0;
    uint32_t unthrottle_destination = 0;
    uint64_t active = 0;
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("unthrottle_valid", s.unthrottle_valid, 1);
      v("unthrottle_entry", s.unthrottle_entry, p.entry_bits());
      v("unthrottle_destination", s.unthrottle_destination, p.node_bits());
      v("active", s.active, p.throttle_entries);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in) {
      advance(in, {in.entry_valid, in.entry_refreshed, in.entry_epoch_over,
                   in.entry_destination.data()});
    }
    /// The throttled destinations, where the unit this one is part of keeps them.
    struct Table {
      uint64_t valid, refreshed, epoch_over;
      const uint32_t* destination;
    };
    /// The clock with a table from elsewhere than `in`.
    void advance(const In& in, const Table& table);
    /// At these levels, while the unit is quiescent.
    bool needs_no_clock(uint64_t entry_valid, uint64_t queue_full) const {
      return entry_valid == out_.active && (queue_full & out_.active & ~full_seen_) == 0;
    }

   private:
    void free(unsigned entry);
    void begin_epoch(unsigned entry, const In& in);
    void measure(unsigned entry, const In& in, const Table& table);

    Params params_;
    Out out_;
    uint64_t leaving_ = 0, full_seen_ = 0, refreshed_seen_ = 0;
    Lanes wanted_{};  // flits of this epoch, still to come
    Lanes idle_epochs_{};
  };
};

}  // namespace chokepoint
