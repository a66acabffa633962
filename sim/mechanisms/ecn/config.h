// SPDX-License-Identifier: Apache-2.0
// ECN's scenario keys, and the unit parameters and run-time settings that follow from them.
#pragma once

#include "sim/hooks/mechanism.h"
#include "sim/units/ecn/ecn_nic.h"
#include "sim/units/ecn/ecn_router.h"

namespace chokepoint::ecn {

struct Config {
  explicit Config(const Scenario& scenario);

  EcnRouter::Params router;
  EcnNic::Params nic;
  EcnRouter::In router_settings;  ///< cfg_* fields filled in, the victim mask apart
  EcnNic::In nic_settings;        ///< cfg_* fields filled in
  std::vector<uint16_t> table;    ///< the CCT's words; empty in additive mode
  enum class Victims { kNone, kNodes, kAll } victims;  ///< outputs that mark without credits
  bool by_input;  ///< the router's unit is connected by inputs: it counts each input's buffer
};

std::vector<KeySpec> keys();

/// Checks across keys; throws InputError that starts with the key.
void check(const Scenario& scenario);

}  // namespace chokepoint::ecn
