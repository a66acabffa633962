// SPDX-License-Identifier: Apache-2.0
// Golden model of the token throttler; the numbered steps are those of its contract page.
#include "sim/units/cbcm/token_throttler.h"

#include <algorithm>

namespace chokepoint {

TokenThrottler::Model::Model(const Params& params) : params_(params) {
  params_.validate();
  out_.throttle_ready = true;
  out_.quiescent = true;
}

/// The entry for `destination` as a bit, 0 when there is none.
uint64_t TokenThrottler::Model::match(uint64_t among, uint32_t destination) const {
  for (uint64_t left = among; left != 0; left &= left - 1)
    if (out_.entry_destination[lowest_bit(left)] == destination) return left & (~left + 1);
  return 0;
}

TokenThrottler::Model::Period TokenThrottler::Model::period(unsigned entry, const In& in) const {
  const uint64_t scaled = uint64_t{out_.entry_degree[entry]} * in.cfg_inverse_rate_scale;
  return {scaled >> 16, static_cast<uint32_t>(scaled & 0xFFFF)};
}

void TokenThrottler::Model::postpone(unsigned entry, uint64_t cycle, uint32_t fraction,
                                     const Period& period) {
  fraction += period.fraction;
  deadline_[entry] = (cycle + period.cycles + (fraction >> 16)) & params_.cycle_mask();
  fraction_[entry] = fraction & 0xFFFF;
}

void TokenThrottler::Model::show() {
  const uint64_t mask = params_.cycle_mask();
  out_.throttle_ready = !out_.refused_valid;
  out_.quiescent = out_.entry_refreshed == 0 && !out_.refused_valid;
  out_.wake_valid = false;
  out_.wake_at = 0;
  for_each_bit(out_.entry_valid, [&](unsigned e) {
    if (!out_.wake_valid || earlier(deadline_[e], out_.wake_at, mask)) out_.wake_at = deadline_[e];
    out_.wake_valid = true;
  });
}

void TokenThrottler::Model::step(const In& in) {
  const uint64_t mask = params_.cycle_mask();
  if (!in.enable) {
    out_ = Out{};
    deadline_.fill(0);
    fraction_.fill(0);
    show();
    return;
  }
  if (out_.quiescent && in.idle() && !(out_.wake_valid && reached(in.now, out_.wake_at, mask)))
    return;
  const uint64_t before = out_.entry_valid;
  const bool was_ready = out_.throttle_ready;
  uint64_t freed = 0, reset = 0;
  out_.entry_refreshed = 0;
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
        postpone(e, in.now, 0, period(e, in));
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
    deadline_[e] = fraction_[e] = 0;
  }

  const uint64_t kept = before & ~freed & ~reset;
  if (in.inject_valid) {  // step 3
    const uint64_t entry = match(kept, in.inject_destination);
    if (entry != 0) {
      uint32_t& tokens = out_.entry_tokens[lowest_bit(entry)];
      tokens -= std::min(tokens, in.inject_flits);
    }
  }

  for_each_bit(kept, [&](unsigned e) {  // step 4
    if (!reached(in.now, deadline_[e], mask)) return;
    out_.entry_tokens[e] = std::min(out_.entry_tokens[e] + 1, in.cfg_token_cap);
    postpone(e, deadline_[e], fraction_[e], period(e, in));
  });
  show();
}

}  // namespace chokepoint
