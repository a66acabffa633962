// SPDX-License-Identifier: Apache-2.0
// Drives a token throttler's golden model, one clock in each cycle.
#pragma once

#include "sim/units/cbcm/pace_counter.h"
#include "sim/units/cbcm/token_throttler.h"

namespace chokepoint {

/// The entry for `destination` in the table of `out` as a bit, 0 without one.
template <class Out>
uint64_t bit_of_entry(const Out& out, unsigned destination) {
  uint64_t bit = 0;
  for_each_bit(out.entry_valid, [&](unsigned e) {
    if (out.entry_destination[e] == destination) bit = uint64_t{1} << e;
  });
  return bit;
}

/// Clocked in every cycle; its time is the pace at `rate`, which is 100 in the first. Each token ends
/// an epoch, so that an arrival shows.
class TokenThrottlerDriver {
 public:
  explicit TokenThrottlerDriver(TokenThrottler::Params p = {}) : model(p), mask_(p.cycle_mask()) {
    in.enable = true;
    in.cfg_token_cap = 1000;
    in.cfg_epoch_flits = 1;
    in.cfg_token_reset_always = true;
    in.refused_ready = true;
    in.now = start & mask_;
  }
  void tick(unsigned clocks = 1) {
    for (; clocks != 0; --clocks) {
      model.step(in);
      in.now = (start + pace_at(++cycles, rate)) & mask_;
      in.throttle_valid = false;
      in.inject_entry = in.release_entry = 0;
    }
  }
  TokenThrottlerDriver& throttle(unsigned source, unsigned degree) {
    in.throttle_valid = true;
    in.throttle_source = source;
    in.throttle_degree = degree;
    return *this;
  }
  TokenThrottlerDriver& inject(unsigned destination, unsigned flits) {
    in.inject_entry = bit_of_entry(out(), destination);
    in.inject_flits = flits;
    return *this;
  }
  TokenThrottlerDriver& release(unsigned destination) {
    in.release_entry = bit_of_entry(out(), destination);
    return *this;
  }
  const TokenThrottler::Out& out() const { return model.out(); }
  unsigned tokens(unsigned entry = 0) const { return out().entry_tokens[entry]; }

  TokenThrottler::Model model;
  TokenThrottler::In in;
  uint64_t start = 100, cycles = 0;
  uint32_t rate = PaceCounter::kFullRate;

 private:
  uint64_t mask_;
};

}  // namespace chokepoint
