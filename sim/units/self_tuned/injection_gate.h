// SPDX-License-Identifier: Apache-2.0
// The type of the gate for new packets (docs/reference/self_tuned/injection_gate.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct InjectionGate {
  static constexpr const char* kName = "injection_gate";

  struct Params {
    unsigned full_bits = 12;  ///< width of a number of buffers

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const { check_range(kName, "FullBits", full_bits, 4, 20); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("FullBits", s.full_bits);
    }
  };

  struct In {
    bool enable = false;
    uint32_t estimate = 0;   ///< full buffers of the network
    uint32_t threshold = 0;  ///< more of them hold new packets back

    /// No event, and nothing that would hold a packet back.
    bool idle() const { return estimate <= threshold; }
    bool same_levels(const In& previous) const {
      return enable == previous.enable && estimate == previous.estimate &&
             threshold == previous.threshold;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("estimate", s.estimate, p.full_bits);
      v("threshold", s.threshold, p.full_bits);
    }
  };

  struct Out {
    bool hold = false;      ///< no new packet may start
    bool quiescent = true;  ///< always: with unchanged levels nothing changes

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params&) {
      v("hold", s.hold, 1);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params) { params.validate(); }
    const Out& out() const { return out_; }
    void step(const In& in) { out_.hold = in.enable && in.estimate > in.threshold; }

   private:
    Out out_;
  };
};

}  // namespace chokepoint
