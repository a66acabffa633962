// SPDX-License-Identifier: Apache-2.0
// The type of the source side of CBCM: a table of throttled destinations with tokens, Algorithm 1
// (docs/reference/cbcm/token_throttler.md).
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct TokenThrottler {
  static constexpr const char* kName = "token_throttler";
  static constexpr uint32_t kWindow = 16;  ///< ticks in which the wake time is looked for

  struct Params {
    unsigned nodes = 16;
    unsigned throttle_entries = 8;
    unsigned token_bits = 16;
    unsigned cycle_bits = 32;

    unsigned node_bits() const { return clog2(nodes); }
    unsigned degree_bits() const { return clog2(nodes + 1); }
    uint64_t cycle_mask() const { return low_mask(cycle_bits); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Nodes", nodes, 16, 8192);
      check_range(kName, "ThrottleEntries", throttle_entries, 1, 64);
      check_range(kName, "TokenBits", token_bits, 6, 16);
      check_range(kName, "CycleBits", cycle_bits, std::max(8u, degree_bits()), 64);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("ThrottleEntries", s.throttle_entries);
      v("TokenBits", s.token_bits);
      v("CycleBits", s.cycle_bits);
    }
  };

  struct In {
    bool enable = false;
    uint64_t now = 0;  ///< the pace, which grows by 0 or 1 a cycle
    bool throttle_valid = false;
    uint32_t throttle_source = 0;
    uint32_t throttle_degree = 0;
    uint64_t inject_entry = 0;
    uint32_t inject_flits = 0;
    uint64_t release_entry = 0;
    bool refused_ready = false;
    bool cfg_token_reset_always = false;
    uint32_t cfg_token_cap = 0;
    uint32_t cfg_epoch_flits = 0;

    /// No event field is set.
    bool idle() const { return !throttle_valid && inject_entry == 0 && release_entry == 0; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && refused_ready == previous.refused_ready &&
             cfg_token_reset_always == previous.cfg_token_reset_always &&
             cfg_token_cap == previous.cfg_token_cap &&
             cfg_epoch_flits == previous.cfg_epoch_flits;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("now", s.now, p.cycle_bits);
      v("throttle_valid", s.throttle_valid, 1);
      v("throttle_source", s.throttle_source, p.node_bits());
      v("throttle_degree", s.throttle_degree, p.degree_bits());
      v("inject_entry", s.inject_entry, p.throttle_entries);
      v("inject_flits", s.inject_flits, 10);
      v("release_entry", s.release_entry, p.throttle_entries);
      v("refused_ready", s.refused_ready, 1);
      v("cfg_token_reset_always", s.cfg_token_reset_always, 1);
      v("cfg_token_cap", s.cfg_token_cap, p.token_bits);
      v("cfg_epoch_flits", s.cfg_epoch_flits, 16);
    }
  };

  struct Out {
    uint64_t entry_valid = 0;
    Lanes entry_destination{};
    Lanes entry_degree{};
    Lanes entry_tokens{};
    uint64_t entry_refreshed = 0;
    uint64_t entry_epoch_over = 0;
    bool throttle_ready = false;
    bool refused_valid = false;
    uint32_t refused_destination = 0;
    bool error = false;  ///< sticky
    bool quiescent = false;
    bool wake_valid = false;
    uint64_t wake_at = 0;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("entry_valid", s.entry_valid, p.throttle_entries);
      v.lanes("entry_destination", s.entry_destination, p.throttle_entries, p.node_bits());
      v.lanes("entry_degree", s.entry_degree, p.throttle_entries, p.degree_bits());
      v.lanes("entry_tokens", s.entry_tokens, p.throttle_entries, p.token_bits);
      v("entry_refreshed", s.entry_refreshed, p.throttle_entries);
      v("entry_epoch_over", s.entry_epoch_over, p.throttle_entries);
      v("throttle_ready", s.throttle_ready, 1);
      v("refused_valid", s.refused_valid, 1);
      v("refused_destination", s.refused_destination, p.node_bits());
      v("error", s.error, 1);
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
    uint32_t ahead(uint64_t low_bits, uint64_t now) const;
    uint64_t due(uint64_t now) const;
    void postpone(unsigned entry, uint64_t now);
    void arrive(unsigned entry, bool full, const In& in);
    void free(unsigned entry);
    void record_window(const In& in, uint64_t due);
    uint64_t next_wake() const;
    void show();

    Params params_;
    Out out_;
    Lanes deadline_{};      // the low bits of the pace at which the next token arrives
    Lanes arrivals_{};      // tokens still to arrive in this epoch
    uint64_t number_ = 0;   // of the window
    uint32_t window_ = 0;   // the deadlines in it, a bit a tick
    bool message_ = false;  // the last clock took a throttle message
  };
};

}  // namespace chokepoint
