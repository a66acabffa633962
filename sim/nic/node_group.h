// SPDX-License-Identifier: Apache-2.0
// The network interfaces of one router's nodes.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <systemc>
#include <vector>

#include "sim/channel/credit_runs.h"
#include "sim/channel/flit_runs.h"
#include "sim/common/tick.h"
#include "sim/nic/nic.h"

namespace chokepoint {

/// The NICs of one router, with one endpoint for all of them. A NIC sleeps until a packet comes or
/// its wake_at().
class NodeGroup : public sc_core::sc_module {
 public:
  NodeGroup(sc_core::sc_module_name name, NetworkContext& context, NodeId first, unsigned count);
  void step(Cycle now);
  /// Before the steps of a tick.
  void begin_tick(Tick tick) {
    if (tick.observed && streams_allowed_) end_streams();
    streams_allowed_ = !tick.observed;
  }
  /// Between two cycles: every flit is looked at one by one again.
  void end_streams();
  /// For FetchAhead, as of a router. What is told comes from that router, in the same tick.
  void list_state(StateLines& lines) const;
  std::vector<std::unique_ptr<Nic>>& nics() { return nics_; }
  /// A port is a node's place among the router's.
  Endpoint& endpoint() { return endpoint_; }
  const CreditTable& credit_table() const { return credits_; }
  /// Every NIC has something to do in the next cycle.
  void wake() {
    awake_ = nics_.empty() ? 0 : ~uint64_t{0} >> (64 - nics_.size());  // up to 64
    for (const std::unique_ptr<Nic>& nic : nics_) nic->wake();
  }
  /// This node's NIC has.
  void wake(NodeId node) {
    const unsigned i = node - nics_.front()->id();
    awake_ |= uint64_t{1} << i;
    nics_[i]->wake();
  }
  sc_core::sc_vector<sc_core::sc_port<ChannelInterface>> injection;  ///< to the router
  sc_core::sc_vector<sc_core::sc_port<ChannelInterface>> ejection;   ///< credits back to the router

 private:
  void end_of_elaboration() override;
  void wake_sleepers(Cycle now);
  void sleep(unsigned i, Cycle until) {
    awake_ &= ~(uint64_t{1} << i);
    wake_at_[i] = until;
    next_wake_ = std::min(next_wake_, until);
  }
  void read_credits(Cycle now);
  void eject_control(Cycle now, unsigned i, FlitCell flit);
  void return_control_credits(Cycle now, unsigned i);
  void begin_ejection_stream(Cycle now, unsigned i, FlitCell flit);
  void end_ejection_stream(Cycle now, unsigned i);
  void begin_injection_stream(Cycle now, unsigned i);
  void end_injection_stream(Cycle now, unsigned i);
  NetworkContext& context_;
  uint32_t bounded_vcs_;  ///< control VCs, where mechanisms need not take packets; else 0
  Endpoint endpoint_;
  CreditTable credits_;  ///< of the router's inputs, by place
  std::vector<std::unique_ptr<Nic>> nics_;
  uint64_t awake_ = 0;          ///< NICs that have something to do in this cycle
  std::vector<Cycle> wake_at_;  ///< of those that are not
  Cycle next_wake_ = 0;         ///< no later than the first of these
  // Streams, as those of a router (StreamSwitch): NICs that in every cycle get, or send, a
  // flit of the same packet, neither its head nor its tail.
  bool streams_allowed_ = false;
  bool whole_packets_;  ///< otherwise the router tells every flit, and no credits are runs
  uint64_t ejecting_ = 0, injecting_ = 0;
  // Credits for what is ejected, by place.
  std::vector<CreditLink> ejection_credits_;
  CreditRuns ejection_runs_;                                  ///< while there may be streams
  FlitRuns injection_runs_;                                   ///< by place
  std::array<Cycle, 64> ejecting_from_{}, injecting_from_{};  ///< first cycles of streams
  std::array<uint8_t, 64> ejecting_vc_{};
  Cycle next_ = 0;  ///< the first cycle to come
};

}  // namespace chokepoint
