// SPDX-License-Identifier: Apache-2.0
// Golden model of the token throttler; the numbered steps are those of its contract page.
#include "sim/units/cbcm/token_throttler.h"

namespace chokepoint {

TokenThrottler::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  show();
}

/// The entry for `destination` as a bit, 0 when there is none.
uint64_t TokenThrottler::Model::match(uint64_t among, uint32_t destination) const {
  for (uint64_t left = among; left != 0; left &= left - 1)
    if (out_.entry_destination[lowest_bit(left)] == destination) return left & (~left + 1);
  return 0;
}

/// Ticks until a pace with these low bits comes.
uint32_t TokenThrottler::Model::ahead(uint64_t low_bits, uint64_t now) const {
  return static_cast<uint32_t>((low_bits - now) & low_mask(params_.degree_bits()));
}

uint64_t TokenThrottler::Model::due(uint64_t now) const {
  uint64_t entries = 0;
  for_each_bit(out_.entry_valid, [&](unsigned e) {
    if (ahead(deadline_[e], now) == 0) entries |= uint64_t{1} << e;
  });
  return entries;
}

void TokenThrottler::Model::postpone(unsigned entry, uint64_t now) {
  deadline_[entry] =
      static_cast<uint32_t>((now + out_.entry_degree[entry]) & low_mask(params_.degree_bits()));
}

/// Step 4, for an entry that is due.
void TokenThrottler::Model::arrive(unsigned e, const In& in) {
  out_.entry_tokens[e] = std::min(out_.entry_tokens[e] + 1, in.cfg_token_cap);
  postpone(e, in.now);
  if (arrivals_[e] > 1) {
    --arrivals_[e];
    return;
  }
  out_.entry_epoch_over |= uint64_t{1} << e;
  arrivals_[e] = in.cfg_epoch_flits;
}

void TokenThrottler::Model::free(unsigned e) {
  out_.entry_valid &= ~(uint64_t{1} << e);
  out_.entry_destination[e] = out_.entry_degree[e] = out_.entry_tokens[e] = 0;
}

/// Step 5, by the table before this clock.
void TokenThrottler::Model::record_window(uint64_t now) {
  next_ = now + 1;
  window_ = 0;
  const uint64_t start = next_ - next_ % kWindow;
  for_each_bit(out_.entry_valid, [&](unsigned e) {
    const uint32_t tick = ahead(deadline_[e], start);
    if (tick < kWindow) window_ |= 1u << tick;
  });
}

/// The first of them that has not passed, else the window's last tick.
uint64_t TokenThrottler::Model::next_wake() const {
  const unsigned place = static_cast<unsigned>(next_ % kWindow);
  const uint32_t left = window_ >> place;
  const unsigned ticks = left != 0 ? lowest_bit(left) : kWindow - 1 - place;
  return (next_ + ticks) & params_.cycle_mask();
}

void TokenThrottler::Model::show() {
  out_.throttle_ready = !out_.refused_valid;
  out_.quiescent = out_.entry_refreshed == 0 && out_.entry_epoch_over == 0 && !out_.refused_valid &&
                   !unsettled_;
  out_.wake_valid = out_.entry_valid != 0;
  out_.wake_at = out_.wake_valid ? next_wake() : 0;
}

void TokenThrottler::Model::step(const In& in) {
  if (!in.enable) {
    out_ = Out{};
    unsettled_ = false;
    show();
    return;
  }
  if (out_.quiescent && in.idle() &&
      !(out_.wake_valid && reached(in.now, out_.wake_at, params_.cycle_mask())))
    return;
  const uint64_t before = out_.entry_valid;
  const bool was_ready = out_.throttle_ready;
  const uint64_t due_now = due(in.now);
  record_window(in.now);
  uint64_t reset = 0;
  for_each_bit(in.inject_entry, [&](unsigned e) {
    if (out_.entry_tokens[e] < in.inject_flits) out_.error = true;
  });
  out_.entry_refreshed = out_.entry_epoch_over = 0;
  if (in.throttle_valid && !was_ready) out_.error = true;
  if (out_.refused_valid && in.refused_ready) {
    out_.refused_valid = false;
    out_.refused_destination = 0;
  }

  const uint64_t freed = in.release_entry & before;  // step 1
  unsettled_ = freed != 0;
  for_each_bit(due_now, [&](unsigned e) {
    if (out_.entry_degree[e] < kWindow) unsettled_ = true;
  });
  const bool stale = (match(before, in.throttle_source) & freed) != 0;

  if (in.throttle_valid && was_ready && !stale) {  // step 2
    uint64_t target = match(before, in.throttle_source);
    if (target == 0) {
      const uint64_t unused = ~before & low_mask(params_.throttle_entries);
      target = unused & (~unused + 1);
      reset = target;
    } else if (in.cfg_token_reset_always) {
      reset = target;
    }
    if (target != 0) {
      const unsigned e = lowest_bit(target);
      if ((before & target) == 0) arrivals_[e] = in.cfg_epoch_flits;
      out_.entry_valid |= target;
      out_.entry_refreshed = target;
      out_.entry_destination[e] = in.throttle_source;
      out_.entry_degree[e] = std::max<uint32_t>(in.throttle_degree, 1);
      if (reset != 0) {
        out_.entry_tokens[e] = 0;
        postpone(e, in.now);
      }
    } else {
      out_.refused_valid = true;
      out_.refused_destination = in.throttle_source;
    }
  }

  for_each_bit(freed, [&](unsigned e) { free(e); });

  const uint64_t kept = before & ~freed & ~reset;
  for_each_bit(in.inject_entry & kept, [&](unsigned e) {  // step 3
    out_.entry_tokens[e] -= std::min(out_.entry_tokens[e], in.inject_flits);
  });

  for_each_bit(due_now & kept, [&](unsigned e) { arrive(e, in); });  // step 4
  show();
}

}  // namespace chokepoint
