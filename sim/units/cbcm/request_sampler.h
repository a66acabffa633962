// SPDX-License-Identifier: Apache-2.0
// The type of the CBCM request sampler: picks one requester of every router input at random each
// cycle (docs/reference/cbcm/request_sampler.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/cbcm/request_matrix.h"
#include "sim/units/cbcm/request_pick.h"

namespace chokepoint {

struct RequestSampler {
  static constexpr const char* kName = "request_sampler";

  struct Params {
    unsigned radix = 8;
    unsigned vcs = 4;

    unsigned port_bits() const { return clog2(radix); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "Vcs", vcs, 1, 16);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("Vcs", s.vcs);
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
    uint64_t pick_valid = 0;  ///< bit i: input i had a requester
    Lanes pick_output{};
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("pick_valid", s.pick_valid, p.radix);
      v.lanes("pick_output", s.pick_output, p.radix, p.port_bits());
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
    /// The random source's word for an input in the coming clock.
    uint32_t word(unsigned input) const { return source_.word(input); }

   private:
    Params params_;
    Out out_;
    RequestSource source_;
    RequesterPick pick_;
    // Of the clock before; `looked_`: every input's requesters were counted.
    bool looked_ = false;
    uint64_t one_ = 0, several_ = 0;  // inputs with one requester, with several
    Lanes requesters_{};
  };
};

}  // namespace chokepoint
