// SPDX-License-Identifier: Apache-2.0
// The scenario keys of RECN, and the unit parameters and levels that follow from them.
#pragma once

#include "sim/hooks/mechanism.h"
#include "sim/units/recn/recn_egress.h"
#include "sim/units/recn/recn_ingress.h"

namespace chokepoint::recn {

struct Config {
  /// InputError that starts with the key: the network is none that RECN runs on, or levels do not
  /// go together.
  explicit Config(const Scenario& scenario);

  RecnIngress::Params ingress;
  RecnEgress::Params egress;
  RecnEgress::Params nic;  ///< an egress port with one port behind it, the NIC itself
  RecnIngress::In ingress_levels;  ///< cfg_* fields filled in
  RecnEgress::In egress_levels, nic_levels;
  bool nic_saqs = false;
  bool detection_queues = false;
  unsigned clocks = 1;        ///< of the units in a network cycle: passes of the switch
  unsigned reserved = 0;      ///< flits of a port's memory that no set of SAQs takes: a packet
  unsigned egress_flits = 0;  ///< memory of an egress port
  Cycle interval = 1;         ///< of the table over time
};

std::vector<KeySpec> keys();
void check(const Scenario& scenario);

}  // namespace chokepoint::recn
