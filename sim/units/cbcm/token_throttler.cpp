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

/// Step 4, for an entry that is due; one that is full takes no token.
void TokenThrottler::Model::arrive(unsigned e, bool full, const In& in) {
  if (!full) ++out_.entry_tokens[e];
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

/// Step 5, by the table before this clock and the deadlines that are new with it.
void TokenThrottler::Model::record_window(const In& in, uint64_t due) {
  const uint64_t number = in.now / kWindow;
  const uint32_t place = static_cast<uint32_t>(in.now % kWindow);
  // Deadlines by their ticks from the first one of this window on.
  uint32_t here = 0, there = 0;
  const auto add = [&](uint32_t tick, bool freed) {
    if (tick < kWindow)
      here |= 1u << tick;
    else if (tick < 2 * kWindow && !freed)
      there |= 1u << (tick - kWindow);
  };
  if (out_.entry_valid != 0 && number_ == number)
    here = window_ & ~static_cast<uint32_t>(low_mask(place + 1));
  for_each_bit(due, [&](unsigned e) {
    add(place + out_.entry_degree[e], ((in.release_entry >> e) & 1) != 0);
  });
  if (in.throttle_valid && !out_.refused_valid)
    add(place + std::max<uint32_t>(in.throttle_degree, 1), false);

  const bool next = here == 0;
  if (next)
    for_each_bit(out_.entry_valid & ~in.release_entry, [&](unsigned e) {
      const uint32_t tick = place + ahead(deadline_[e], in.now);
      if (tick >= kWindow) add(tick, false);
    });
  number_ = next ? (number + 1) & (params_.cycle_mask() / kWindow) : number;
  window_ = next ? there : here;
}

/// The first deadline of the window, without one its first tick.
uint64_t TokenThrottler::Model::next_wake() const {
  return number_ * kWindow + (window_ != 0 ? lowest_bit(window_) : 0);
}

void TokenThrottler::Model::show() {
  out_.throttle_ready = !out_.refused_valid;
  out_.quiescent = out_.entry_epoch_over == 0 && !out_.refused_valid && !message_;
  out_.wake_valid = out_.entry_valid != 0;
  out_.wake_at = out_.wake_valid ? next_wake() : 0;
}

void TokenThrottler::Model::step(const In& in) {
  if (!in.enable) {
    out_ = Out{};
    message_ = false;
    show();
    return;
  }
  if (out_.quiescent && in.idle() &&
      !(out_.wake_valid && reached(in.now, out_.wake_at, params_.cycle_mask())))
    return;
  const uint64_t before = out_.entry_valid;
  const bool was_ready = out_.throttle_ready;
  const uint64_t due_now = due(in.now);
  record_window(in, due_now);
  message_ = in.throttle_valid && was_ready;
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
  uint64_t full = 0;
  for_each_bit(kept, [&](unsigned e) {
    if (out_.entry_tokens[e] >= in.cfg_token_cap) full |= uint64_t{1} << e;
  });
  for_each_bit(in.inject_entry & kept, [&](unsigned e) {  // step 3
    out_.entry_tokens[e] -= std::min(out_.entry_tokens[e], in.inject_flits);
    if (in.inject_flits != 0 && in.cfg_token_cap != 0) full &= ~(uint64_t{1} << e);
  });

  for_each_bit(due_now & kept, [&](unsigned e) {  // step 4
    arrive(e, ((full >> e) & 1) != 0, in);
  });
  show();
}

}  // namespace chokepoint
