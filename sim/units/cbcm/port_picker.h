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
    /// The same for units that this one is part of. `turns`: bit t is set if an output of turn t is
    /// requested (others may be, too, while anything is); `lane(w)`: word w of the requests.
    template <class Lane>
    void advance(bool enable, uint32_t turns, Lane&& lane, uint32_t sampled_vcs, uint32_t seed);

   private:
    static constexpr uint32_t kDefaultSeed = 0x63779B;

    void disable(uint32_t seed);
    void meet(unsigned output, unsigned requesters);
    void end_clock();
    void choose_next();
    void close();

    Params params_;
    Out out_;
    bool started_ = false;  // the clock after a reset has been
    uint32_t source_ = kDefaultSeed;
    unsigned turn_ = 0;
    unsigned total_ = 0, last_total_ = 0;  // requesters of the look so far, of the last look
    unsigned wanted_ = 0, next_ = 0;       // number of a requester: in this look, in the next
    bool held_valid_ = false;              // the look has found a requester: of this output
    unsigned held_output_ = 0;
  };
};

template <class Lane>
void PortPicker::Model::advance(bool enable, uint32_t turns, Lane&& lane, uint32_t sampled_vcs,
                                uint32_t seed) {
  if (!enable || !started_) return disable(seed);
  if (turns == 0 && out_.quiescent) return;
  if (turn_ == 0) total_ = 0;
  for (unsigned output = turn_; (turns >> turn_ & 1) != 0 && output < params_.radix;
       output += params_.sample_interval) {
    const unsigned bit = output * params_.vcs, shift = bit % 64;
    uint64_t bits = lane(bit / 64) >> shift;
    if (shift + params_.vcs > 64) bits |= lane(bit / 64 + 1) << (64 - shift);
    meet(output, bit_count(bits & low_mask(params_.vcs) & sampled_vcs));
  }
  end_clock();
}

}  // namespace chokepoint
