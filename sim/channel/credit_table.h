// SPDX-License-Identifier: Apache-2.0
// Credits of a router: flits that the next hops have room for, by output and VC.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/common/state_lines.h"
#include "sim/common/types.h"

namespace chokepoint {

/// A block holds one VC's credits of 16 outputs, so that a cycle's credits of all of them are added
/// by a few vector instructions per VC instead of some 25 per credit. Of a port that gets one for
/// the same VC in every cycle only is known since when: nothing is added until that changes.
class CreditTable {
 public:
  static constexpr unsigned kBlock = 16;

  /// Everywhere `most` credits, which there may never be more of.
  CreditTable(unsigned ports, unsigned vcs, uint16_t most)
      : vcs_(vcs), most_(most), blocks_(size_t{(ports + kBlock - 1) / kBlock} * vcs) {
    for (unsigned port = 0; port < ports; ++port) {
      for (unsigned vc = 0; vc < vcs; ++vc) cell(port, vc) = most;
    }
  }

  /// Whether add_pairs() would see two credits too many.
  bool adds_pairs() const { return most_ <= 0xFFFF - 2; }
  unsigned at(unsigned port, unsigned vc) const {
    const Run& run = runs_[port];
    return kept(port, vc) + (run.vc == vc ? static_cast<uint32_t>(next_cycle_) - run.since : 0);
  }
  /// From cycle `from` on, the one to come, the port gets a credit for this VC in every cycle, in
  /// place of another VC; any other number: for none.
  void run(unsigned port, unsigned vc, Cycle from) {
    keep(port, from);
    runs_[port].vc = static_cast<uint8_t>(vc);
    const uint64_t bit = uint64_t{1} << port;
    running_ = vc < vcs_ ? running_ | bit : running_ & ~bit;
  }
  /// After run() of this cycle: what comes in it is there. Returns the ports that get one.
  uint64_t begin_cycle(Cycle now) {
    next_cycle_ = now + 1;
    return running_;
  }
  Cycle next_cycle() const { return next_cycle_; }
  unsigned run_of(unsigned port) const { return runs_[port].vc; }
  void add(unsigned port, unsigned vc, unsigned flits) {
    const unsigned sum = kept(port, vc) + flits;
    cell(port, vc) = static_cast<uint16_t>(sum);
    if (sum > most_) exceeded_ = true;
  }
  void take(unsigned port, unsigned vc, unsigned flits) {
    keep(port, next_cycle_);
    cell(port, vc) = static_cast<uint16_t>(kept(port, vc) - flits);
  }
  /// Adds one credit for each of `cells`, two per port from `port` on (a multiple of 16), that is
  /// `full` | VC; others are 0. They begin at a multiple of 32 bytes. Bit i of what is returned:
  /// that port + i got one or two.
  uint32_t add_pairs(unsigned port, const uint8_t (&cells)[2 * kBlock], uint8_t full) {
#ifdef __AVX2__
    const __m256i all = _mm256_load_si256(reinterpret_cast<const __m256i*>(cells));
    const __m256i one = _mm256_set1_epi8(1);
    __m256i wanted = _mm256_set1_epi8(static_cast<char>(full));
    __m256i largest = _mm256_setzero_si256();
    Block* block = &blocks_[port / kBlock * vcs_];
    for (const Block* const end = block + vcs_; block != end; ++block) {
      auto* const place = reinterpret_cast<__m256i*>(block->of);
      // -1 where a cell is for this VC; then the sums of two.
      const __m256i pairs = _mm256_maddubs_epi16(one, _mm256_cmpeq_epi8(all, wanted));
      const __m256i sum = _mm256_sub_epi16(_mm256_load_si256(place), pairs);
      _mm256_store_si256(place, sum);
      largest = _mm256_max_epu16(largest, sum);
      wanted = _mm256_add_epi8(wanted, one);
    }
    const __m256i over = _mm256_subs_epu16(largest, _mm256_set1_epi16(static_cast<short>(most_)));
    if (_mm256_testz_si256(over, over) == 0) exceeded_ = true;
    // A byte for each pair of cells, then a bit.
    const __m256i any =
        _mm256_cmpgt_epi16(_mm256_setzero_si256(), _mm256_or_si256(all, _mm256_slli_epi16(all, 8)));
    const __m128i bytes =
        _mm_packs_epi16(_mm256_castsi256_si128(any), _mm256_extracti128_si256(any, 1));
    return static_cast<uint32_t>(_mm_movemask_epi8(bytes));
#else
    uint32_t ports = 0;
    for (unsigned i = 0; i < 2 * kBlock; ++i) {
      if (cells[i] == 0) continue;
      add(port + i / 2, cells[i] & ~unsigned{full}, 1);
      ports |= uint32_t{1} << i / 2;
    }
    return ports;
#endif
  }
  /// For FetchAhead.
  void list_state(StateLines& lines) const {
    lines.add_all(blocks_);
    lines.leave_out_from(runs_, blocks_.size() / vcs_ * kBlock);
  }
  /// Somewhere there have been more than `most` credits.
  bool exceeded() const { return exceeded_; }

 private:
  struct alignas(32) Block {
    uint16_t of[kBlock] = {};
  };
  struct Run {
    uint32_t since = 0;
    uint8_t vc = 0x7F;  ///< a number that no VC has
  };
  unsigned kept(unsigned port, unsigned vc) const {
    return blocks_[port / kBlock * vcs_ + vc].of[port % kBlock];
  }
  /// What has come in cycles before `until` is kept.
  void keep(unsigned port, Cycle until) {
    Run& run = runs_[port];
    if (run.vc < vcs_) add(port, run.vc, static_cast<uint32_t>(until) - run.since);
    run.since = static_cast<uint32_t>(until);
  }
  uint16_t& cell(unsigned port, unsigned vc) {
    return blocks_[port / kBlock * vcs_ + vc].of[port % kBlock];
  }
  unsigned vcs_;
  uint16_t most_;
  bool exceeded_ = false;
  Cycle next_cycle_ = 0;
  uint64_t running_ = 0;  ///< ports with a run
  std::array<Run, 64> runs_;
  std::vector<Block> blocks_;
};

}  // namespace chokepoint
