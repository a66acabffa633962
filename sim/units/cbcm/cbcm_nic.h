// SPDX-License-Identifier: Apache-2.0
// The type of the CBCM unit of a network interface: detector, throttler, monitor and the choice
// between their UNTHROTTLE messages (docs/reference/cbcm/cbcm_nic.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/cbcm/hotspot_detector.h"
#include "sim/units/cbcm/token_throttler.h"
#include "sim/units/cbcm/unthrottle_monitor.h"

namespace chokepoint {

struct CbcmNic {
  static constexpr const char* kName = "cbcm_nic";

  struct Params {
    unsigned nodes = 16;
    unsigned list_granularity = 1;  ///< sources per list bit
    unsigned throttle_entries = 8;
    unsigned token_bits = 16;
    unsigned cycle_bits = 32;

    unsigned node_bits() const { return clog2(nodes); }
    unsigned degree_bits() const { return clog2(nodes + 1); }
    uint64_t cycle_mask() const { return low_mask(cycle_bits); }
    HotspotDetector::Params detector() const {
      return {nodes, list_granularity, cycle_bits};
    }
    TokenThrottler::Params throttler() const {
      return {nodes, throttle_entries, token_bits, cycle_bits};
    }
    UnthrottleMonitor::Params monitor() const {
      return {nodes, throttle_entries};
    }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      detector().validate();
      throttler().validate();
      monitor().validate();
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Nodes", s.nodes);
      v("ListGranularity", s.list_granularity);
      v("ThrottleEntries", s.throttle_entries);
      v("TokenBits", s.token_bits);
      v("CycleBits", s.cycle_bits);
    }
  };

  struct In {
    bool enable = false;
    uint64_t now = 0;  ///< the pace, which grows by 0 or 1 a cycle
    uint32_t node = 0;
    bool packet_valid = false;
    uint32_t packet_source = 0;
    bool packet_marked = false;
    bool packet_throttled = false;
    bool control_valid = false;
    bool control_unthrottle = false;
    uint32_t control_source = 0;
    uint32_t control_degree = 0;
    uint64_t inject_entry = 0;
    uint32_t inject_flits = 0;
    bool generated_valid = false;
    uint32_t generated_destination = 0;
    uint32_t generated_flits = 0;
    uint64_t queue_full = 0;
    uint64_t queue_empty = 0;
    bool throttle_ready = false;
    bool unthrottle_ready = false;
    uint32_t cfg_epoch_cycles = 0;
    uint32_t cfg_inverse_epsilon = 0;
    bool cfg_announce_on_count = false;
    uint32_t cfg_refresh_rounds = 0;
    bool cfg_token_reset_always = false;
    uint32_t cfg_token_cap = 0;
    uint32_t cfg_epoch_flits = 0;
    bool cfg_drain_first = false;
    uint32_t cfg_lease_epochs = 0;

    /// No event field is set.
    bool idle() const {
      return !packet_valid && !control_valid && inject_entry == 0 && !generated_valid;
    }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && node == previous.node &&
             queue_full == previous.queue_full && queue_empty == previous.queue_empty &&
             throttle_ready == previous.throttle_ready &&
             unthrottle_ready == previous.unthrottle_ready &&
             cfg_epoch_cycles == previous.cfg_epoch_cycles &&
             cfg_inverse_epsilon == previous.cfg_inverse_epsilon &&
             cfg_announce_on_count == previous.cfg_announce_on_count &&
             cfg_refresh_rounds == previous.cfg_refresh_rounds &&
             cfg_token_reset_always == previous.cfg_token_reset_always &&
             cfg_token_cap == previous.cfg_token_cap &&
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
      v("now", s.now, p.cycle_bits);
      v("node", s.node, p.node_bits());
      v("packet_valid", s.packet_valid, 1);
      v("packet_source", s.packet_source, p.node_bits());
      v("packet_marked", s.packet_marked, 1);
      v("packet_throttled", s.packet_throttled, 1);
      v("control_valid", s.control_valid, 1);
      v("control_unthrottle", s.control_unthrottle, 1);
      v("control_source", s.control_source, p.node_bits());
      v("control_degree", s.control_degree, p.degree_bits());
      v("inject_entry", s.inject_entry, p.throttle_entries);
      v("inject_flits", s.inject_flits, 10);
      v("generated_valid", s.generated_valid, 1);
      v("generated_destination", s.generated_destination, p.node_bits());
      v("generated_flits", s.generated_flits, 16);
      v("queue_full", s.queue_full, p.throttle_entries);
      v("queue_empty", s.queue_empty, p.throttle_entries);
      v("throttle_ready", s.throttle_ready, 1);
      v("unthrottle_ready", s.unthrottle_ready, 1);
      v("cfg_epoch_cycles", s.cfg_epoch_cycles, 24);
      v("cfg_inverse_epsilon", s.cfg_inverse_epsilon, 16);
      v("cfg_announce_on_count", s.cfg_announce_on_count, 1);
      v("cfg_refresh_rounds", s.cfg_refresh_rounds, 8);
      v("cfg_token_reset_always", s.cfg_token_reset_always, 1);
      v("cfg_token_cap", s.cfg_token_cap, p.token_bits);
      v("cfg_epoch_flits", s.cfg_epoch_flits, 16);
      v("cfg_drain_first", s.cfg_drain_first, 1);
      v("cfg_lease_epochs", s.cfg_lease_epochs, 4);
    }
  };

  struct Out {
    bool throttle_valid = false;
    uint32_t throttle_destination = 0;
    uint32_t throttle_degree = 0;
    bool unthrottle_valid = false;
    uint32_t unthrottle_destination = 0;
    bool control_ready = false;
    uint64_t entry_valid = 0;
    Lanes entry_degree{};
    Lanes entry_tokens{};
    uint32_t state = 0;  ///< a HotspotDetector::State
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
      v("unthrottle_valid", s.unthrottle_valid, 1);
      v("unthrottle_destination", s.unthrottle_destination, p.node_bits());
      v("control_ready", s.control_ready, 1);
      v("entry_valid", s.entry_valid, p.throttle_entries);
      v.lanes("entry_degree", s.entry_degree, p.throttle_entries, p.degree_bits());
      v.lanes("entry_tokens", s.entry_tokens, p.throttle_entries, p.token_bits);
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
    bool may_sleep(const In& in) const;
    bool shows_refusal() const { return throttler_.out().refused_valid && !held_; }
    void show();

    Params params_;
    Out out_;
    bool held_ = false;   // the monitor's unthrottle is shown and was not taken in the last clock
    HotspotDetector::Model detector_;
    TokenThrottler::Model throttler_;
    UnthrottleMonitor::Model monitor_;
    HotspotDetector::In detector_in_;
    TokenThrottler::In throttler_in_;
    UnthrottleMonitor::In monitor_in_;  // its table stays unused: the throttler's is read in place
  };
};

}  // namespace chokepoint
