// SPDX-License-Identifier: Apache-2.0
// The golden model of contention_degree_unit for large networks: it is told of requests that begin
// and end, and holds its samples as bytes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/units/cbcm/contention_degree_unit.h"
#include "sim/units/cbcm/degree_blocks.h"
#include "sim/units/cbcm/request_matrix.h"
#include "sim/units/cbcm/request_pick.h"

namespace chokepoint {

/// Clock for clock `congested` and `quiescent` are those of ContentionDegreeUnit::Model with the
/// randomised degree and the window of single samples (ContentionTracker in tb/cbcm compares them).
/// That one is put together of its parts and looks at every input in each clock. Here a degree
/// changes when a request begins or ends, only inputs with several requesters choose in each clock,
/// and a clock of the window is some 20 instructions for 16 outputs: all is a small loop that does
/// not push the network's code out of the first-level cache.
class ContentionTracker : DegreeBlocks {
 public:
  /// False: Model has to serve. Sums are to fit into 16 bits, and an output is not to be congested
  /// when the last sample leaves its window, so that `quiescent` follows from the clock of that
  /// sample.
  static bool serves(const ContentionDegreeUnit::Params& params) {
    return params.weighted == 0 && params.intervals == 0 &&
           params.num_samples >= params.radix;
  }

  /// In the state after reset. `seed`: as cfg_seed.
  ContentionTracker(const ContentionDegreeUnit::Params& params, uint64_t seed);

  /// A head packet of `input` in VC `vc`, which is sampled, requests `output` from the next clock
  /// on.
  void begin_request(unsigned input, unsigned output, unsigned vc);
  /// It does so no more.
  void end_request(unsigned input, unsigned output, unsigned vc);
  bool requested() const { return (one_ | several_) != 0; }

  /// Adds what each clock looks at; of the samples those of so many clocks to come are asked for.
  void list_state(StateLines& lines) const;
  void fetch_samples(uint64_t clocks) const;

  bool quiescent() const { return !picked_ && awake_ == 0; }
  /// Bit o: as registered.
  uint64_t congested() const { return congested_; }

  /// One enabled clock. It may be left out while quiescent() and not requested().
  void clock() {
    if (picked_ || awake_ != 0) clock_window();
    for (unsigned b = 0; b < blocks_; ++b) sample_[b] = alone_[b];
    for (uint64_t left = several_; left != 0; left &= left - 1) {
      const unsigned input = lowest_bit(left);
      ++number(sample_, pick_.output(requests_, input, requesters_[input], source_));
    }
    picked_ = requested();
    if (picked_) source_.step();
  }
  /// One clock with `enable` 0: the state after reset, with the seed loaded.
  void clock_disabled();

 private:
  void clock_window();
  void finish_interval();
  uint64_t above_limits() const;
  void update_limits();
  void clear_window();

  unsigned blocks_, num_samples_, interval_, vcs_;
  uint64_t seed_;
  // Sampler.
  uint64_t one_ = 0, several_ = 0;  ///< inputs with one requester, with several
  Row alone_{};                     ///< degrees of all inputs that need not choose
  RequestSource source_;
  bool picked_ = false;  ///< sample_ is of a clock with requests
  Row sample_{};         ///< degrees of the last clock's picks
  // Window.
  unsigned awake_ = 0;  ///< clocks until it is quiescent
  unsigned pointer_ = 0, bound_pointer_ = 0, phase_ = 0;
  uint64_t congested_ = 0;
  uint64_t above_ = 0;  ///< what the sums say
  std::array<Block, kBlocks> outputs_;
  std::vector<Cells> samples_;  ///< by pointer and block
  std::vector<Cells> spreads_;  ///< largest - smallest, by bound pointer and block
  bool clean_ = false;          ///< the window is in the state after reset
  // Inputs.
  std::array<uint16_t, kMaxLanes> requesters_{};  ///< by input: up to Radix * Vcs
  std::array<uint8_t, kMaxLanes> output_{};       ///< by input with one requester
  RequesterPick pick_;
  RequestMatrix requests_;
};

inline uint64_t ContentionTracker::above_limits() const {
  uint64_t bits = 0;
  for (unsigned b = 0; b < blocks_; ++b) {
    bits |= above(outputs_[b].sum, outputs_[b].limit) << (b * kBlock);
  }
  return bits;
}

inline void ContentionTracker::clock_window() {
  clean_ = false;
  congested_ = above_;
  Cells* const oldest = &samples_[pointer_ * blocks_];
  for (unsigned b = 0; b < blocks_; ++b) {
    Block& block = outputs_[b];
    const Bytes sample = sample_[b].of;
    Words comes, goes;
    widen(sample, comes);
    widen(oldest[b].of, goes);
    block.sum += comes - goes;
    oldest[b].of = sample;
    block.largest = sample > block.largest ? sample : block.largest;
    block.smallest = sample < block.smallest ? sample : block.smallest;
  }
  // Asleep when the interval of the last sample that is not 0 has left the window.
  awake_ = (picked_ ? num_samples_ + interval_ - phase_ : awake_) - 1;
  if (++pointer_ == num_samples_) pointer_ = 0;
  if (++phase_ == interval_) finish_interval();
  above_ = above_limits();
}

}  // namespace chokepoint
