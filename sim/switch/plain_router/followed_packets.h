// SPDX-License-Identifier: Apache-2.0
// Tells a mechanism that follows packets how they cross a plain switch and leave it.
#pragma once

#include <deque>
#include <vector>

#include "sim/hooks/mechanism.h"
#include "sim/switch/plain/ports.h"

namespace chokepoint {

/// A switch names the packet that it sends, and has forgotten its input: here it is known.
class FollowedPackets {
 public:
  FollowedPackets(RouterAttachment& follower, unsigned outputs, unsigned vcs)
      : follower_(follower), vcs_(vcs), origins_(size_t{outputs} * vcs) {}
  void crossed(Cycle now, Packet& packet, const plain::CrossingOut& flit) {
    const PacketPlace place{packet, flit.input, flit.input_vc, flit.queue, flit.output, flit.vc};
    if (flit.head) {
      origins(flit.output, flit.vc).push_back({flit.input, flit.input_vc, flit.queue});
      follower_.head_left(now, place);
    }
    if (flit.tail) follower_.tail_left(now, place);
  }
  /// The router's own packet enters the buffer of an output VC.
  void originated(const plain::OriginatedIn& own) {
    origins(own.packet.output, own.vc).push_back({});
  }
  void sent(Cycle now, Packet& packet, const plain::FlitOut& flit) {
    if (!flit.head && !flit.tail) return;
    std::deque<Origin>& here = origins(flit.output, flit.vc);
    const Origin& from = here.front();
    const PacketPlace place{packet, from.input, from.input_vc, from.queue, flit.output, flit.vc};
    if (flit.head) follower_.head_sent(now, place);
    if (!flit.tail) return;
    follower_.tail_sent(now, place);
    here.pop_front();
  }

 private:
  struct Origin {
    unsigned input = PacketPlace::kNoInput, input_vc = 0, queue = 0;
  };
  std::deque<Origin>& origins(unsigned output, unsigned vc) { return origins_[output * vcs_ + vc]; }
  RouterAttachment& follower_;
  unsigned vcs_;
  std::vector<std::deque<Origin>> origins_;  ///< of the packets in each output VC's buffer
};

}  // namespace chokepoint
