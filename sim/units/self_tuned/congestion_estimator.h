// SPDX-License-Identifier: Apache-2.0
// The type of the estimate of full buffers (docs/reference/self_tuned/congestion_estimator.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct CongestionEstimator {
  static constexpr const char* kName = "congestion_estimator";

  struct Params {
    unsigned full_bits = 12;  ///< width of a number of buffers
    unsigned tick_bits = 5;   ///< fraction bits; at most 2^this ticks in a gather

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "FullBits", full_bits, 4, 20);
      check_range(kName, "TickBits", tick_bits, 0, 12);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("FullBits", s.full_bits);
      v("TickBits", s.tick_bits);
    }
  };

  struct In {
    bool enable = false;
    bool totals_valid = false;
    uint32_t total_full = 0;  ///< with it: the last gather's total, at most `cfg_buffers`
    bool tick_valid = false;  ///< one of 2^cfg_tick_bits a gather
    uint32_t cfg_tick_bits = 0;
    uint32_t cfg_buffers = 0;  ///< of the network
    bool cfg_last = false;     ///< the estimate is the last total

    bool idle() const { return !totals_valid && !tick_valid; }
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_tick_bits == previous.cfg_tick_bits &&
             cfg_buffers == previous.cfg_buffers && cfg_last == previous.cfg_last;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("totals_valid", s.totals_valid, 1);
      v("total_full", s.total_full, p.full_bits);
      v("tick_valid", s.tick_valid, 1);
      v("cfg_tick_bits", s.cfg_tick_bits, 4);
      v("cfg_buffers", s.cfg_buffers, p.full_bits);
      v("cfg_last", s.cfg_last, 1);
    }
  };

  struct Out {
    uint32_t estimate = 0;  ///< full buffers by now, rounded down
    bool rests = true;      ///< ticks, and totals of 0, change nothing
    bool quiescent = true;  ///< always: nothing changes without an event

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("estimate", s.estimate, p.full_bits);
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
    Params params_;
    Out out_;
    uint32_t previous_ = 0;
    int64_t slope_ = 0, value_ = 0;  // in units of 2^-tick_bits buffers
  };
};

}  // namespace chokepoint
