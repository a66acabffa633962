// SPDX-License-Identifier: Apache-2.0
// The type of the CBCM unit of a router: contention-degree unit and packet marker
// (docs/reference/cbcm/cbcm_router.md).
#pragma once

#include <cstdint>
#include <optional>

#include "sim/engine/unit_fields.h"
#include "sim/units/cbcm/contention_degree_unit.h"
#include "sim/units/cbcm/packet_marker.h"
#include "sim/units/cbcm/port_contention.h"
#include "sim/units/cbcm/request_matrix.h"

namespace chokepoint {

struct CbcmRouter {
  static constexpr const char* kName = "cbcm_router";

  using HeadBits = PacketMarker::HeadBits;

  struct Params {
    unsigned radix = 8;
    unsigned vcs = 4;
    unsigned speedup = 2;
    unsigned num_samples = 12;
    unsigned bound_sample_interval = 6;
    unsigned weighted = 0;  ///< 1: exact weighted degree in place of the randomised one
    unsigned weight_fraction = 12;
    unsigned sample_interval = 8;  ///< 1: the paper's letter, every input in every clock
    unsigned intervals = 0;        ///< 1: the window that keeps a sum and a spread per interval

    bool multiplexed() const { return sample_interval > 1; }
    PortPicker::Params picker() const { return {radix, vcs, sample_interval}; }
    MultiplexedContention::Params behind_pickers() const {
      return {radix, num_samples, bound_sample_interval, sample_interval};
    }
    ContentionDegreeUnit::Params contention() const {
      return {radix,    vcs,             num_samples, bound_sample_interval,
              weighted, weight_fraction, intervals};
    }
    PacketMarker::Params marker() const { return {radix, speedup}; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      if (sample_interval != 1 && sample_interval != 8 && sample_interval != 16)
        bad_param(kName, "SampleInterval", sample_interval, "1, 8 or 16");
      if (multiplexed()) {
        picker().validate();
        behind_pickers().validate();
        if (weighted != 0)
          bad_param(kName, "SampleInterval", sample_interval, "1 when Weighted = 1");
        if (intervals != 0)
          bad_param(kName, "SampleInterval", sample_interval, "1 when Intervals = 1");
      } else {
        contention().validate();
      }
      check_range(kName, "Speedup", speedup, 1, 4);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("Vcs", s.vcs);
      v("Speedup", s.speedup);
      v("NumSamples", s.num_samples);
      v("BoundSampleInterval", s.bound_sample_interval);
      v("Weighted", s.weighted);
      v("WeightFraction", s.weight_fraction);
      v("SampleInterval", s.sample_interval);
      v("Intervals", s.intervals);
    }
  };

  struct In {
    bool enable = false;
    RequestMatrix request;
    uint32_t cfg_sampled_vcs = 0;  ///< VC v is sampled when bit v is 1
    uint64_t cfg_seed = 0;  ///< 0 means 9E3779B97F4A7C15
    HeadBits head_valid;
    HeadBits head_marked;
    HeadBits head_data;

    /// No event field is set.
    bool idle() const { return request.busy == 0 && !head_valid.any(); }
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
      v.wide("head_valid", s.head_valid, 1, p.radix * p.speedup);
      v.wide("head_marked", s.head_marked, 1, p.radix * p.speedup);
      v.wide("head_data", s.head_data, 1, p.radix * p.speedup);
    }
  };

  struct Out {
    uint64_t congested = 0;
    HeadBits marked_valid;
    HeadBits marked;
    bool error = false;  ///< sticky: an input requested its own output
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("congested", s.congested, p.radix);
      v.wide("marked_valid", s.marked_valid, 1, p.radix * p.speedup);
      v.wide("marked", s.marked, 1, p.radix * p.speedup);
      v("error", s.error, 1);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    bool requests_own_output(const RequestMatrix& request, uint64_t inputs) const;

    Params params_;
    Out out_;
    std::optional<PortContention> multiplexed_;  // one of the two
    std::optional<ContentionDegreeUnit::Model> letter_;
    PacketMarker::Model marker_;
    bool looked_ = false;  // at the requests of the clock before
  };
};

}  // namespace chokepoint
