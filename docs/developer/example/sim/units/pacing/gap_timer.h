// SPDX-License-Identifier: Apache-2.0
// The type of the gap timer and its golden model (docs/reference/pacing/gap_timer.md).
#pragma once

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct GapTimer {
  static constexpr const char* kName = "gap_timer";
  struct Params {
    template <class V>
    void visit(V&&) const {}
    template <class V>
    void visit(V&&) {}
    void validate() const {}
  };
  struct In {
    bool enable = false, sent_valid = false;
    uint32_t cfg_gap = 0;
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
      v("sent_valid", s.sent_valid, 1);
      v("cfg_gap", s.cfg_gap, 16);
    }
  };
  struct Out {
    bool blocked = false, quiescent = true;
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
      v("blocked", s.blocked, 1);
      v("quiescent", s.quiescent, 1);
    }
  };
  class Model {
   public:
    explicit Model(const Params&) {}
    const Out& out() const { return out_; }
    void step(const In& in) {
      left_ = !in.enable ? 0 : in.sent_valid ? in.cfg_gap : left_ != 0 ? left_ - 1 : 0;
      out_.blocked = left_ != 0;
      out_.quiescent = !out_.blocked;
    }

   private:
    uint32_t left_ = 0;
    Out out_;
  };
};

}  // namespace chokepoint
