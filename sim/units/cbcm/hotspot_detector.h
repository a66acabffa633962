// SPDX-License-Identifier: Apache-2.0
// The type of the destination side of CBCM: decides from marks whether a node is a hotspot and
// tells its sources the throttling degree (docs/reference/cbcm/hotspot_detector.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/cbcm/source_list.h"

namespace chokepoint {

struct HotspotDetector {
  static constexpr const char* kName = "hotspot_detector";

  enum State : uint32_t { kIdle = 0, kObserve = 1, kHotspot = 2 };

  struct Params {
    unsigned nodes = 16;
    unsigned list_granularity = 1;  ///< sources per list bit
    unsigned cycle_bits = 32;

    unsigned node_bits() const { return clog2(nodes); }
    unsigned list_size() const { return (nodes + list_granularity - 1) / list_granularity; }
    unsigned degree_bits() const { return clog2(nodes + 1); }
    uint64_t cycle_mask() const { return low_mask(cycle_bits); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Nodes", nodes, 16, 8192);
      if (list_granularity == 0 || list_granularity > 16 ||
          (list_granularity & (list_granularity - 1)) != 0)
        bad_param(kName, "ListGranularity", list_granularity, "1, 2, 4, 8 or 16");
      check_range(kName, "CycleBits", cycle_bits, 8, 64);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("ListGranularity", s.list_granularity);
      v("CycleBits", s.cycle_bits);
    }
  };

  struct In {
    bool enable = false;
    uint64_t now = 0;
    uint32_t node = 0;
    bool packet_valid = false;
    uint32_t packet_source = 0;
    bool packet_marked = false;
    bool packet_throttled = false;
    bool unthrottle_valid = false;
    uint32_t unthrottle_source = 0;
    bool throttle_ready = false;
    uint32_t cfg_epoch_cycles = 0;
    uint32_t cfg_inverse_epsilon = 0;
    bool cfg_announce_on_count = false;
    uint32_t cfg_refresh_rounds = 0;

    /// No event field is set.
    bool idle() const { return !packet_valid && !unthrottle_valid; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && node == previous.node &&
             throttle_ready == previous.throttle_ready &&
             cfg_epoch_cycles == previous.cfg_epoch_cycles &&
             cfg_inverse_epsilon == previous.cfg_inverse_epsilon &&
             cfg_announce_on_count == previous.cfg_announce_on_count &&
             cfg_refresh_rounds == previous.cfg_refresh_rounds;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("now", s.now, p.cycle_bits);
      v("node", s.node, p.node_bits());
      v("packet_valid", s.packet_valid, 1);
      v("packet_source", s.packet_source, p.node_bits());
      v("packet_marked", s.packet_marked, 1);
      v("packet_throttled", s.packet_throttled, 1);
      v("unthrottle_valid", s.unthrottle_valid, 1);
      v("unthrottle_source", s.unthrottle_source, p.node_bits());
      v("throttle_ready", s.throttle_ready, 1);
      v("cfg_epoch_cycles", s.cfg_epoch_cycles, 24);
      v("cfg_inverse_epsilon", s.cfg_inverse_epsilon, 16);
      v("cfg_announce_on_count", s.cfg_announce_on_count, 1);
      v("cfg_refresh_rounds", s.cfg_refresh_rounds, 8);
    }
  };

  struct Out {
    bool throttle_valid = false;
    uint32_t throttle_destination = 0;
    uint32_t throttle_degree = 0;
    uint32_t state = 0;  ///< a State
    uint32_t degree = 0;
    bool error = false;  ///< sticky
    bool quiescent = false;
    bool wake_valid = false;
    uint64_t wake_at = 0;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("throttle_valid", s.throttle_valid, 1);
      v("throttle_destination", s.throttle_destination, p.node_bits());
      v("throttle_degree", s.throttle_degree, p.degree_bits());
      v("state", s.state, 2);
      v("degree", s.degree, p.degree_bits());
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
    void reset();
    void clear();
    uint32_t degree() const;
    bool receive(const In& in);
    void start_round();
    void advance(const In& in, bool list_changes);
    void look(const In& in);
    bool change_pending() const;
    bool round_due() const;
    bool ends() const;
    void show();

    Params params_;
    Out out_;
    unsigned granularity_shift_;
    SourceList list_;
    uint32_t state_ = kIdle;
    uint64_t deadline_ = 0;
    bool dirty_ = false, clean_ = true;
    // Of the rounds.
    bool scanning_ = false, looking_ = false, told_ = false, rested_ = false, message_ = false;
    uint32_t announced_ = 0, position_ = 0, periods_ = 0;
    uint64_t pacing_ = 0;
    // Configuration of the last clock.
    bool announce_on_count_ = false;
    uint32_t refresh_rounds_ = 0;
  };
};

}  // namespace chokepoint
