// SPDX-License-Identifier: Apache-2.0
// The type of the watermark and its golden model (docs/reference/set_aside/watermark.md).
#pragma once

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct Watermark {
  static constexpr const char* kName = "watermark";
  struct Params {
    template <class V>
    void visit(V&&) const {}
    template <class V>
    void visit(V&&) {}
    void validate() const {}
  };
  struct In {
    bool enable = false;
    uint32_t level = 0, cfg_high = 0, cfg_low = 0;
    template <class V>
    void visit(V&& v, const Params&) {
      fields(*this, v);
    }
    template <class V>
    void visit(V&& v, const Params&) const {
      fields(*this, v);
    }
    template <class Self, class V>
    static void fields(Self& s, V& v) {
      v("enable", s.enable, 1);
      v("level", s.level, 16);
      v("cfg_high", s.cfg_high, 16);
      v("cfg_low", s.cfg_low, 16);
    }
  };
  struct Out {
    bool congested = false;
    template <class V>
    void visit(V&& v, const Params&) {
      fields(*this, v);
    }
    template <class V>
    void visit(V&& v, const Params&) const {
      fields(*this, v);
    }
    template <class Self, class V>
    static void fields(Self& s, V& v) {
      v("congested", s.congested, 1);
    }
  };
  class Model {
   public:
    explicit Model(const Params&) {}
    const Out& out() const { return out_; }
    void step(const In& in) {
      const bool above = in.level >= in.cfg_high, below = in.level <= in.cfg_low;
      out_.congested = in.enable && (above || (out_.congested && !below));
    }

   private:
    Out out_;
  };
};

}  // namespace chokepoint
