// SPDX-License-Identifier: Apache-2.0
// The type of CBCM's multiplexed contention unit: counts the ports' picks and decides about
// congestion, one output in turn per datapath (docs/reference/cbcm/multiplexed_contention.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/engine/unit_fields.h"

namespace chokepoint {

struct MultiplexedContention {
  static constexpr const char* kName = "multiplexed_contention";

  struct Params {
    unsigned radix = 8;
    unsigned num_samples = 12;
    unsigned bound_sample_interval = 6;  ///< samples per maximum and minimum
    unsigned sample_interval = 8;        ///< clocks between two samples of an output

    unsigned port_bits() const { return clog2(radix); }
    unsigned bounds() const { return num_samples / bound_sample_interval; }
    /// Datapaths, and outputs in turn of each.
    unsigned datapaths() const { return (radix + sample_interval - 1) / sample_interval; }
    unsigned sum_bits() const {
      return bits_for(uint64_t{num_samples} * low_mask(port_bits()));
    }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Radix", radix, 4, 64);
      check_range(kName, "NumSamples", num_samples, 4, 128);
      check_range(kName, "BoundSampleInterval", bound_sample_interval, 2, 64);
      if (num_samples % bound_sample_interval != 0 || bounds() < 2 || bounds() > 8)
        bad_param(kName, "NumSamples", num_samples,
                  "2 to 8 times BoundSampleInterval = " + std::to_string(bound_sample_interval));
      if (sample_interval != 8 && sample_interval != 16)
        bad_param(kName, "SampleInterval", sample_interval, "8 or 16");
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Radix", s.radix);
      v("NumSamples", s.num_samples);
      v("BoundSampleInterval", s.bound_sample_interval);
      v("SampleInterval", s.sample_interval);
    }
  };

  struct In {
    bool enable = false;
    uint64_t pick_valid = 0;  ///< level; bit i: port i has picked
    Lanes pick_output{};      ///< level

    /// No event field is set.
    bool idle() const { return pick_valid == 0; }
    /// All levels but `now` equal those of `previous`.
    bool same_levels(const In& previous) const { return enable == previous.enable; }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("pick_valid", s.pick_valid, p.radix);
      v.lanes("pick_output", s.pick_output, p.radix, p.port_bits());
    }
  };

  struct Out {
    uint64_t congested = 0;
    bool quiescent = false;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V>
    static void fields(Self& s, V& v, const Params& p) {
      v("congested", s.congested, p.radix);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params);
    const Out& out() const { return out_; }
    void step(const In& in) { advance(in.enable, in.pick_valid, in.pick_output); }
    /// The clock without an `In`, for the units this one is part of.
    void advance(bool enable, uint64_t pick_valid, const Lanes& pick_output);

   private:
    static constexpr unsigned kMostBounds = 8;

    /// What is kept of an output.
    struct Window {
      unsigned sum = 0, largest = 0, smallest = 0;
      std::array<uint8_t, kMostBounds> spreads{};  // a ring

      unsigned spread() const;
      bool zero() const { return sum == 0 && largest == 0 && spread() == 0; }
    };

    void disable();
    bool take_samples();
    bool take_sample(unsigned output, unsigned degree);

    Params params_;
    Out out_;
    std::vector<Window> windows_;    // by output
    std::vector<uint8_t> samples_;   // by output and pointer
    std::array<uint8_t, kMaxLanes> degree_{};  // by datapath: counted in the last clock
    bool counted_ = false;                     // there was a clock before
    unsigned turn_ = 0, sample_turn_ = 0;      // of the counting; of the windows, one behind
    unsigned pointer_ = 0, phase_ = 0, bound_ = 0;
    bool clean_ = true;   // in the reset state
    unsigned calm_ = 0;  // clocks in a row in which all was 0, up to a turn of all outputs
  };
};

}  // namespace chokepoint
