// SPDX-License-Identifier: Apache-2.0
// Where the packets in the output buffers of a router came from, for a mechanism that follows them.
#pragma once

#include <deque>
#include <vector>

#include "sim/hooks/packet_place.h"

namespace chokepoint {

/// A switch names the packet that it sends, and has forgotten its input.
class FollowedPackets {
 public:
  struct Origin {
    unsigned input = PacketPlace::kNoInput, input_vc = 0, queue = 0;
  };
  FollowedPackets(unsigned outputs, unsigned vcs) : vcs_(vcs), origins_(size_t{outputs} * vcs) {}
  /// A head enters the buffer of an output VC.
  void enters(unsigned output, unsigned vc, const Origin& origin) {
    origins_[output * vcs_ + vc].push_back(origin);
  }
  /// Of the first packet there.
  const Origin& first(unsigned output, unsigned vc) const {
    return origins_[output * vcs_ + vc].front();
  }
  /// Its tail has gone.
  void leaves(unsigned output, unsigned vc) { origins_[output * vcs_ + vc].pop_front(); }

 private:
  unsigned vcs_;
  std::vector<std::deque<Origin>> origins_;
};

}  // namespace chokepoint
