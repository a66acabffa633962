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

/// Step 5, by the table before this clock.
void TokenThrottler::Model::walk(uint64_t now) {
  if (begins_ && !unsettled_) {
    out_.wake_valid = judges_;
    out_.wake_at = 0;
  }
  if (judges_ && !unsettled_) {
    const uint32_t lead = ahead(fetched_, now);
    if (begins_ || lead < ahead(out_.wake_at, now))
      out_.wake_at = (now + lead) & params_.cycle_mask();
  }
  begins_ = unsettled_;
  if (unsettled_) pending_ = out_.entry_valid;
  judges_ = pending_ != 0;
  if (judges_) fetched_ = deadline_[lowest_bit(pending_)];
  pending_ &= pending_ - 1;
}

void TokenThrottler::Model::postpone(unsigned entry, uint64_t now) {
  deadline_[entry] =
      static_cast<uint32_t>((now + out_.entry_degree[entry]) & low_mask(params_.degree_bits()));
}

void TokenThrottler::Model::show() {
  out_.throttle_ready = !out_.refused_valid;
  out_.quiescent = out_.entry_refreshed == 0 && out_.entry_arrived == 0 && !out_.refused_valid &&
                   !unsettled_ && pending_ == 0 && !begins_ && !judges_;
}

void TokenThrottler::Model::step(const In& in) {
  if (!in.enable) {
    out_ = Out{};
    deadline_.fill(0);
    unsettled_ = begins_ = judges_ = false;
    pending_ = 0;
    show();
    return;
  }
  if (out_.quiescent && in.idle() &&
      !(out_.wake_valid && reached(in.now, out_.wake_at, params_.cycle_mask())))
    return;
  const uint64_t before = out_.entry_valid;
  const bool was_ready = out_.throttle_ready;
  const uint64_t reached_now = due(in.now);
  walk(in.now);
  uint64_t freed = 0, reset = 0;
  for_each_bit(in.inject_entry, [&](unsigned e) {
    if (out_.entry_tokens[e] < in.inject_flits) out_.error = true;
  });
  out_.entry_refreshed = 0;
  if (in.throttle_valid && !was_ready) out_.error = true;
  if (out_.refused_valid && in.refused_ready) {
    out_.refused_valid = false;
    out_.refused_destination = 0;
  }

  if (in.release_valid) freed = match(before, in.release_destination);  // step 1
  const bool stale = freed != 0 && in.throttle_source == in.release_destination;

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

  if (freed != 0) {
    const unsigned e = lowest_bit(freed);
    out_.entry_valid &= ~freed;
    out_.entry_destination[e] = out_.entry_degree[e] = out_.entry_tokens[e] = 0;
    deadline_[e] = 0;
  }

  const uint64_t kept = before & ~freed & ~reset;
  for_each_bit(in.inject_entry & kept, [&](unsigned e) {  // step 3
    out_.entry_tokens[e] -= std::min(out_.entry_tokens[e], in.inject_flits);
  });

  out_.entry_arrived = reached_now & kept;  // step 4
  for_each_bit(out_.entry_arrived, [&](unsigned e) {
    out_.entry_tokens[e] = std::min(out_.entry_tokens[e] + 1, in.cfg_token_cap);
    postpone(e, in.now);
  });
  unsettled_ = (freed | reset | out_.entry_arrived) != 0;
  show();
}

}  // namespace chokepoint
