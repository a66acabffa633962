// SPDX-License-Identifier: Apache-2.0
// Credits that a router with streams gives back to those who send to its inputs.
#pragma once

#include <vector>

#include "sim/channel/channel.h"
#include "sim/channel/credit_runs.h"

namespace chokepoint::stream {

/// A credit for each flit that leaves an input buffer. Where many cycles make a tick most of them
/// are told as runs.
class CreditReturn {
 public:
  explicit CreditReturn(unsigned inputs) : links_(inputs) {}
  void connect(unsigned port, const CreditLink& link) {
    links_[port] = link;
    runs_.connect(port, link);
  }
  /// Each credit is told from now on, or not. No run goes on.
  void tell_each(bool each) { each_ = each; }
  bool tells_each() const { return each_; }
  /// At most one in each switch pass.
  void give(Cycle now, unsigned port, unsigned vc, unsigned pass) {
    if (each_ || !runs_.give(now, port, vc)) links_[port].send(now, vc, pass);
  }
  /// Beside those of the passes.
  void give_many(Cycle now, unsigned port, unsigned vc, unsigned flits) const {
    links_[port].send_many(now, vc, flits);
  }
  /// From cycle `from` on, the next one, the port is one of `streams`, with credits for this VC.
  void begin_stream(Cycle from, unsigned port, unsigned vc) {
    runs_.begin_stream(from, port, vc);
  }
  /// All of the cycle have been given; ports in `streams` give one without being asked.
  void end_cycle(Cycle now, uint64_t streams) { runs_.end_cycle(now, streams); }
  void end_runs(Cycle now) {
    if (runs_.any()) runs_.end_cycle(now, 0);
  }
  // For FetchAhead.
  void fetch(unsigned port, Cycle at) const { runs_.fetch(port, at); }
  void list_state(StateLines& lines) const { runs_.list_state(lines); }

 private:
  std::vector<CreditLink> links_;
  CreditRuns runs_;
  bool each_ = true;
};

}  // namespace chokepoint::stream
