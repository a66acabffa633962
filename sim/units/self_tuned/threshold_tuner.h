// SPDX-License-Identifier: Apache-2.0
// The type of the unit that moves the threshold of full buffers
// (docs/reference/self_tuned/threshold_tuner.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct ThresholdTuner {
  static constexpr const char* kName = "threshold_tuner";

  struct Params {
    unsigned full_bits = 12;       ///< width of a number of buffers
    unsigned delivered_bits = 15;  ///< width of the flits delivered in a gather

    unsigned throughput_bits() const { return delivered_bits + 4; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "FullBits", full_bits, 4, 20);
      check_range(kName, "DeliveredBits", delivered_bits, 4, 24);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("FullBits", s.full_bits);
      v("DeliveredBits", s.delivered_bits);
    }
  };

  /// The levels that say how to tune; they change only while disabled.
  struct Config {
    uint32_t initial = 0;    ///< threshold to begin with, `increment` to `buffers`
    uint32_t increment = 0;  ///< step up and lowest threshold, at least 1
    uint32_t decrement = 0;  ///< step down
    uint32_t buffers = 0;    ///< of the network: the highest threshold
    uint32_t drop_shift = 0;  ///< a drop: a loss of more than 2^-shift; 0: any loss
    bool climb = false;       ///< the decision table is in force
    bool avoid = false;       ///< avoidance of local maxima is in force
    uint32_t low_shift = 0;   ///< significantly below the maximum: by more than 2^-shift
    uint32_t repeats = 0;     ///< resets in a row until the maximum is sought anew; 0: never
    bool throttled_now = false;  ///< "throttling" at the decision, not in any cycle of the period

    bool operator==(const Config& o) const {
      return initial == o.initial && increment == o.increment && decrement == o.decrement &&
             buffers == o.buffers && drop_shift == o.drop_shift && climb == o.climb &&
             avoid == o.avoid && low_shift == o.low_shift && repeats == o.repeats &&
             throttled_now == o.throttled_now;
    }
    /// Self is Config or const Config.
    template <class Self, class V> static void fields(Self& s, V& v, unsigned full_bits) {
      v("cfg_initial", s.initial, full_bits);
      v("cfg_increment", s.increment, full_bits);
      v("cfg_decrement", s.decrement, full_bits);
      v("cfg_buffers", s.buffers, full_bits);
      v("cfg_drop_shift", s.drop_shift, 3);
      v("cfg_climb", s.climb, 1);
      v("cfg_avoid", s.avoid, 1);
      v("cfg_low_shift", s.low_shift, 3);
      v("cfg_repeats", s.repeats, 4);
      v("cfg_throttled_now", s.throttled_now, 1);
    }
  };

  struct In {
    bool enable = false;
    bool totals_valid = false;
    bool period_last = false;  ///< with totals_valid: the gather ends a tuning period
    uint32_t total_full = 0;
    uint32_t total_delivered = 0;
    bool throttle = false;  ///< new packets are held back
    Config cfg;

    bool idle() const { return !totals_valid; }
    bool same_levels(const In& previous) const {
      return enable == previous.enable && total_full == previous.total_full &&
             throttle == previous.throttle && cfg == previous.cfg;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("totals_valid", s.totals_valid, 1);
      v("period_last", s.period_last, 1);
      v("total_full", s.total_full, p.full_bits);
      v("total_delivered", s.total_delivered, p.delivered_bits);
      v("throttle", s.throttle, 1);
      Config::fields(s.cfg, v, p.full_bits);
    }
  };

  struct Out {
    uint32_t threshold = 0;  ///< more full buffers than that hold new packets back
    bool returned_valid = false;   ///< the threshold went back to where the maximum was found
    bool relocated_valid = false;  ///< the maximum is forgotten
    bool throttled = false;        ///< new packets were held back since the gate knows the last decision
    bool rests = false;            ///< totals of 0 change nothing
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("threshold", s.threshold, p.full_bits);
      v("returned_valid", s.returned_valid, 1);
      v("relocated_valid", s.relocated_valid, 1);
      v("throttled", s.throttled, 1);
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
    void decide(const In& in);
    void show();

    Params params_;
    Out out_;
    uint32_t throughput_ = 0, previous_ = 0, maximum_ = 0;  // flits of a period
    uint32_t best_full_ = 0, best_threshold_ = 0;
    unsigned repeats_ = 0;
    bool throttled_ = false, started_ = false, due_ = false;
    // The last clock, and the one before it, had a decision due.
    bool settling_ = false, settled_ = false;
  };
};

}  // namespace chokepoint
