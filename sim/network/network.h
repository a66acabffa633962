// SPDX-License-Identifier: Apache-2.0
// The whole network of a run: routers, NICs and channels, wired as the topology says.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "sim/network/shards.h"

namespace chokepoint {

class Network : public sc_core::sc_module {
 public:
  Network(sc_core::sc_module_name name, Shards& shards, const SwitchChoice& choice);

  /// The switches want ticks of one cycle.
  bool single_cycles() const { return single_cycles_; }

  unsigned routers() const { return static_cast<unsigned>(sites_.size()); }
  const Site& site(RouterId id) const { return *sites_[id]; }
  Switch& router(RouterId id) { return sites_[id]->router(); }
  Nic& nic(NodeId node) { return *nics_[node]; }
  /// The NICs of a router.
  NodeGroup& group(RouterId router) { return sites_[router]->group; }
  Packet& packet(FlitCell flit) { return context_.packets.at(flit.packet()); }
  unsigned nodes() const { return static_cast<unsigned>(nics_.size()); }
  /// Switches the mechanism on or off everywhere.
  void enable(bool on);
  /// Tells the mechanism that the run is over after `cycles`.
  void finish(Cycle cycles);
  /// No packet waits in a send queue, is inside, or is owed by a mechanism.
  bool drained() const;
  /// No node has anything left to do for the workload.
  bool jobs_done() const;
  JobCounts job_counts() const;
  /// Packets found inside, by looking for their tails: in routers, on channels, in NICs that send
  /// them. A dropped packet is not inside, although its tail may still be.
  uint64_t count_packets() const;
  /// After drained(): every credit is back and every buffer empty, or CheckError.
  void check_empty() const;
  /// At any cycle's end, per channel and VC: the sender's credits, the flits and credits on the
  /// channel and the flits in the receiver's buffer add up to that buffer's depth. CheckError names
  /// the channel otherwise.
  void check_credits() const;
  std::string describe_packets() const;
  /// Who waits for what, when a drain cannot complete: a line per NIC, and the packets inside.
  std::string describe_wait() const;

 private:
  void start_of_simulation() override { shards_.start(); }
  /// Between two cycles: what the others count is what there is.
  void end_streams() const;
  /// One end of a channel.
  struct End {
    Endpoint& endpoint;
    unsigned port;
    std::string name;
    /// Sender: flits it may still send. Receiver: flits it holds. Per VC.
    std::function<unsigned(unsigned vc)> flits;
  };
  struct Link {
    End sender, receiver;
  };
  /// `pipeline`: cycles that flits take longer than credits.
  void connect(Cycle latency, unsigned pipeline, const Link& link,
               sc_core::sc_port<ChannelInterface>& flits_out,
               sc_core::sc_port<ChannelInterface>& credits_out);
  /// SystemC wants every port bound: those of `id` that no channel of the topology is at lead to
  /// themselves, outside `links_`. `fed`: inputs that are in use. No packet goes there:
  /// route_head() refuses an output without a channel.
  void bind_unused(RouterId id, unsigned port, uint64_t fed);
  Channel& make_channel(const FlitLink& flits, const CreditLink& credits);
  Shards& shards_;
  NetworkContext& context_;  ///< the first shard's: for what is the same in all
  bool single_cycles_;
  std::vector<std::unique_ptr<Site>> sites_;
  std::vector<std::unique_ptr<Channel>> channels_;
  std::vector<Link> links_;
  std::vector<Nic*> nics_;
};

}  // namespace chokepoint
