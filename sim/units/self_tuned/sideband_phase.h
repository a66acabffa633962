// SPDX-License-Identifier: Apache-2.0
// What the side-band does in a cycle (docs/reference/self_tuned/sideband_phase.md), clock by clock
// and in closed form.
#pragma once

#include <cstdint>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct SidebandPhase {
  static constexpr const char* kName = "sideband_phase";

  struct Params {
    unsigned dimensions = 2;
    unsigned gather_bits = 8;  ///< width of a gather's length

    unsigned dimension_bits() const { return dimensions == 1 ? 1 : clog2(dimensions); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Dimensions", dimensions, 1, 4);
      check_range(kName, "GatherBits", gather_bits, 4, 15);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Dimensions", s.dimensions);
      v("GatherBits", s.gather_bits);
    }
  };

  /// What the network is and how it is gathered; changes only while disabled.
  struct Config {
    uint32_t hop_cycles = 0;  ///< cycles of a transfer, 1 to 15
    uint32_t pieces = 0;      ///< transfers of a word, 1 to 8
    Lanes plus_hops{};        ///< hops of a dimension, 1 to 63
    Lanes minus_hops{};       ///< of them those in which both directions count
    uint32_t gather_cycles = 0;  ///< what these come to
    uint32_t tick_bits = 0;      ///< a gather has 2^this ticks, at most one a cycle
    uint32_t gathers = 0;        ///< of a tuning period, 1 to 16

    bool operator==(const Config& o) const {
      return hop_cycles == o.hop_cycles && pieces == o.pieces && plus_hops == o.plus_hops &&
             minus_hops == o.minus_hops && gather_cycles == o.gather_cycles &&
             tick_bits == o.tick_bits && gathers == o.gathers;
    }
    /// Hops of a ring of `k` (a torus), or of a line (a mesh), in dimension `d`.
    void set_dimension(unsigned d, unsigned k, bool ring) {
      plus_hops[d] = ring ? k / 2 : k - 1;
      minus_hops[d] = ring ? (k - 1) / 2 : k - 1;
    }
    /// Cycles of a gather by the other fields.
    uint32_t cycles(unsigned dimensions) const {
      uint32_t hops = 0;
      for (unsigned d = 0; d < dimensions; ++d) hops += plus_hops[d];
      return hops * pieces * hop_cycles;
    }
  };

  struct In {
    bool enable = false;
    Config cfg;

    /// Never: the unit counts in every clock.
    bool idle() const { return false; }
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg == previous.cfg;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("cfg_hop_cycles", s.cfg.hop_cycles, 4);
      v("cfg_pieces", s.cfg.pieces, 4);
      v.lanes("cfg_plus_hops", s.cfg.plus_hops, p.dimensions, 6);
      v.lanes("cfg_minus_hops", s.cfg.minus_hops, p.dimensions, 6);
      v("cfg_gather_cycles", s.cfg.gather_cycles, p.gather_bits);
      v("cfg_tick_bits", s.cfg.tick_bits, 4);
      v("cfg_gathers", s.cfg.gathers, 5);
    }
  };

  struct Out {
    bool transfer_valid = false;  ///< the last cycle of a transfer
    bool hop_last = false;        ///< it ends a hop
    bool minus_counts = false;    ///< in this hop the word from the plus neighbour counts
    uint32_t dimension = 0;       ///< the one at work
    bool dimension_last = false;  ///< the transfer ends a dimension
    bool gather_last = false;     ///< and a gather
    bool totals_valid = false;    ///< first cycle after a gather
    bool period_last = false;     ///< and the gather was the last of a tuning period
    bool tick_valid = false;      ///< the estimate moves by a tick
    bool quiescent = false;       ///< always: the unit counts

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("transfer_valid", s.transfer_valid, 1);
      v("hop_last", s.hop_last, 1);
      v("minus_counts", s.minus_counts, 1);
      v("dimension", s.dimension, p.dimension_bits());
      v("dimension_last", s.dimension_last, 1);
      v("gather_last", s.gather_last, 1);
      v("totals_valid", s.totals_valid, 1);
      v("period_last", s.period_last, 1);
      v("tick_valid", s.tick_valid, 1);
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
    // What has passed: cycles of the transfer, transfers of the word, hops, dimensions, gathers.
    unsigned transfer_ = 0, piece_ = 0, hop_ = 0, position_ = 0, gather_ = 0;
    uint32_t phase_ = 0;  // of the ticks
    bool period_ends_ = false;
  };
};

/// What `SidebandPhase` shows in the cycle `cycle` after a reset, any number of cycles on.
SidebandPhase::Out sideband_phase_at(uint64_t cycle, const SidebandPhase::Params& params,
                                     const SidebandPhase::Config& cfg);

}  // namespace chokepoint
