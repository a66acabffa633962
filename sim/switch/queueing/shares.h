// SPDX-License-Identifier: Apache-2.0
// What whoever sends knows of the destinations' shares of the buffer at the other end of a channel
// (NetworkConfig::share_flits).
#pragma once

#include <vector>

#include "sim/common/types.h"

namespace chokepoint {

class Shares {
 public:
  Shares(unsigned destinations, unsigned flits) : left_(destinations, flits) {}
  bool has(NodeId destination, unsigned flits) const { return left_[destination] >= flits; }
  /// For a packet that will be sent.
  void claim(NodeId destination, unsigned flits) { left_[destination] -= flits; }
  /// A flit has left the buffer.
  void give(NodeId destination, unsigned flits) { left_[destination] += flits; }
  unsigned left(NodeId destination) const { return left_[destination]; }

 private:
  std::vector<unsigned> left_;  ///< neither used nor claimed, by destination
};

}  // namespace chokepoint
