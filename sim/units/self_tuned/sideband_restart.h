// SPDX-License-Identifier: Apache-2.0
// When all nodes of a chip begin anew (docs/reference/self_tuned/sideband_restart.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct SidebandRestart {
  static constexpr const char* kName = "sideband_restart";

  struct Params {
    unsigned restart_bits = 20;  ///< width of the cycles between two restarts

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const { check_range(kName, "RestartBits", restart_bits, 4, 30); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("RestartBits", s.restart_bits);
    }
  };

  struct In {
    bool enable = false;
    uint32_t cfg_cycles = 0;  ///< from one restart to the next, at least 2

    /// Never: the unit counts in every clock.
    bool idle() const { return false; }
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_cycles == previous.cfg_cycles;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("cfg_cycles", s.cfg_cycles, p.restart_bits);
    }
  };

  struct Out {
    bool restart = false;    ///< the clock of this cycle is a restart
    bool quiescent = false;  ///< always: the unit counts

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params&) {
      v("restart", s.restart, 1);
      v("quiescent", s.quiescent, 1);
    }
  };

  /// Clock number n since the reset is a restart when `cfg_cycles` divides n.
  class Model {
   public:
    explicit Model(const Params& params) { params.validate(); }
    const Out& out() const { return out_; }
    void step(const In& in) {
      clocks_ = in.enable ? clocks_ + 1 : 0;
      out_.restart = in.enable && in.cfg_cycles >= 2 && (clocks_ + 1) % in.cfg_cycles == 0;
    }

   private:
    Out out_;
    uint64_t clocks_ = 0;  ///< since the reset
  };
};

}  // namespace chokepoint
