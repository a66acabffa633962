// SPDX-License-Identifier: Apache-2.0
// The type of the contention detection of one router: sampler, counter and window joined
// (docs/reference/cbcm/contention_degree_unit.md).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/engine/unit_fields.h"
#include "sim/units/cbcm/contention_counter.h"
#include "sim/units/cbcm/contention_window.h"
#include "sim/units/cbcm/interval_window.h"
#include "sim/units/cbcm/request_matrix.h"
#include "sim/units/cbcm/request_sampler.h"
#include "sim/units/cbcm/weighted_sampler.h"

namespace chokepoint {

struct ContentionDegreeUnit {
  static constexpr const char* kName = "contention_degree_unit";

  struct Params {
    unsigned radix = 8;
    unsigned vcs = 4;
    unsigned num_samples = 100;
    unsigned bound_sample_interval = 10;
    unsigned weighted = 0;  ///< 1: exact weighted degree in place of the randomised one
    unsigned weight_fraction = 12;
    unsigned intervals = 0;  ///< 1: the window that keeps a sum and a spread per interval

    unsigned fraction_bits() const { return weighted ? weight_fraction : 0; }
    unsigned degree_bits() const { return clog2(radix) + fraction_bits(); }
    RequestSampler::Params sampler() const { return {radix, vcs}; }
    WeightedSampler::Params weighted_sampler() const { return {radix, vcs, weight_fraction}; }
    ContentionWindow::Params window() const {
      return {radix, degree_bits(), fraction_bits(), num_samples, bound_sample_interval};
    }

    IntervalWindow::Params interval_window() const {
      return {radix, degree_bits(), fraction_bits(), num_samples, bound_sample_interval};
    }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "Vcs", vcs, 1, 16);
      check_range(kName, "Weighted", weighted, 0, 1);
      check_range(kName, "WeightFraction", weight_fraction, 12, 16);
      check_range(kName, "Intervals", intervals, 0, 1);
      window().validate();
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("Vcs", s.vcs);
      v("NumSamples", s.num_samples);
      v("BoundSampleInterval", s.bound_sample_interval);
      v("Weighted", s.weighted);
      v("WeightFraction", s.weight_fraction);
      v("Intervals", s.intervals);
    }
  };

  struct In {
    bool enable = false;
    RequestMatrix request;
    uint32_t cfg_sampled_vcs = 0;  ///< VC v is sampled when bit v is 1
    uint64_t cfg_seed = 0;  ///< 0 means 9E3779B97F4A7C15

    /// No event field is set.
    bool idle() const { return request.busy == 0; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_sampled_vcs == previous.cfg_sampled_vcs &&
             cfg_seed == previous.cfg_seed;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v.wide("request", s.request, p.radix, p.radix * p.vcs);
      v("cfg_sampled_vcs", s.cfg_sampled_vcs, 16);
      v("cfg_seed", s.cfg_seed, 64);
    }
  };

  struct Out {
    uint64_t congested = 0;
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
    void step(const In& in) {
      advance(in.enable, in.request, in.cfg_sampled_vcs, in.cfg_seed);
    }
    /// The clock without an `In`, for the units this one is part of.
    void advance(bool enable, const RequestMatrix& request, uint32_t sampled_vcs, uint64_t seed);

   private:
    void clock_window(bool enable, const OutputNumbers& degree);

    Params params_;
    Out out_;
    RequestSampler::Model sampler_;
    WeightedSampler::Model weighted_;
    ContentionCounter::Model counter_;
    ContentionWindow::Model window_;
    std::optional<IntervalWindow::Model> intervals_;  // in place of window_
  };
};

}  // namespace chokepoint
