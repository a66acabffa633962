// SPDX-License-Identifier: Apache-2.0
// Golden model of the early throttler; the numbered rules are those of its contract page.
#include "sim/units/cbcm/early_throttler.h"

#include <algorithm>

namespace chokepoint {

namespace {

/// Inputs whose pick is for `destination`, a bit each.
uint64_t picks_for(const EarlyThrottler::In& in, uint32_t destination) {
  uint64_t picks = 0;
  for_each_bit(in.pick_valid, [&](unsigned input) {
    if (in.pick_destination[input] == destination) picks |= uint64_t{1} << input;
  });
  return picks;
}

}  // namespace

EarlyThrottler::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  show();
}

bool EarlyThrottler::Model::Entry::lists(uint32_t source) const {
  return std::find(list.begin(), list.begin() + count, source) != list.begin() + count;
}

void EarlyThrottler::Model::age(Entry& entry, const In& in, bool tells) {  // rule 2
  if (entry.hold <= 1) {
    entry = Entry{};
    return;
  }
  --entry.hold;
  if (entry.silent) return;
  if (entry.telling()) {
    if (tells && ++entry.next == entry.announced) entry.pause = in.cfg_round_cycles;
  } else if (entry.pause > 0) {
    --entry.pause;
  } else if (entry.count > entry.announced) {
    entry.announced = entry.count;
    entry.next = 0;
  }
}

void EarlyThrottler::Model::judge(Entry& entry, const In& in) {  // rule 3
  const Window& w = entry.window;
  const bool steady =
      2 * w.sum > 2 * params_.num_samples + params_.bound_sample_interval * (w.sum_max - w.sum_min);
  const bool enough = entry.passed + 1 >= in.cfg_windows;
  if (!steady || (enough && entry.count < 2)) {
    entry = Entry{};
    return;
  }
  entry.window = Window{};
  if (!enough) {
    ++entry.passed;
    return;
  }
  entry.hot = true;
  entry.passed = 0;
  entry.announced = entry.count;
  entry.hold = in.cfg_hold_cycles;
}

void EarlyThrottler::Model::sample(Entry& entry, const In& in) const {  // rule 4
  Window& w = entry.window;
  const unsigned degree = bit_count(picks_for(in, entry.destination));
  w.sum += degree;
  w.highest = w.phase == 0 ? degree : std::max(w.highest, degree);
  w.lowest = w.phase == 0 ? degree : std::min(w.lowest, degree);
  if (++w.phase < params_.bound_sample_interval) return;
  w.sum_max += w.highest;
  w.sum_min += w.lowest;
  w.phase = w.highest = w.lowest = 0;
  ++w.intervals;
}

/// A pick that contends with another for its destination.
void EarlyThrottler::Model::meet(uint32_t destination, uint32_t source, uint64_t valid_before,
                                 uint64_t announced) {
  bool known = false;
  for_each_bit(valid_before, [&](unsigned e) {
    Entry& entry = table_[e];
    if (out_.entry_hotspot[e] != destination) return;
    known = true;
    const bool gone = !entry.valid || ((announced >> e) & 1) != 0;
    if (gone || entry.silent || entry.count == params_.sources || entry.lists(source)) return;
    entry.list[entry.count++] = source;
  });
  const uint64_t unused = ~valid_before & low_mask(params_.entries);
  if (known || unused == 0) return;
  Entry& entry = table_[lowest_bit(unused)];
  entry.valid = true;
  entry.destination = destination;
  entry.list[0] = source;
  entry.count = 1;
}

void EarlyThrottler::Model::step(const In& in) {
  if (!in.enable) {
    table_ = {};
    pointer_ = 0;
    out_ = Out{};
    show();
    return;
  }
  if (out_.quiescent && in.idle()) return;
  const uint64_t valid_before = out_.entry_valid;
  const bool message_free = !out_.message_valid || in.message_ready;
  if (message_free) {
    out_.message_valid = false;
    out_.message_source = out_.message_hotspot = out_.message_degree = 0;
  }
  bool somebody_tells = false;  // an entry, with or without a message of this clock
  uint64_t announced = 0;
  for (unsigned e = 0; e < params_.entries; ++e) {
    Entry& entry = table_[e];
    if (!entry.valid) continue;
    const bool first_to_tell = entry.telling() && !somebody_tells;
    somebody_tells |= entry.telling();
    if (in.announced_valid && in.announced_hotspot == entry.destination) {  // rule 1
      announced |= uint64_t{1} << e;
      entry.hot = entry.silent = true;
      entry.hold = in.cfg_hold_cycles;
      entry.window = Window{};
      entry.passed = entry.announced = entry.next = 0;
      entry.pause = 0;
    } else if (entry.hot) {
      const bool tells = first_to_tell && message_free && entry.hold > 1;
      if (tells) {
        out_.message_valid = true;
        out_.message_source = entry.list[entry.next];
        out_.message_hotspot = entry.destination;
        out_.message_degree = entry.announced;
      }
      age(entry, in, tells);
    } else if (entry.window.intervals == params_.intervals()) {
      judge(entry, in);
    } else {
      sample(entry, in);
    }
  }

  if (in.pick_valid != 0) {
    const uint64_t from_pointer = in.pick_valid & ~low_mask(pointer_);
    const unsigned input = lowest_bit(from_pointer != 0 ? from_pointer : in.pick_valid);
    pointer_ = (input + 1) % params_.radix;
    const uint32_t destination = in.pick_destination[input], source = in.pick_source[input];
    if (bit_count(picks_for(in, destination)) >= 2) {
      meet(destination, source, valid_before, announced);
    }
  }
  show();
}

void EarlyThrottler::Model::show() {
  out_.entry_valid = out_.entry_hot = out_.entry_silent = 0;
  for (unsigned e = 0; e < params_.entries; ++e) {
    const Entry& entry = table_[e];
    out_.entry_valid |= uint64_t{entry.valid} << e;
    out_.entry_hot |= uint64_t{entry.hot} << e;
    out_.entry_silent |= uint64_t{entry.silent} << e;
    out_.entry_hotspot[e] = entry.destination;
    out_.entry_degree[e] = entry.count;
  }
  out_.quiescent = out_.entry_valid == 0 && !out_.message_valid;
}

}  // namespace chokepoint
