// SPDX-License-Identifier: Apache-2.0
// The type of the packet marker: marks heads that cross the crossbar to a congested output
// (docs/reference/cbcm/packet_marker.md).
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct PacketMarker {
  static constexpr const char* kName = "packet_marker";

  using HeadBits = WideBits<4>;  ///< bit o*speedup + k: switch pass k to output o

  struct Params {
    unsigned radix = 8;
    unsigned speedup = 2;

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "Speedup", speedup, 1, 4);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("Speedup", s.speedup);
    }
  };

  struct In {
    bool enable = false;
    HeadBits head_valid;
    HeadBits head_marked;
    HeadBits head_data;
    uint64_t congested = 0;

    /// No event field is set.
    bool idle() const { return !head_valid.any(); }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && congested == previous.congested;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v.wide("head_valid", s.head_valid, 1, p.radix * p.speedup);
      v.wide("head_marked", s.head_marked, 1, p.radix * p.speedup);
      v.wide("head_data", s.head_data, 1, p.radix * p.speedup);
      v("congested", s.congested, p.radix);
    }
  };

  struct Out {
    HeadBits marked_valid;
    HeadBits marked;
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v.wide("marked_valid", s.marked_valid, 1, p.radix * p.speedup);
      v.wide("marked", s.marked, 1, p.radix * p.speedup);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in) {
      advance(in.enable, in.head_valid, in.head_marked, in.head_data, in.congested);
    }
    /// The clock without an `In`, for the units this one is part of.
    void advance(bool enable, const HeadBits& valid, const HeadBits& marked, const HeadBits& data,
                 uint64_t congested);

   private:
    Params params_;
    Out out_;
    uint64_t congested_ = 0;  // what spread_ was made from
    HeadBits spread_;         // congested, repeated for every switch pass
  };
};

}  // namespace chokepoint
