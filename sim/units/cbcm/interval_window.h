// SPDX-License-Identifier: Apache-2.0
// The type of the interval window: the contention window that keeps a sum and a spread per interval
// instead of samples and bounds (docs/reference/cbcm/interval_window.md).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/units/cbcm/contention_window.h"

namespace chokepoint {

struct IntervalWindow {
  static constexpr const char* kName = "interval_window";

  struct Params {
    unsigned radix = 8;
    unsigned degree_bits = 3;  ///< clog2(radix) + fraction_bits in the joined unit
    unsigned fraction_bits = 0;
    unsigned num_samples = 100;
    unsigned bound_sample_interval = 10;

    unsigned bounds() const { return num_samples / bound_sample_interval; }
    uint64_t max_degree() const { return uint64_t{radix - 1} << fraction_bits; }
    unsigned sum_bits() const { return bits_for(num_samples * max_degree()); }
    unsigned bound_sum_bits() const { return bits_for(bounds() * max_degree()); }
    unsigned interval_bits() const { return bits_for(bound_sample_interval * max_degree()); }

    template <class V>
    void visit(V&& v) {
      fields(*this, v);
    }
    template <class V>
    void visit(V&& v) const {
      fields(*this, v);
    }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "DegreeBits", degree_bits, 2, 22);
      check_range(kName, "FractionBits", fraction_bits, 0, 16);
      check_range(kName, "BoundSampleInterval", bound_sample_interval, 2, 100);
      check_range(kName, "NumSamples", num_samples, 10, 1000);
      if (num_samples % bound_sample_interval != 0 || bounds() < 2)
        bad_param(kName, "NumSamples", num_samples,
                  "a multiple of BoundSampleInterval = " + std::to_string(bound_sample_interval) +
                      ", at least twice it");
    }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("DegreeBits", s.degree_bits);
      v("FractionBits", s.fraction_bits);
      v("NumSamples", s.num_samples);
      v("BoundSampleInterval", s.bound_sample_interval);
    }
  };

  /// A sample of every output in, a decision for every output out, as the contention window.
  struct In {
    bool enable = false;
    BitPlanes degree;

    /// No event field is set.
    bool idle() const { return degree.nonzero() == 0; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const { return enable == previous.enable; }

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
      v.wide("degree", s.degree, p.degree_bits, p.radix);
    }
  };

  struct Out {
    uint64_t congested = 0;  ///< bit o: the metric of output o is above 1
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
      v("congested", s.congested, p.radix);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);
    /// The clock without an `In`, for the units this one is part of.
    void advance(bool enable, const OutputNumbers& degree);

   private:
    /// Of one output in one interval.
    struct Interval {
      uint32_t total = 0, largest = 0, smallest = 0;
      uint32_t spread() const { return largest - smallest; }
    };
    /// One interval of all outputs; `nonzero` are those with a total.
    struct Line {
      std::array<Interval, kMaxLanes> of{};
      uint64_t nonzero = 0;
    };
    void reset();
    void let_leave();
    void take(const OutputNumbers& degree, uint64_t sampled);
    void finish_interval();
    void decide(unsigned output);

    Params params_;
    Out out_;
    unsigned blocks_;  // of outputs
    std::vector<Line> ring_;
    Line current_;
    Lanes share_{}, rest_{};  // of the oldest interval
    Lanes sum_{}, spread_sum_{};
    uint64_t above_ = 0;    // the sums say congested
    uint64_t busy_ = 0;     // a sum is not 0
    uint64_t changed_ = 0;  // a sum changes in this clock
    unsigned pointer_ = 0, phase_ = 0;
    bool clean_ = true;  // in the reset state
  };
};

}  // namespace chokepoint
