// SPDX-License-Identifier: Apache-2.0
// How a switching technique shares out the buffers of a router's ports.
#pragma once

#include <vector>

#include "sim/hooks/context.h"
#include "sim/switch/queueing/organisation.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint {

/// The answers of technique and queue organisation, asked once. InputError if they name a queue or
/// a pool that is none.
class BufferPlan {
 public:
  static constexpr unsigned kMostQueues = 4096;  ///< numbers of 12 bits (head_fields.h)
  BufferPlan(const SwitchingTechnique& technique, const NetworkContext& context);
  /// Of an input, those of mechanisms apart.
  unsigned queues() const { return count_; }
  /// Where packets wait that come on `vc` for `output` and in the end for `destination`.
  unsigned queue(unsigned vc, unsigned output, NodeId destination) const {
    return lane(vc, organisation_.queue(output, destination));
  }
  /// Where they do whatever their destination; CheckError if that matters.
  unsigned queue(unsigned vc, unsigned output) const;
  /// All queues of a VC, some of them perhaps twice.
  unsigned lanes() const { return lanes_; }
  unsigned lane(unsigned vc, unsigned number) const { return queues_[number * vcs_ + vc]; }
  /// Mask of the VCs that share the memory and the credits of a VC of an input, itself too. A
  /// node's NIC counts credits per VC, whatever routers share.
  uint32_t shared(unsigned vc, const RouterPorts& ports, unsigned input) const {
    return (ports.node_inputs >> input & 1) != 0 ? uint32_t{1} << vc : shared_[vc];
  }

 private:
  const QueueOrganisation& organisation_;
  unsigned vcs_, lanes_, count_;
  std::vector<unsigned> queues_;  ///< by number of the organisation, and VC
  std::vector<uint32_t> shared_;  ///< by VC
};

}  // namespace chokepoint
