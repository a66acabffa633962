// SPDX-License-Identifier: Apache-2.0
// Random lockstep of a unit's RTL against its golden model, and of skipped against unskipped clocks.
//
// A Stimulus has `Unit`, a constructor (params, FastRandom, quiet), `const In& next(const Out&)`,
// `Corners corners`, and `must_clock(in, out)` for what a harness must not leave out.
#pragma once

#include <gtest/gtest.h>

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "sim/engine/compare.h"
#include "sim/engine/fields.h"
#include "sim/engine/unit_instance.h"
#include "sim/engine/verilated_hooks.h"
#include "tb/common/shrink.h"
#include "tb/common/stimulus.h"
#include "tb/common/test_options.h"

namespace chokepoint::test {

namespace detail {

template <class T, class = void> struct HasBusy : std::false_type {};
template <class T>
struct HasBusy<T, std::void_t<decltype(std::declval<const T&>().busy)>> : std::true_type {};

// Per cent of the clocks in which a field is to be active: 20, unless the stimulus names it as rare.
template <class T, class = void> struct LeastActive {
  static unsigned of(const std::string&) { return 20; }
};
template <class T> struct LeastActive<T, std::void_t<decltype(T::kRareField)>> {
  static unsigned of(const std::string& field) { return field == T::kRareField ? 4 : 20; }
};

// Counts the clocks in which each input field is not 0.
struct Activity {
  std::vector<uint64_t>& counts;
  std::size_t at = 0;
  template <class T> void operator()(const char*, const T& value, unsigned) {
    counts[at++] += value != 0;
  }
  template <class T> void lanes(const char*, const T& values, unsigned count, unsigned) {
    bool any = false;
    for (unsigned i = 0; i < count; ++i) any |= values[i] != 0;
    counts[at++] += any;
  }
  template <class T> void wide(const char*, const T& value, unsigned count, unsigned width) {
    bool any = false;
    if constexpr (HasBusy<T>::value)
      any = value.busy != 0;
    else
      for (unsigned i = 0; i < count; ++i)
        for (unsigned w = 0; w < (width + 63) / 64; ++w) any |= value.lane_word(i, w) != 0;
    counts[at++] += any;
  }
};

inline uint32_t case_number(const char* name, uint64_t salt) {
  uint64_t hash = 1469598103934665603u ^ salt;
  for (; *name != '\0'; ++name) hash = (hash ^ static_cast<unsigned char>(*name)) * 1099511628211u;
  return static_cast<uint32_t>(hash ^ (hash >> 32));
}

template <class Params> uint64_t salt_of(const Params& params) {
  uint64_t salt = 0;
  for (const auto& [name, value] : list_params(params)) salt = salt * 1000003 + value;
  return salt;
}

}  // namespace detail

/// Runs model and RTL for `clocks` clocks; fails on a mismatch, on an input field active in less than
/// LeastActive of the clocks, and on a corner met less than `corner_hits` times. Units with registers are
/// reset in between; a reset with active inputs counts as a corner of at least 100 hits.
template <class Stimulus>
void random_lockstep(const typename Stimulus::Unit::Params& params, uint64_t clocks,
                     uint64_t corner_hits = 100) {
  using Unit = typename Stimulus::Unit;
  using In = typename Unit::In;
  constexpr unsigned kSampleEvery = 7;
  const bool own_length = options().clocks == 0;
  if (!own_length) clocks = options().clocks;
  randomise_verilated_reset(static_cast<uint32_t>(options().seed));
  const FastRandom random(options().seed, detail::case_number(Unit::kName, detail::salt_of(params)));
  Stimulus stimulus(params, random, false);
  const Resets first_resets(FastRandom(options().seed, detail::case_number("reset", 0)), clocks,
                            own_length);
  Resets resets = first_resets;
  const auto fields = describe<In>(params);
  std::vector<uint64_t> active(fields.size());
  uint64_t clock = 0, samples = 0;
  std::string mismatch_text;
  try {
    const CycleCounterScope shown(&clock);
    const auto unit = make_unit<Unit>(EngineKind::kLockstep, params, Unit::kName);
    for (; clock < clocks; ++clock) {
      const In& in = stimulus.next(unit->out());
      if (HasReset<In>::value && resets.tick(in))
        unit->reset(in);
      else
        unit->step(in);
      if (clock % kSampleEvery == 0) {
        detail::Activity visitor{active};
        in.visit(visitor, params);
        ++samples;
      }
    }
  } catch (const LockstepMismatch& mismatch) {
    mismatch_text = fmt::format("{}\nparameters {}, seed {}\n", mismatch.what(),
                                   describe_params(list_params(params)), options().seed);
  }
  if (!mismatch_text.empty())
    FAIL() << mismatch_text << shrink_mismatch<Unit>(params, clock + 1, first_resets, [&] {
      return std::make_unique<Stimulus>(params, random, false);
    });
  if (!own_length) return;
  for (std::size_t i = 0; i < fields.size(); ++i)
    EXPECT_GE(active[i] * 100, samples * detail::LeastActive<Stimulus>::of(fields[i].name))
        << fields[i].name << " was active in " << active[i] * 100 / samples << " % of the clocks";
  if (HasReset<In>::value) {
    EXPECT_GE(resets.busy, 100u) << "corner: reset with active inputs";
  }
  for (unsigned i = 0; i < stimulus.corners.names().size(); ++i)
    EXPECT_GE(stimulus.corners.hits(i), corner_hits) << "corner: " << stimulus.corners.names()[i];
}

/// One RTL instance clocked always, one (and one model) only when conventions.md demands it.
template <class Stimulus>
void skipped_against_unskipped(const typename Stimulus::Unit::Params& params, uint64_t clocks,
                               uint64_t at_least_skipped) {
  using Unit = typename Stimulus::Unit;
  using In = typename Unit::In;
  if (options().clocks != 0) clocks = options().clocks;
  randomise_verilated_reset(static_cast<uint32_t>(options().seed));
  const FastRandom random(options().seed, detail::case_number("skip", detail::salt_of(params)));
  Stimulus stimulus(params, random, true);
  const auto always = make_unit<Unit>(EngineKind::kRtl, params, "always");
  const auto skipped = make_unit<Unit>(EngineKind::kRtl, params, "skipped");
  const auto model = make_unit<Unit>(EngineKind::kModel, params, "model");
  In last;
  unsigned since_enable = 0;  // clocks since enable changed
  uint64_t left_out = 0;
  for (uint64_t clock = 0; clock < clocks; ++clock) {
    const In& in = stimulus.next(always->out());
    bool due = !in.idle() || !in.same_levels(last) || !skipped->out().quiescent ||
               Stimulus::must_clock(in, skipped->out()) || since_enable < 2;
    if constexpr (Stimulus::kHasTime)
      due = due || (skipped->out().wake_valid &&
                    reached(in.now, skipped->out().wake_at, params.cycle_mask()));
    since_enable = in.enable == last.enable ? since_enable + 1 : 0;
    always->step(in);
    if (due) {
      skipped->step(in);
      model->step(in);
    } else {
      ++left_out;
    }
    last = in;
    for (const auto* sleeper : {skipped.get(), model.get()}) {
      const FieldDifference d = compare(always->out(), sleeper->out(), params);
      ASSERT_FALSE(d.found) << sleeper->path() << ", clock " << clock << (due ? " (clocked)" : " (left out)")
                            << ": " << d.field << "[" << d.lane << "]: always clocked " << d.left
                            << ", with sleep " << d.right << "; seed " << options().seed;
    }
  }
  if (options().clocks == 0) {
    EXPECT_GE(left_out, at_least_skipped) << "clocks left out";
  }
}

}  // namespace chokepoint::test
