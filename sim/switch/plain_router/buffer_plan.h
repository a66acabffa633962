// SPDX-License-Identifier: Apache-2.0
// How a switching technique shares out the buffers of a router's ports.
#pragma once

#include <vector>

#include "sim/hooks/context.h"
#include "sim/switch/switching/technique.h"

namespace chokepoint {

/// The technique's answers, asked once. InputError if they name a queue or a pool that is none.
class BufferPlan {
 public:
  BufferPlan(const SwitchingTechnique& technique, const NetworkContext& context);
  /// Of an input, those of mechanisms apart.
  unsigned queues() const { return count_; }
  /// Where packets wait that come on `vc` for `output`.
  unsigned queue(unsigned vc, unsigned output) const { return queues_[output * vcs_ + vc]; }
  /// Mask of the VCs that share the memory and the credits of a VC of an input, itself too. A
  /// node's NIC counts credits per VC, whatever routers share.
  uint32_t shared(unsigned vc, const RouterPorts& ports, unsigned input) const {
    return (ports.node_inputs >> input & 1) != 0 ? uint32_t{1} << vc : shared_[vc];
  }

 private:
  unsigned vcs_, count_;
  std::vector<unsigned> queues_;  ///< by output and VC
  std::vector<uint32_t> shared_;  ///< by VC
};

}  // namespace chokepoint
