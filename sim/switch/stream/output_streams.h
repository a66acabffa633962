// SPDX-License-Identifier: Apache-2.0
// Streams at the outputs of a router: packets that leave a flit in every cycle.
#pragma once

#include <array>

#include "sim/switch/stream/output_buffers.h"
#include "sim/switch/stream/vc_allocator.h"

namespace chokepoint::stream {

/// It is the turn of a packet that is all in the buffer, or streams into it, and no other has
/// begun. Its flits go on without being looked at until the one before its tail, or until a control
/// packet may leave.
class OutputStreams {
 public:
  OutputStreams(const RouterSetup& setup, const StreamClock& clock, OutputBuffers& buffers,
                VcAllocator& vcs)
      : setup_(setup), clock_(clock), buffers_(buffers), vcs_(vcs) {}

  /// Outputs with a stream; those of them whose packet is no data packet.
  uint64_t streaming() const { return streaming_; }
  uint64_t streaming_others() const { return streaming_ & others_; }
  const Hop& leaving(unsigned port) const { return *leaving_[port]; }
  /// After a packet has sent a flit in cycle `now` that is not its tail: a stream may begin.
  void begin(Cycle now, Hop* hop);
  void end(unsigned port);
  void end_all();
  /// Before channel output: those that end in this cycle.
  void end_due(Cycle now);
  /// Outputs whose stream may end in a cycle to come.
  uint64_t ending(Cycle cycle) const { return due_[cycle % due_.size()] & streaming_; }
  /// For FetchAhead.
  void list_state(StateLines& lines) const { lines.leave_out_from(leaving_, setup_.radix); }

 private:
  const RouterSetup& setup_;
  const StreamClock& clock_;
  OutputBuffers& buffers_;
  VcAllocator& vcs_;
  uint64_t streaming_ = 0, others_ = 0;
  std::array<Hop*, 64> leaving_{};  ///< by streaming output
  std::array<uint64_t, 64> due_{};  ///< by cycle modulo 64: outputs whose stream may end then
};

}  // namespace chokepoint::stream
