// SPDX-License-Identifier: Apache-2.0
// The pickers of a router's input ports and the contention unit behind them, joined: the part of
// CbcmRouter's golden model that SampleInterval above 1 chooses.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/units/cbcm/multiplexed_contention.h"
#include "sim/units/cbcm/port_picker.h"
#include "sim/units/cbcm/request_matrix.h"

namespace chokepoint {

class PortContention {
 public:
  PortContention(const PortPicker::Params& picker, const MultiplexedContention::Params& behind);

  /// One clock; fields as in CbcmRouter::In. Of `request` only lanes that have changed since the
  /// clock before are looked at again.
  void advance(bool enable, const RequestMatrix& request, uint32_t sampled_vcs, uint64_t seed);
  uint64_t congested() const { return behind_.out().congested; }
  bool quiescent() const { return started_ && awake_ == 0 && behind_.out().quiescent; }

  /// The seed of a port's picker where the router has one (cbcm_router.md).
  static uint32_t port_seed(uint64_t seed, unsigned port);

 private:
  uint32_t turns_of(const RequestMatrix& request, unsigned port) const;

  PortPicker::Params picker_;
  std::vector<PortPicker::Model> pickers_;  // by port
  std::array<uint32_t, kMaxLanes> turns_{};  // by port: bit t: it requests an output of turn t
  uint64_t seen_ = 0;                        // ports whose turns_ are known
  MultiplexedContention::Model behind_;
  bool started_ = false;  // the clock after a reset has been
  uint64_t awake_ = 0;    // ports whose picker is not quiescent
  uint64_t pick_valid_ = 0;
  Lanes pick_output_{};
};

}  // namespace chokepoint
