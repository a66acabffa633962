// SPDX-License-Identifier: Apache-2.0
// The type of the exact weighted contention degree, a variant of sampler and counter in one
// (docs/reference/cbcm/weighted_sampler.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/cbcm/bit_planes.h"
#include "sim/units/cbcm/output_numbers.h"
#include "sim/units/cbcm/request_matrix.h"
#include "sim/units/cbcm/vc_mask.h"

namespace chokepoint {

struct WeightedSampler {
  static constexpr const char* kName = "weighted_sampler";

  struct Params {
    unsigned radix = 8;
    unsigned vcs = 4;
    unsigned weight_fraction = 12;

    unsigned degree_bits() const { return clog2(radix) + weight_fraction; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "Vcs", vcs, 1, 16);
      check_range(kName, "WeightFraction", weight_fraction, 12, 16);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("Vcs", s.vcs);
      v("WeightFraction", s.weight_fraction);
    }
  };

  struct In {
    bool enable = false;
    RequestMatrix request;
    uint32_t cfg_sampled_vcs = 0;  ///< VC v is sampled when bit v is 1

    /// No event field is set.
    bool idle() const { return request.busy == 0; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_sampled_vcs == previous.cfg_sampled_vcs;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v.wide("request", s.request, p.radix, p.radix * p.vcs);
      v("cfg_sampled_vcs", s.cfg_sampled_vcs, 16);
    }
  };

  struct Out {
    BitPlanes degree;
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v.wide("degree", s.degree, p.degree_bits(), p.radix);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);
    /// The clock without `In` and `Out`, for the units this one is part of.
    void advance(bool enable, const RequestMatrix& request, uint32_t sampled_vcs);
    const OutputNumbers& degree() const { return degree_; }

   private:
    Params params_;
    Out out_;
    VcMask sampled_;
    OutputNumbers degree_;
    uint32_t reciprocal_;
  };
};

}  // namespace chokepoint
