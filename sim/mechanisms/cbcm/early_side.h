// SPDX-License-Identifier: Apache-2.0
// Early throttling in a router: what its early_throttler is connected to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/common/fifo.h"
#include "sim/engine/unit_instance.h"
#include "sim/mechanisms/cbcm/config.h"
#include "sim/mechanisms/unit_clock.h"
#include "sim/hooks/router_state.h"

namespace chokepoint {
class WaveSignals;
}

namespace chokepoint::cbcm {

class EarlySide {
 public:
  EarlySide(const Config& config, RouterState& router, EngineKind engine, Counters& counters);
  /// A throttle message of somebody else crosses.
  void announced(NodeId hotspot) { announced_.push(hotspot); }
  bool busy() const { return levels_changed_ || !unit_->out().quiescent || !announced_.empty(); }
  void end_cycle(Cycle now, const RequestMatrix& requests);
  void enable(bool on);
  void upset() { levels_changed_ = struck_ = true; }
  void describe_wave(const std::string& scope, WaveSignals& signals);

 private:
  void pick(const RequestMatrix& requests);

  RouterState& router_;
  Counters& counters_;
  unsigned lane_bits_;  ///< of an input's lane in the request matrix
  std::unique_ptr<UnitInstance<EarlyThrottler>> unit_;
  EarlyThrottler::In in_;
  std::vector<const Packet*> heads_;  ///< kept by the router
  Fifo<NodeId> announced_;
  uint64_t random_;
  bool levels_changed_ = true, struck_ = false;
};

}  // namespace chokepoint::cbcm
