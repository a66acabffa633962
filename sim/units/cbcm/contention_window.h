// SPDX-License-Identifier: Apache-2.0
// The type of the contention window: moving averages of the contention degree and its bounds for
// every output, and the decision `congested` (docs/reference/cbcm/contention_window.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/cbcm/bit_planes.h"
#include "sim/units/cbcm/output_numbers.h"

namespace chokepoint {

struct ContentionWindow {
  static constexpr const char* kName = "contention_window";

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

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
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
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("DegreeBits", s.degree_bits);
      v("FractionBits", s.fraction_bits);
      v("NumSamples", s.num_samples);
      v("BoundSampleInterval", s.bound_sample_interval);
    }
  };

  struct In {
    bool enable = false;
    BitPlanes degree;

    /// No event field is set.
    bool idle() const { return degree.nonzero() == 0; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

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

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

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
    void reset();
    void update_limits();
    bool all_zero() const;

    Params params_;
    Out out_;
    unsigned blocks_;  // of outputs
    /// The last samples, and the bounds of the last intervals.
    template <class Number>
    struct Rings {
      void resize(const Params& params);
      void clear();
      bool empty() const { return samples.empty(); }
      OutputRing<Number> samples, largest, smallest;
    };
    template <class Number>
    void take(Rings<Number>& rings, const OutputNumbers& degree);
    template <class Number>
    void finish_interval(Rings<Number>& rings);
    /// A block of outputs: what a sample changes or is compared with stands together.
    struct alignas(64) Outputs {
      OutputNumbers::Block sum;                ///< of the last samples
      OutputNumbers::Block largest, smallest;  ///< of the running interval; 0 and ~0 before it
      OutputNumbers::Block limit;              ///< congested where the sum is above
    };

    Rings<uint8_t> bytes_;   // where these are enough: rings of many routers share a cache
    Rings<uint32_t> words_;  // ... where they are not
    std::array<Outputs, kMaxLanes / OutputNumbers::kBlock> outputs_;
    OutputNumbers sum_max_, sum_min_;  // of the bounds
    uint64_t bounds_busy_ = 0;         // sum_max is not 0
    uint64_t above_ = 0;               // the sums say congested
    unsigned pointer_ = 0, bound_pointer_ = 0, phase_ = 0;
    bool clean_ = true;  // in the reset state
  };
};

}  // namespace chokepoint
