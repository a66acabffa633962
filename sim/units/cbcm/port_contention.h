// SPDX-License-Identifier: Apache-2.0
// The pickers of a router's input ports and the contention unit behind them, joined: the part of
// CbcmRouter's golden model that SampleInterval above 1 chooses.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/units/cbcm/multiplexed_contention.h"
#include "sim/units/cbcm/port_picker.h"
#include "sim/units/cbcm/request_matrix.h"

namespace chokepoint {

/// A port is active in every clock until its look ends or its requests change, so the end is known
/// beforehand, and the look is carried out then and not clock by clock. Nobody sees more of it
/// before than whether it holds a requester, which is asked while there is no pick. A port that is
/// not active stands still.
class PortContention {
 public:
  PortContention(const PortPicker::Params& picker, const MultiplexedContention::Params& behind);

  /// One clock; fields as in CbcmRouter::In. Of `request` only lanes that have changed since the
  /// clock before are looked at again. Clocks that are left out are those in which every part is
  /// quiescent and nothing is requested.
  void advance(bool enable, const RequestMatrix& request, uint32_t sampled_vcs, uint64_t seed);
  uint64_t congested() const { return behind_.out().congested; }
  bool quiescent() const { return quiescent_ && behind_.out().quiescent; }

  /// The seed of a port's picker where the router has one (cbcm_router.md).
  static uint32_t port_seed(uint64_t seed, unsigned port);

 private:
  struct Port {
    explicit Port(const PortPicker::Params& params) : picker(params) {}
    PortPicker::Model picker;
    std::array<uint64_t, RequestMatrix::kWords> lane{};  ///< its requests
    uint32_t turns = 0;       ///< bit t: an output of turn t is requested
    uint64_t next_clock = 0;  ///< while active: the first that its picker has not carried out
    unsigned end_slot = 0;    ///< while active: the clock in which its look ends, modulo a look's
  };

  void load_seeds(uint64_t seed);
  void take_requests(const RequestMatrix& request, uint32_t sampled_vcs);
  void read_lane(Port& port, const RequestMatrix& request, unsigned number) const;
  void catch_up(unsigned number);
  void schedule(unsigned number);
  bool catch_up_until_one_holds();

  PortPicker::Params params_;
  std::vector<Port> ports_;
  MultiplexedContention::Model behind_;
  bool started_ = false;      // the clock after a reset has been
  bool quiescent_ = false;    // all pickers are
  uint64_t clock_ = 0;        // enabled clocks carried out; those left out do not count
  bool lanes_read_ = false;   // since it was enabled
  uint64_t busy_ = 0;         // ports with requests, as read
  uint32_t sampled_vcs_ = 0;  // as read
  uint64_t active_ = 0;       // ports that are, in the next clock
  /// Active ports by end_slot.
  std::array<uint64_t, PortPicker::kMostTurns> ending_in_{};
  uint64_t pick_valid_ = 0;
  Lanes pick_output_{};
};

}  // namespace chokepoint
