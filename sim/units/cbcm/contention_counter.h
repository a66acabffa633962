// SPDX-License-Identifier: Apache-2.0
// The type of the contention counter: how many inputs picked each output
// (docs/reference/cbcm/contention_counter.md). Combinational, latency 0: `Out` answers the `In` of the
// same cycle.
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/cbcm/bit_planes.h"
#include "sim/units/cbcm/output_numbers.h"

namespace chokepoint {

struct ContentionCounter {
  static constexpr const char* kName = "contention_counter";

  struct Params {
    unsigned radix = 8;

    unsigned degree_bits() const { return clog2(radix); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
    }
  };

  struct In {
    uint64_t pick_valid = 0;
    Lanes pick_output{};

    /// No event field is set.
    bool idle() const { return pick_valid == 0; }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("pick_valid", s.pick_valid, p.radix);
      v.lanes("pick_output", s.pick_output, p.radix, p.degree_bits());
    }
  };

  struct Out {
    BitPlanes degree;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v.wide("degree", s.degree, p.degree_bits(), p.radix);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params)
        : params_((params.validate(), params)), blocks_(OutputNumbers::blocks_for(params.radix)) {}
    const Out& out() const { return out_; }
    /// Combinational: `out()` answers this very input.
    void step(const In& in);
    /// The same without `In` and `Out`, for the units this one is part of.
    const OutputNumbers& count(uint64_t pick_valid, const Lanes& pick_output);

   private:
    Params params_;
    unsigned blocks_;  // of outputs
    OutputNumbers degree_;
    Out out_;
  };
};

}  // namespace chokepoint
