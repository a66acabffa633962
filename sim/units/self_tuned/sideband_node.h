// SPDX-License-Identifier: Apache-2.0
// The type of a router's part of the global gather (docs/reference/self_tuned/sideband_node.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

/// A piece of up to 44 bits from each dimension's neighbour.
struct SidebandLinks {
  std::array<uint64_t, 4> pieces{};

  uint64_t& lane_word(unsigned lane, unsigned) { return pieces[lane]; }
  uint64_t lane_word(unsigned lane, unsigned) const { return pieces[lane]; }
};

struct SidebandNode {
  static constexpr const char* kName = "sideband_node";

  struct Params {
    unsigned dimensions = 2;
    unsigned full_bits = 12;       ///< width of the network's number of full buffers
    unsigned delivered_bits = 15;  ///< width of the flits delivered in a gather
    unsigned count_bits = 4;       ///< width of the router's own number of full buffers
    unsigned delivery_bits = 1;    ///< width of the flits that its nodes take in a cycle
    unsigned pieces = 1;           ///< transfers of a word

    unsigned dimension_bits() const { return dimensions == 1 ? 1 : clog2(dimensions); }
    unsigned word_bits() const { return full_bits + delivered_bits; }
    unsigned piece_bits() const { return (word_bits() + pieces - 1) / pieces; }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Dimensions", dimensions, 1, 4);
      check_range(kName, "FullBits", full_bits, 4, 20);
      check_range(kName, "DeliveredBits", delivered_bits, 4, 24);
      check_range(kName, "CountBits", count_bits, 1, full_bits);
      check_range(kName, "DeliveryBits", delivery_bits, 1, 7);
      check_range(kName, "Pieces", pieces, 1, 8);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Dimensions", s.dimensions);
      v("FullBits", s.full_bits);
      v("DeliveredBits", s.delivered_bits);
      v("CountBits", s.count_bits);
      v("DeliveryBits", s.delivery_bits);
      v("Pieces", s.pieces);
    }
  };

  struct In {
    bool enable = false;
    bool transfer_valid = false;  ///< this clock ends a transfer
    bool hop_last = false;        ///< with it, as all below to `from_plus`
    bool minus_counts = false;    ///< the word from the plus neighbour counts
    uint32_t dimension = 0;       ///< the one at work
    bool dimension_last = false;
    bool gather_last = false;
    SidebandLinks from_minus;  ///< of the neighbours in the direction minus; 0 without one
    SidebandLinks from_plus;   ///< of the neighbours in the direction plus
    uint32_t full_count = 0;   ///< full VC buffers of the router
    bool delivered_valid = false;
    uint32_t delivered_flits = 0;  ///< with it: flits delivered in this cycle

    bool idle() const { return !transfer_valid && !delivered_valid; }
    bool same_levels(const In& previous) const { return enable == previous.enable; }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("transfer_valid", s.transfer_valid, 1);
      v("hop_last", s.hop_last, 1);
      v("minus_counts", s.minus_counts, 1);
      v("dimension", s.dimension, p.dimension_bits());
      v("dimension_last", s.dimension_last, 1);
      v("gather_last", s.gather_last, 1);
      v.wide("from_minus", s.from_minus, p.dimensions, p.piece_bits());
      v.wide("from_plus", s.from_plus, p.dimensions, p.piece_bits());
      v("full_count", s.full_count, p.count_bits);
      v("delivered_valid", s.delivered_valid, 1);
      v("delivered_flits", s.delivered_flits, p.delivery_bits);
    }
  };

  struct Out {
    uint64_t to_plus = 0;   ///< piece to the neighbours in the direction plus
    uint64_t to_minus = 0;  ///< piece to those in the direction minus
    uint32_t total_full = 0;       ///< full buffers of the network as the last gather began
    uint32_t total_delivered = 0;  ///< flits delivered in the gather before that
    bool rests = true;             ///< transfers of zeros change nothing
    bool quiescent = true;         ///< always: nothing changes without an event

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("to_plus", s.to_plus, p.piece_bits());
      v("to_minus", s.to_minus, p.piece_bits());
      v("total_full", s.total_full, p.full_bits);
      v("total_delivered", s.total_delivered, p.delivered_bits);
      v("rests", s.rests, 1);
      v("quiescent", s.quiescent, 1);
    }
  };

  /// Fields that every `Input` of this unit or of the node has are read by their names.
  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in) { advance(in); }
    template <class Input> void advance(const Input& in) {
      if (!in.enable) {
        *this = Model(params_);
        return;
      }
      if (in.delivered_valid)
        delivered_ = std::min(delivered_ + in.delivered_flits, most_delivered());
      if (in.transfer_valid) {
        const bool known = in.dimension < params_.dimensions;
        shift(up_, known ? in.from_minus.pieces[in.dimension] : 0);
        shift(down_, known ? in.from_plus.pieces[in.dimension] : 0);
        if (in.hop_last) end_hop(in.minus_counts, in.dimension_last, in.gather_last, in.full_count);
      }
      show();
    }

   private:
    struct Word {
      uint32_t full = 0, delivered = 0;
    };
    uint32_t most_full() const { return static_cast<uint32_t>(low_mask(params_.full_bits)); }
    uint32_t most_delivered() const {
      return static_cast<uint32_t>(low_mask(params_.delivered_bits));
    }
    void shift(uint64_t& word, uint64_t piece);
    void end_hop(bool minus_counts, bool dimension_last, bool gather_last, uint32_t full_count);
    void add(uint64_t bits);
    void show();

    Params params_;
    Out out_;
    uint64_t up_ = 0, down_ = 0;  // pieces on their way; a word as bits is {full, delivered}
    Word sum_;
    uint32_t delivered_ = 0;  // since the gather began
  };
};

}  // namespace chokepoint
