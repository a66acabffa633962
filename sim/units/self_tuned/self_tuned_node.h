// SPDX-License-Identifier: Apache-2.0
// The type of what a router and its network interface instantiate for self-tuned throttling
// (docs/reference/self_tuned/self_tuned_node.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/self_tuned/congestion_estimator.h"
#include "sim/units/self_tuned/injection_gate.h"
#include "sim/units/self_tuned/sideband_node.h"
#include "sim/units/self_tuned/threshold_tuner.h"

namespace chokepoint {

struct SelfTunedNode {
  static constexpr const char* kName = "self_tuned_node";

  struct Params {
    unsigned dimensions = 2;
    unsigned full_bits = 12;       ///< width of the network's number of full buffers
    unsigned delivered_bits = 15;  ///< width of the flits delivered in a gather
    unsigned count_bits = 4;       ///< width of the router's own number of full buffers
    unsigned delivery_bits = 1;    ///< width of the flits that its nodes take in a cycle
    unsigned pieces = 1;           ///< transfers of a word
    unsigned tick_bits = 5;        ///< fraction bits of the estimate

    SidebandNode::Params sideband() const {
      return {dimensions, full_bits, delivered_bits, count_bits, delivery_bits, pieces};
    }
    CongestionEstimator::Params estimator() const { return {full_bits, tick_bits}; }
    ThresholdTuner::Params tuner() const { return {full_bits, delivered_bits}; }
    InjectionGate::Params gate() const { return {full_bits}; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      sideband().validate();
      estimator().validate();
      tuner().validate();
      gate().validate();
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Dimensions", s.dimensions);
      v("FullBits", s.full_bits);
      v("DeliveredBits", s.delivered_bits);
      v("CountBits", s.count_bits);
      v("DeliveryBits", s.delivery_bits);
      v("Pieces", s.pieces);
      v("TickBits", s.tick_bits);
    }
  };

  struct In {
    bool enable = false;
    bool transfer_valid = false;  ///< this clock ends a transfer
    bool hop_last = false;
    bool minus_counts = false;
    uint32_t dimension = 0;
    bool dimension_last = false;
    bool gather_last = false;
    bool totals_valid = false;  ///< first cycle after a gather
    bool period_last = false;
    bool tick_valid = false;
    SidebandLinks from_minus;  ///< of the neighbours in the direction minus; 0 without one
    SidebandLinks from_plus;
    uint32_t full_count = 0;  ///< full VC buffers of the router
    bool delivered_valid = false;
    uint32_t delivered_flits = 0;
    uint32_t cfg_tick_bits = 0;
    bool cfg_last = false;  ///< no extrapolation
    ThresholdTuner::Config cfg;

    bool idle() const {
      return !transfer_valid && !totals_valid && !tick_valid && !delivered_valid;
    }
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_tick_bits == previous.cfg_tick_bits &&
             cfg_last == previous.cfg_last && cfg == previous.cfg;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      const unsigned piece_bits = p.sideband().piece_bits();
      v("enable", s.enable, 1);
      v("transfer_valid", s.transfer_valid, 1);
      v("hop_last", s.hop_last, 1);
      v("minus_counts", s.minus_counts, 1);
      v("dimension", s.dimension, p.sideband().dimension_bits());
      v("dimension_last", s.dimension_last, 1);
      v("gather_last", s.gather_last, 1);
      v("totals_valid", s.totals_valid, 1);
      v("period_last", s.period_last, 1);
      v("tick_valid", s.tick_valid, 1);
      v.wide("from_minus", s.from_minus, p.dimensions, piece_bits);
      v.wide("from_plus", s.from_plus, p.dimensions, piece_bits);
      v("full_count", s.full_count, p.count_bits);
      v("delivered_valid", s.delivered_valid, 1);
      v("delivered_flits", s.delivered_flits, p.delivery_bits);
      v("cfg_tick_bits", s.cfg_tick_bits, 4);
      v("cfg_last", s.cfg_last, 1);
      ThresholdTuner::Config::fields(s.cfg, v, p.full_bits);
    }
  };

  struct Out {
    uint64_t to_plus = 0;
    uint64_t to_minus = 0;
    bool hold = false;       ///< no new packet may start
    uint32_t estimate = 0;   ///< full buffers of the network by now
    uint32_t threshold = 0;  ///< more of them hold new packets back
    uint32_t total_full = 0;
    uint32_t total_delivered = 0;
    bool returned_valid = false;
    bool relocated_valid = false;
    bool rests = false;  ///< with links and counts of 0 only a delivery changes anything
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("to_plus", s.to_plus, p.sideband().piece_bits());
      v("to_minus", s.to_minus, p.sideband().piece_bits());
      v("hold", s.hold, 1);
      v("estimate", s.estimate, p.full_bits);
      v("threshold", s.threshold, p.full_bits);
      v("total_full", s.total_full, p.full_bits);
      v("total_delivered", s.total_delivered, p.delivered_bits);
      v("returned_valid", s.returned_valid, 1);
      v("relocated_valid", s.relocated_valid, 1);
      v("rests", s.rests, 1);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    Out out_;
    SidebandNode::Model sideband_;
    CongestionEstimator::Model estimator_;
    ThresholdTuner::Model tuner_;
    InjectionGate::Model gate_;
  };
};

}  // namespace chokepoint
