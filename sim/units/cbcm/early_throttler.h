// SPDX-License-Identifier: Apache-2.0
// The type of the early throttler: which destinations several inputs of a router want steadily, and
// the messages that throttle their sources (docs/reference/cbcm/early_throttler.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct EarlyThrottler {
  static constexpr const char* kName = "early_throttler";
  static constexpr unsigned kMaxEntries = 16;

  struct Params {
    unsigned nodes = 16;
    unsigned radix = 8;
    unsigned entries = 4;
    unsigned sources = 16;
    unsigned num_samples = 100;
    unsigned bound_sample_interval = 10;

    unsigned node_bits() const { return clog2(nodes); }
    unsigned degree_bits() const { return clog2(radix + 1); }
    unsigned list_bits() const { return clog2(sources + 1); }
    unsigned intervals() const { return num_samples / bound_sample_interval; }

    template <class V>
    void visit(V&& v) {
      fields(*this, v);
    }
    template <class V>
    void visit(V&& v) const {
      fields(*this, v);
    }
    void validate() const {
      check_range(kName, "Nodes", nodes, 16, 8192);
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "Entries", entries, 1, kMaxEntries);
      check_range(kName, "Sources", sources, 2, 64);
      check_range(kName, "NumSamples", num_samples, 10, 1000);
      check_range(kName, "BoundSampleInterval", bound_sample_interval, 2, 100);
      if (num_samples % bound_sample_interval != 0 || intervals() < 2) {
        bad_param(kName, "BoundSampleInterval", bound_sample_interval,
                  "divides NumSamples at least twice");
      }
    }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("Radix", s.radix);
      v("Entries", s.entries);
      v("Sources", s.sources);
      v("NumSamples", s.num_samples);
      v("BoundSampleInterval", s.bound_sample_interval);
    }
  };

  struct In {
    bool enable = false;
    uint64_t pick_valid = 0;
    Lanes pick_destination{};
    Lanes pick_source{};
    bool announced_valid = false;
    uint32_t announced_hotspot = 0;
    bool message_ready = false;
    uint32_t cfg_windows = 0;
    uint32_t cfg_hold_cycles = 0;
    uint32_t cfg_round_cycles = 0;

    /// No event field is set.
    bool idle() const { return pick_valid == 0 && !announced_valid; }
    /// All levels equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && message_ready == previous.message_ready &&
             cfg_windows == previous.cfg_windows && cfg_hold_cycles == previous.cfg_hold_cycles &&
             cfg_round_cycles == previous.cfg_round_cycles;
    }

    template <class V>
    void visit(V&& v, const Params& p) {
      fields(*this, v, p);
    }
    template <class V>
    void visit(V&& v, const Params& p) const {
      fields(*this, v, p);
    }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("pick_valid", s.pick_valid, p.radix);
      v.lanes("pick_destination", s.pick_destination, p.radix, p.node_bits());
      v.lanes("pick_source", s.pick_source, p.radix, p.node_bits());
      v("announced_valid", s.announced_valid, 1);
      v("announced_hotspot", s.announced_hotspot, p.node_bits());
      v("message_ready", s.message_ready, 1);
      v("cfg_windows", s.cfg_windows, 4);
      v("cfg_hold_cycles", s.cfg_hold_cycles, 20);
      v("cfg_round_cycles", s.cfg_round_cycles, 16);
    }
  };

  struct Out {
    bool message_valid = false;
    uint32_t message_source = 0;
    uint32_t message_hotspot = 0;
    uint32_t message_degree = 0;
    uint64_t entry_valid = 0;
    uint64_t entry_hot = 0;
    uint64_t entry_silent = 0;
    Lanes entry_hotspot{};
    Lanes entry_degree{};
    bool quiescent = false;

    template <class V>
    void visit(V&& v, const Params& p) {
      fields(*this, v, p);
    }
    template <class V>
    void visit(V&& v, const Params& p) const {
      fields(*this, v, p);
    }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("message_valid", s.message_valid, 1);
      v("message_source", s.message_source, p.node_bits());
      v("message_hotspot", s.message_hotspot, p.node_bits());
      v("message_degree", s.message_degree, p.list_bits());
      v("entry_valid", s.entry_valid, p.entries);
      v("entry_hot", s.entry_hot, p.entries);
      v("entry_silent", s.entry_silent, p.entries);
      v.lanes("entry_hotspot", s.entry_hotspot, p.entries, p.node_bits());
      v.lanes("entry_degree", s.entry_degree, p.entries, p.list_bits());
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    struct Window {
      unsigned phase = 0, intervals = 0;
      unsigned sum = 0, sum_max = 0, sum_min = 0, highest = 0, lowest = 0;
    };
    struct Entry {
      bool valid = false, hot = false, silent = false;
      uint32_t destination = 0;
      std::array<uint32_t, 64> list{};
      unsigned count = 0, announced = 0, next = 0;
      Window window;
      unsigned passed = 0;
      uint32_t hold = 0, pause = 0;

      bool lists(uint32_t source) const;
      bool telling() const { return hot && !silent && next < announced; }
    };

    void age(Entry& entry, const In& in, bool tells);
    void judge(Entry& entry, const In& in);
    void sample(Entry& entry, const In& in) const;
    void meet(uint32_t destination, uint32_t source, uint64_t valid_before, uint64_t announced);
    void show();

    Params params_;
    Out out_;
    std::array<Entry, kMaxEntries> table_{};
    unsigned pointer_ = 0;
  };
};

}  // namespace chokepoint
