// SPDX-License-Identifier: Apache-2.0
// The type of ALO's test of a router's output VCs (docs/reference/alo/alo_test.md). Combinational,
// latency 0: `Out` answers the `In` of the same cycle.
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct AloTest {
  static constexpr const char* kName = "alo_test";

  struct Params {
    unsigned outputs = 4;  ///< to other routers
    unsigned vcs = 3;      ///< of an output

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Outputs", outputs, 2, 64);
      check_range(kName, "Vcs", vcs, 1, 16);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Outputs", s.outputs);
      v("Vcs", s.vcs);
    }
  };

  struct In {
    uint64_t useful = 0;  ///< outputs on a minimal path of the packet
    Lanes free{};         ///< by output: VCs that no packet holds
    uint32_t cfg_counted_vcs = 0;  ///< VCs that count

    bool idle() const { return useful == 0; }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("useful", s.useful, p.outputs);
      v.lanes("free", s.free, p.outputs, p.vcs);
      v("cfg_counted_vcs", s.cfg_counted_vcs, p.vcs);
    }
  };

  struct Out {
    bool inject = true;  ///< the packet may enter

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params&) {
      v("inject", s.inject, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params) { params.validate(); }
    const Out& out() const { return out_; }
    /// Combinational: `out()` answers this very input.
    void step(const In& in);

   private:
    Out out_;
  };
};

}  // namespace chokepoint
