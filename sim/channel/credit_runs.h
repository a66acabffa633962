// SPDX-License-Identifier: Apache-2.0
// Credits that a receiver of flits gives back, told when they begin and when they end.
#pragma once

#include "sim/channel/channel.h"
#include "sim/channel/runs.h"

namespace chokepoint {

/// A packet's flits leave an input one a cycle, most of them, and a credit for the same VC goes
/// back with each. The sender is told of the first and of the end (CreditArrivals::run_cell), some
/// two cells a packet. Credits beside that, a port's second of a cycle, are posted as such.
class CreditRuns : public Runs<uint8_t> {
 public:
  CreditRuns() : Runs(CreditArrivals::run_cell(CreditArrivals::kNoVc)) {}
  void connect(unsigned port, const CreditLink& link) { Runs::connect(port, link.run); }
  /// In this cycle. False: the port has given one already.
  bool give(Cycle now, unsigned port, unsigned vc) {
    if (sent(port)) return false;
    const uint8_t cell = CreditArrivals::run_cell(vc);
    send(now, port, cell, cell);
    return true;
  }
  /// As Runs::begin_stream(): credits for this VC.
  void begin_stream(Cycle from, unsigned port, unsigned vc) {
    Runs::begin_stream(from, port, CreditArrivals::run_cell(vc));
  }
};

}  // namespace chokepoint
