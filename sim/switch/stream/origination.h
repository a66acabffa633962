// SPDX-License-Identifier: Apache-2.0
// Control packets that a router makes of itself, and the injection point where they enter.
#pragma once

#include "sim/hooks/router_state.h"
#include "sim/packet/packed_pool.h"
#include "sim/switch/stream/output_buffers.h"
#include "sim/switch/stream/vc_allocator.h"

namespace chokepoint::stream {

/// One packet waits at most. It goes into the output buffer right after channel output, behind what
/// is there; no input, no crossbar.
class Origination {
 public:
  Origination(const RouterSetup& setup, OutputBuffers& buffers, const VcAllocator& vcs)
      : setup_(setup), buffers_(buffers), vcs_(vcs) {}
  bool waiting() const { return packet_ != nullptr; }
  /// Throws CheckError if one waits, or the message makes no sense.
  void originate(Cycle now, const OriginatedMessage& message);
  /// The waiting packet enters if its output VC has room. `queues`: for routing.
  void inject(Cycle now, const QueueView& queues, PackedPool<Hop>& hops);

 private:
  const RouterSetup& setup_;
  OutputBuffers& buffers_;
  const VcAllocator& vcs_;
  Packet* packet_ = nullptr;
  uint64_t packets_ = 0;  ///< so far
};

}  // namespace chokepoint::stream
