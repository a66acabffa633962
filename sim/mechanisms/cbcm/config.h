// SPDX-License-Identifier: Apache-2.0
// CBCM's scenario keys, and the unit parameters and run-time settings that follow from them.
#pragma once

#include "sim/mechanisms/mechanism.h"
#include "sim/units/cbcm/cbcm_nic.h"
#include "sim/units/cbcm/cbcm_router.h"

namespace chokepoint::cbcm {

struct Config {
  explicit Config(const Scenario& scenario);

  CbcmRouter::Params router;
  CbcmNic::Params nic;
  RequestScope request_scope;
  uint32_t sampled_vcs;  ///< mask of VCs that count
  CbcmNic::In settings;  ///< cfg_* fields filled in
  bool hotspot_vc;       ///< throttled packets have a VC of their own
  bool throttling;       ///< false: isolation and minimal routing only (paper 000, Fig 14)
};

/// The keys, their defaults and ranges.
std::vector<KeySpec> keys();

/// Checks across keys; throws InputError that starts with the key.
void check(const Scenario& scenario);

}  // namespace chokepoint::cbcm
