// SPDX-License-Identifier: Apache-2.0
// Flits that are sent, told only when something else follows than was to be expected.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/channel/channel.h"

namespace chokepoint {

/// After a flit that is no tail the receiver expects the packet's body in every cycle: it is told
/// of heads and tails, of pauses, and of bodies after a pause or another packet's flit.
class FlitRuns {
 public:
  void connect(unsigned port, const FlitLink& link) {
    if (posts_.size() <= port) posts_.resize(port + 1);
    posts_[port] = link.receiver;
  }
  /// At most one a port and cycle.
  void send(Cycle now, unsigned port, FlitCell flit) {
    const uint64_t bit = uint64_t{1} << port;
    sent_ |= bit;
    if (flit.bits() == bodies_[port]) return;
    posts_[port](now, flit.bits());
    bodies_[port] = flit.tail() ? 0 : flit.body().bits();
    running_ = flit.tail() ? running_ & ~bit : running_ | bit;
  }
  /// The same to a receiver that expects nothing: every flit is told.
  void tell(Cycle now, unsigned port, FlitCell flit) const { posts_[port](now, flit.bits()); }
  /// From cycle `from` on, the next one, the port is one of `streams`, with this body.
  void begin_stream(Cycle from, unsigned port, FlitCell body) {
    if (body.bits() == bodies_[port]) return;
    bodies_[port] = body.bits();
    running_ |= uint64_t{1} << port;
    sent_ |= uint64_t{1} << port;  // something else, in this cycle
    posts_[port](from, body.bits());
  }
  /// All flits of the cycle have been sent; ports in `streams` send another body without send(). In
  /// every cycle while any() holds, or there are streams.
  void end_cycle(Cycle now, uint64_t streams) {
    uint64_t paused = running_ & ~(sent_ | streams);
    sent_ = 0;
    running_ &= ~paused;
    for (; paused != 0; paused &= paused - 1) {
      const unsigned port = static_cast<unsigned>(__builtin_ctzll(paused));
      bodies_[port] = 0;
      posts_[port](now, FlitArrivals::no_flit().bits());
    }
  }
  /// Some receiver expects a flit.
  bool any() const { return running_ != 0; }
  /// Of the packet that a receiver expects.
  FlitCell body(unsigned port) const { return FlitCell(bodies_[port]); }
  /// For FetchAhead: where it is told what is sent in a cycle to come.
  void fetch(unsigned port, Cycle at) const { posts_[port].fetch(at); }
  void list_state(StateLines& lines) const {
    lines.add_all(posts_);
    lines.leave_out_from(bodies_, posts_.size());
  }

 private:
  uint64_t running_ = 0, sent_ = 0;
  std::array<uint32_t, 64> bodies_{};  ///< that a receiver expects; 0: none
  std::vector<FlitArrivals::Post> posts_;
};

}  // namespace chokepoint
