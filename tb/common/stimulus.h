// SPDX-License-Identifier: Apache-2.0
// Building blocks of random stimuli: a fast generator, phases of different intensity, corner counters.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "sim/common/random.h"

namespace chokepoint::test {

/// splitmix64: fast; its state comes from the counter-based stream of (seed, case).
class FastRandom {
 public:
  FastRandom(uint64_t seed, uint32_t which)
      : state_(RandomStream(seed, which, RandomPurpose::kTestStimulus).next()) {}
  uint64_t next() {
    uint64_t x = state_ += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }
  uint32_t below(uint32_t bound) {
    return static_cast<uint32_t>(((next() >> 32) * bound) >> 32);
  }
  uint32_t between(uint32_t low, uint32_t high) { return low + below(high - low + 1); }
  /// True in `percent` of 100 cases.
  bool chance(unsigned percent) { return below(100) < percent; }

 private:
  uint64_t state_;
};

/// Stretches of clocks, each with its own intensity (percent), so that units fill, drain and rest.
class Phases {
 public:
  /// Counts down; true when a new phase begins with this clock.
  bool tick(FastRandom& random, bool quiet) {
    if (left_ > 0) {
      --left_;
      return false;
    }
    static constexpr std::array<unsigned, 8> kBusy = {0, 8, 30, 50, 60, 75, 90, 100};
    static constexpr std::array<unsigned, 8> kQuiet = {0, 0, 0, 1, 2, 5, 20, 60};
    intensity_ = (quiet ? kQuiet : kBusy)[random.below(8)];
    left_ = random.between(20, random.chance(20) ? 1500 : 300);
    return true;
  }
  unsigned intensity() const { return intensity_; }

 private:
  unsigned intensity_ = 0;
  uint32_t left_ = 0;
};

/// enable: off for a few clocks now and then, while the inputs go on.
class Enable {
 public:
  bool tick(FastRandom& random, bool new_phase) {
    if (off_ > 0) --off_;
    if (new_phase && random.chance(15)) off_ = random.between(1, 6);
    return off_ == 0;
  }

 private:
  unsigned off_ = 0;
};

/// Clocks with rst_ni low: single ones or a few in a row, about 400 times in a run, in one of a chosen
/// length 100 times, so that short runs get far between them; whatever the inputs are. `busy` counts
/// those with an event at the inputs.
class Resets {
 public:
  Resets(FastRandom random, uint64_t clocks, bool own_length = true)
      : random_(random),
        spacing_(static_cast<uint32_t>(std::max<uint64_t>(20, clocks / (own_length ? 200 : 50)))) {}
  template <class In> bool tick(const In& in) {
    if (until_ > 0) {
      --until_;
      return false;
    }
    if (left_ == 0) left_ = random_.chance(70) ? 1 : random_.between(2, 5);
    if (--left_ == 0) until_ = random_.below(spacing_);
    busy += !in.idle();
    return true;
  }
  uint64_t busy = 0;

 private:
  FastRandom random_;
  uint32_t spacing_, until_ = 100;
  unsigned left_ = 0;
};

/// Units without registers have no reset; those with registers have an enable, or are named.
template <class In, class = void> struct HasReset : std::false_type {};
template <class In>
struct HasReset<In, std::void_t<decltype(std::declval<In&>().enable)>> : std::true_type {};

/// Situations that a run must have met.
class Corners {
 public:
  explicit Corners(std::vector<std::string> names) : names_(std::move(names)), hits_(names_.size()) {}
  void hit(unsigned which, bool happened = true) { hits_[which] += happened; }
  const std::vector<std::string>& names() const { return names_; }
  uint64_t hits(unsigned which) const { return hits_[which]; }

 private:
  std::vector<std::string> names_;
  std::vector<uint64_t> hits_;
};

}  // namespace chokepoint::test
