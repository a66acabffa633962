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
    bool release_valid = false;
    uint32_t release_destination = 0;
    bool refused_ready = false;
    bool cfg_token_reset_always = false;
    uint32_t cfg_token_cap = 0;

    /// No event field is set.
    bool idle() const { return !throttle_valid && inject_entry == 0 && !release_valid; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && refused_ready == previous.refused_ready &&
             cfg_token_reset_always == previous.cfg_token_reset_always &&
             cfg_token_cap == previous.cfg_token_cap;
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
      v("release_valid", s.release_valid, 1);
      v("release_destination", s.release_destination, p.node_bits());
      v("refused_ready", s.refused_ready, 1);
      v("cfg_token_reset_always", s.cfg_token_reset_always, 1);
      v("cfg_token_cap", s.cfg_token_cap, p.token_bits);
    }
  };

  struct Out {
    uint64_t entry_valid = 0;
    Lanes entry_destination{};
    Lanes entry_degree{};
    Lanes entry_tokens{};
    uint64_t entry_refreshed = 0;
    uint64_t entry_arrived = 0;
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
      v("entry_arrived", s.entry_arrived, p.throttle_entries);
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
    void walk(uint64_t now);
    void postpone(unsigned entry, uint64_t now);
    void show();

    Params params_;
    Out out_;
    Lanes deadline_{};        // the low bits of the pace at which the next token arrives
    bool unsettled_ = false;  // the wake register is older than the table
    uint64_t pending_ = 0;    // entries that the walk to the next wake time has not fetched
    uint64_t fetched_ = 0;    // the deadline that it judges in the next clock
    bool begins_ = false;     // ... as the first of a walk
    bool judges_ = false;     // ... is that of an entry
  };
};

}  // namespace chokepoint
