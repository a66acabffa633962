// SPDX-License-Identifier: Apache-2.0
// The type of the CBCM port picker: picks one requester of a router's input port at random, with a
// random source of its own (docs/reference/cbcm/port_picker.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/cbcm/request_matrix.h"

namespace chokepoint {

struct PortPicker {
  static constexpr const char* kName = "port_picker";
  static constexpr unsigned kSourceBits = 23;
  static constexpr unsigned kMostTurns = 16;  ///< of a look

  struct Params {
    unsigned radix = 8;
    unsigned vcs = 4;
    unsigned sample_interval = 8;  ///< clocks of a look

    unsigned port_bits() const { return clog2(radix); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "Vcs", vcs, 1, 16);
      if (sample_interval != 8 && sample_interval != 16)
        bad_param(kName, "SampleInterval", sample_interval, "8 or 16");
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("Vcs", s.vcs);
      v("SampleInterval", s.sample_interval);
    }
  };

  struct In {
    bool enable = false;
    WideBits<RequestMatrix::kWords> request;  ///< bit `output * vcs + vc`
    uint32_t cfg_sampled_vcs = 0;             ///< VC v is sampled when bit v is 1
    uint32_t cfg_seed = 0;                    ///< 0 means 63779B

    /// No event field is set.
    bool idle() const { return !request.any(); }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_sampled_vcs == previous.cfg_sampled_vcs &&
             cfg_seed == previous.cfg_seed;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v.wide("request", s.request, 1, p.radix * p.vcs);
      v("cfg_sampled_vcs", s.cfg_sampled_vcs, 16);
      v("cfg_seed", s.cfg_seed, kSourceBits);
    }
  };

  struct Out {
    bool pick_valid = false;   ///< the last look found a requester
    uint32_t pick_output = 0;  ///< 0 without a pick, when the RTL's says nothing
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("pick_valid", s.pick_valid, 1);
      v("pick_output", s.pick_output, p.port_bits());
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in);
    /// For units that this one is part of. A clock that loads the seed:
    void disable(uint32_t seed);
    /// So many clocks with the same requests, up to the look's end. The caller leaves out clocks
    /// that are not active. `turns`: bit t is set if an output of turn t is requested (others may
    /// be, too); `lane(w)`: word w of the requests.
    template <class Lane>
    void run(unsigned clocks, uint32_t turns, Lane&& lane, uint32_t sampled_vcs);
    /// Active clocks until the look ends, 1 to `sample_interval`.
    unsigned turns_left() const { return params_.sample_interval - turn_; }

   private:
    static constexpr uint32_t kDefaultSeed = 0x63779B;

    void meet(unsigned output, unsigned requesters);
    void end_look();
    unsigned next_wanted() const;

    Params params_;
    Out out_;
    bool started_ = false;             // the clock after a reset has been
    uint32_t source_ = kDefaultSeed;   // as it was in the look's turn 0
    unsigned turn_ = 0;
    unsigned total_ = 0, last_total_ = 0;  // requesters of the look so far, of the last look
    unsigned wanted_ = 0;                  // number of a requester
    bool held_valid_ = false;              // the look has found a requester: of this output
    unsigned held_output_ = 0;
  };
};

// The requesters of an output whose turn it is.
inline void PortPicker::Model::meet(unsigned output, unsigned requesters) {
  const bool is_wanted = wanted_ >= total_ && wanted_ - total_ < requesters;
  const bool is_first = requesters != 0 && !held_valid_;
  if (is_wanted || is_first) {
    held_valid_ = true;
    held_output_ = output;
  }
  total_ += requesters;
}

template <class Lane>
void PortPicker::Model::run(unsigned clocks, uint32_t turns, Lane&& lane, uint32_t sampled_vcs) {
  const unsigned end = turn_ + clocks;
  for_each_bit(turns & low_mask(end) & ~low_mask(turn_), [&](unsigned turn) {
    for (unsigned output = turn; output < params_.radix; output += params_.sample_interval) {
      const unsigned bit = output * params_.vcs, shift = bit % 64;
      uint64_t bits = lane(bit / 64) >> shift;
      if (shift + params_.vcs > 64) bits |= lane(bit / 64 + 1) << (64 - shift);
      meet(output, bit_count(bits & low_mask(params_.vcs) & sampled_vcs));
    }
  });
  turn_ = end;
  if (turn_ == params_.sample_interval) end_look();
  out_.quiescent = !out_.pick_valid && !held_valid_;
}

}  // namespace chokepoint
