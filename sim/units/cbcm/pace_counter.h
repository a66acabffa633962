// SPDX-License-Identifier: Apache-2.0
// The type of CBCM's time base: a count that advances by rate / 65536 a cycle on average
// (docs/reference/cbcm/pace_counter.md), and the same count in closed form.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct PaceCounter {
  static constexpr const char* kName = "pace_counter";
  static constexpr uint32_t kFullRate = 65536;  ///< a tick in every cycle

  struct Params {
    unsigned cycle_bits = 32;

    uint64_t cycle_mask() const { return low_mask(cycle_bits); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const { check_range(kName, "CycleBits", cycle_bits, 8, 64); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("CycleBits", s.cycle_bits);
    }
  };

  struct In {
    bool enable = false;
    uint32_t cfg_rate = 0;  ///< ticks per 65536 cycles, at least 1; above 65536 counts as 65536

    /// Never: the unit counts in every clock.
    bool idle() const { return false; }
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_rate == previous.cfg_rate;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params&) {
      v("enable", s.enable, 1);
      v("cfg_rate", s.cfg_rate, 17);
    }
  };

  struct Out {
    uint64_t pace = 0;
    bool quiescent = false;  ///< always: the unit counts

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("pace", s.pace, p.cycle_bits);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    Params params_;
    Out out_;
    uint32_t phase_ = 0;  // 16 bits: the fraction of the next tick
  };
};

/// The pace after `cycles` clocks at `rate`, from reset on: floor(cycles * rate / 65536), for any
/// number of cycles.
constexpr uint64_t pace_at(uint64_t cycles, uint32_t rate) {
  const uint64_t capped = std::min(rate, PaceCounter::kFullRate);
  return (cycles >> 16) * capped + (((cycles & 0xFFFF) * capped) >> 16);
}

/// `cycle_of_pace` of what no clock of 64 bits reaches.
constexpr uint64_t kNoCycle = ~uint64_t{0};

/// The first number of clocks after which the pace has reached `pace`: ceil(pace * 65536 / rate).
constexpr uint64_t cycle_of_pace(uint64_t pace, uint32_t rate) {
  if (pace == 0) return 0;
  if (rate == 0) return kNoCycle;
  const uint64_t capped = std::min(rate, PaceCounter::kFullRate);
  const uint64_t whole = pace / capped, rest = ((pace % capped << 16) + capped - 1) / capped;
  if (whole >> 48 != 0 || whole << 16 > kNoCycle - rest) return kNoCycle;
  return (whole << 16) + rest;
}

}  // namespace chokepoint
