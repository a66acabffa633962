// SPDX-License-Identifier: Apache-2.0
// SRP's scenario keys, and the unit parameters and run-time settings that follow from them.
#pragma once

#include "sim/hooks/mechanism.h"
#include "sim/units/srp/srp_nic.h"
#include "sim/units/srp/srp_router.h"

namespace chokepoint::srp {

struct Config {
  explicit Config(const Scenario& scenario);

  SrpRouter::Params router;
  SrpNic::Params nic;
  SrpNic::In settings;  ///< cfg_* fields filled in
  uint32_t ttw;         ///< cycles
  unsigned n_min;       ///< packets; smaller messages bypass the protocol
  uint64_t timeout;     ///< cycles; 0: none
  bool charge_bypass;   ///< packets that bypass it push the schedule back
};

std::vector<KeySpec> keys();

/// Checks across keys; throws InputError that starts with the key.
void check(const Scenario& scenario);

}  // namespace chokepoint::srp
