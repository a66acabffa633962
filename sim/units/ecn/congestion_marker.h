// SPDX-License-Identifier: Apache-2.0
// The type of ECN's marker: marks heads that cross to a root of congestion
// (docs/reference/ecn/congestion_marker.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/lane_bits.h"

namespace chokepoint {

struct CongestionMarker {
  static constexpr const char* kName = "congestion_marker";

  static constexpr unsigned kHeads = 256;      ///< most heads per clock: radix 64, speedup 4
  using HeadBits = WideBits<kHeads / 64>;      ///< bit o*speedup + k: switch pass k to output o
  using HeadValues = std::array<uint32_t, kHeads>;

  struct Params {
    unsigned radix = 8;
    unsigned speedup = 2;  ///< switch passes per cycle
    unsigned rate_bits = 0;  ///< 0: every eligible packet is marked

    unsigned lanes() const { return radix * speedup; }
    unsigned rate_width() const { return rate_bits == 0 ? 1 : rate_bits; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "Speedup", speedup, 1, 4);
      check_range(kName, "RateBits", rate_bits, 0, 16);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("Speedup", s.speedup);
      v("RateBits", s.rate_bits);
    }
  };

  struct In {
    bool enable = false;
    HeadBits head_valid;
    HeadBits head_marked;
    HeadBits head_data;
    HeadBits head_room;  ///< the next buffer has room for the packet
    HeadValues head_flits{};
    uint64_t congested = 0;
    uint64_t cfg_victim_mask = 0;  ///< outputs that mark without credits as well
    uint32_t cfg_packet_size = 0;  ///< smaller packets are not marked
    uint32_t cfg_marking_rate = 0;  ///< eligible packets between two marks

    /// No event field is set.
    bool idle() const { return !head_valid.any(); }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && congested == previous.congested &&
             cfg_victim_mask == previous.cfg_victim_mask &&
             cfg_packet_size == previous.cfg_packet_size &&
             cfg_marking_rate == previous.cfg_marking_rate;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v.wide("head_valid", s.head_valid, 1, p.lanes());
      v.wide("head_marked", s.head_marked, 1, p.lanes());
      v.wide("head_data", s.head_data, 1, p.lanes());
      v.wide("head_room", s.head_room, 1, p.lanes());
      v.lanes("head_flits", s.head_flits, p.lanes(), 10);
      v("congested", s.congested, p.radix);
      v("cfg_victim_mask", s.cfg_victim_mask, p.radix);
      v("cfg_packet_size", s.cfg_packet_size, 10);
      v("cfg_marking_rate", s.cfg_marking_rate, p.rate_width());
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
      v.wide("marked_valid", s.marked_valid, 1, p.lanes());
      v.wide("marked", s.marked, 1, p.lanes());
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in) { advance(in, in.congested); }
    /// The clock with the inputs of the unit this one is part of.
    template <class AnyIn> void advance(const AnyIn& in, uint64_t congested);

   private:
    bool takes_mark(unsigned output, uint32_t marking_rate);

    Params params_;
    Out out_;
    uint64_t counting_ = 0;  // outputs whose counter is not 0
    Lanes counter_{};
  };
};

template <class AnyIn>
void CongestionMarker::Model::advance(const AnyIn& in, uint64_t congested) {
  if (!in.enable && counting_ != 0) {
    counter_.fill(0);
    counting_ = 0;
  }
  if (!in.head_valid.any()) {
    if (out_.quiescent) return;
    out_ = Out{};
    out_.quiescent = true;
    return;
  }
  out_.quiescent = false;
  out_.marked_valid = in.head_valid;
  for (unsigned w = 0; w < out_.marked.words.size(); ++w)
    out_.marked.words[w] = in.head_valid.words[w] & in.head_marked.words[w];
  if (!in.enable || congested == 0) return;  // a mark is kept, none is set
  for_each_lane(in.head_valid, [&](unsigned lane) {
    const unsigned output = lane / params_.speedup;
    if (((congested >> output) & 1) == 0 || !in.head_data.test(lane)) return;
    if (!in.head_room.test(lane) && ((in.cfg_victim_mask >> output) & 1) == 0) return;
    if (in.head_flits[lane] < in.cfg_packet_size) return;
    if (takes_mark(output, in.cfg_marking_rate)) out_.marked.set(lane);
  });
}

}  // namespace chokepoint
