// SPDX-License-Identifier: Apache-2.0
// Permission of speculative packets in a router with streams.
#pragma once

#include <vector>

#include "sim/switch/stream/input_buffers.h"
#include "sim/switch/stream/vc_allocator.h"

namespace chokepoint::stream {

/// Once gated, a head of a speculative FIFO takes part in VC allocation only in cycles in which it
/// is permitted.
class Speculation {
 public:
  Speculation(const RouterSetup& setup, const InputBuffers& inputs, VcAllocator& vcs)
      : setup_(setup), inputs_(inputs), vcs_(vcs) {
    permitted_.reserve(size_t{setup.radix} * setup.vcs);  // nothing grows later
  }
  void gate() { gated_ = true; }
  bool gated() const { return gated_; }
  /// The VC with this number among the speculative ones.
  unsigned vc(unsigned index) const {
    return static_cast<unsigned>(setup_.layout.speculative_vc) + index;
  }
  unsigned index(unsigned vc) const {
    return vc - static_cast<unsigned>(setup_.layout.speculative_vc);
  }
  /// The first packet of a FIFO; null: none.
  Hop* front(unsigned input, unsigned index) const {
    return inputs_.front(input, setup_.queue_of(vc(index), 0));
  }
  /// In this cycle.
  void permit(unsigned input, unsigned index);
  /// After VC allocation.
  void end_permissions() {
    if (!permitted_.empty()) end_all();
  }

 private:
  void end_all();
  const RouterSetup& setup_;
  const InputBuffers& inputs_;
  VcAllocator& vcs_;
  bool gated_ = false;
  std::vector<Hop*> permitted_;  ///< in this cycle
};

}  // namespace chokepoint::stream
