// SPDX-License-Identifier: Apache-2.0
// Credits that a receiver of flits gives back, told when they begin and when they end.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/channel/channel.h"

namespace chokepoint {

/// A packet's flits leave an input one a cycle, most of them, and a credit for the same VC goes
/// back with each. The sender is told of the first and of the end (CreditArrivals::run_cell), some
/// two cells a packet. Credits beside that, a port's second of a cycle, are posted as such.
class CreditRuns {
 public:
  CreditRuns() { vc_.fill(CreditArrivals::kNoVc); }

  void connect(unsigned port, const CreditLink& link) {
    if (posts_.size() <= port) posts_.resize(port + 1);
    posts_[port] = link.run;
  }
  /// In this cycle. False: the port has given one already.
  bool give(unsigned port, unsigned vc) {
    const uint64_t bit = uint64_t{1} << port;
    if ((given_ & bit) != 0) return false;
    given_ |= bit;
    choose(port, vc);
    return true;
  }
  /// From the next cycle on the port is one of `streams`, with credits for this VC.
  void begin_stream(unsigned port, unsigned vc) { choose(port, vc); }
  /// All credits of the cycle have been given; ports in `streams` give one without being asked. In
  /// every cycle while any() holds, or there are streams.
  void end_cycle(Cycle now, uint64_t streams) {
    const uint64_t giving = given_ | streams;
    uint64_t left = changes_ | (running_ & ~giving);
    running_ = giving;
    given_ = changes_ = 0;
    for (; left != 0; left &= left - 1) {
      const unsigned port = static_cast<unsigned>(__builtin_ctzll(left));
      if ((giving >> port & 1) == 0) vc_[port] = CreditArrivals::kNoVc;
      posts_[port](now, CreditArrivals::run_cell(vc_[port]));
    }
  }
  /// Some port's run would go on without end_cycle().
  bool any() const { return running_ != 0; }
  /// For FetchAhead, and where it is told what is given in a cycle to come.
  void fetch(unsigned port, Cycle at) const { posts_[port].fetch(at); }
  void list_state(StateLines& lines) const { lines.add_all(posts_); }

 private:
  void choose(unsigned port, unsigned vc) {
    changes_ |= uint64_t{vc_[port] != vc} << port;
    vc_[port] = static_cast<uint8_t>(vc);
  }
  uint64_t running_ = 0, given_ = 0;
  uint64_t changes_ = 0;  ///< for another VC than in the cycle before
  std::array<uint8_t, 64> vc_;
  std::vector<CreditArrivals::Post> posts_;
};

}  // namespace chokepoint
