// SPDX-License-Identifier: Apache-2.0
// CBCM's scenario keys, and the unit parameters and run-time settings that follow from them.
#pragma once

#include <algorithm>
#include <optional>

#include "sim/hooks/mechanism.h"
#include "sim/units/cbcm/cbcm_nic.h"
#include "sim/units/cbcm/cbcm_router.h"
#include "sim/units/cbcm/early_throttler.h"

namespace chokepoint::cbcm {

struct Config {
  explicit Config(const Scenario& scenario);

  CbcmRouter::Params router;
  CbcmNic::Params nic;
  uint32_t pace_rate;  ///< pace_counter's cfg_rate: ticks per 65536 cycles
  RequestScope request_scope;
  uint32_t sampled_vcs;  ///< mask of VCs that count
  CbcmNic::In settings;  ///< cfg_* fields filled in
  bool hotspot_vc;       ///< throttled packets have a VC of their own
  bool early;            ///< routers throttle too
  EarlyThrottler::Params early_router;
  EarlyThrottler::In early_settings;  ///< cfg_* fields filled in
  bool throttling;  ///< false: isolation and minimal routing only (paper 000, Fig 14)
};

/// Counted over all routers and NICs of a run.
struct Counters {
  uint64_t throttles_sent = 0, unthrottles_sent = 0;
  uint64_t hotspots_declared = 0;              ///< a detector entered HOTSPOT
  uint64_t hotspots_ended = 0;                 ///< ... and left it
  uint64_t router_clocks = 0, nic_clocks = 0;  ///< clocks not left out by sleep
  uint64_t congested_output_cycles = 0;  ///< sum over outputs of clocked cycles with `congested`
  uint64_t early_throttles_sent = 0;     ///< by routers
  uint64_t early_hotspots = 0;           ///< declared by routers
  uint64_t early_silenced = 0;           ///< entries left to somebody nearer to the hotspot
  uint64_t early_clocks = 0;
  std::optional<Cycle> first_throttle;  ///< when the first throttle message was sent, by whomever

  void throttle_sent(Cycle now) {
    first_throttle = std::min(first_throttle.value_or(now), now);  // sites run ahead of each other
  }
};

/// The keys, their defaults and ranges.
std::vector<KeySpec> keys();

/// Checks across keys; throws InputError that starts with the key.
void check(const Scenario& scenario);

}  // namespace chokepoint::cbcm
