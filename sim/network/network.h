// SPDX-License-Identifier: Apache-2.0
// The whole network of a run: routers, NICs and channels, wired as the topology says.
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "sim/network/nic.h"
#include "sim/network/router.h"

namespace chokepoint {

class Network : public sc_core::sc_module {
 public:
  Network(sc_core::sc_module_name name, NetworkContext& context, Mechanism& mechanism,
          const sc_core::sc_event& tick);

  std::vector<std::unique_ptr<Router>>& routers() { return routers_; }
  Nic& nic(NodeId node) { return *nics_[node]; }
  unsigned nodes() const { return static_cast<unsigned>(nics_.size()); }
  /// Switches the mechanism on or off everywhere.
  void enable(bool on);
  /// Packets that wait in send queues or are inside.
  bool drained() const;
  /// Packets found inside, by looking for their tails: in routers, on channels, in NICs that send them.
  uint64_t count_packets() const;
  /// After drained(): every credit is back and every buffer empty, or CheckError.
  void check_empty() const;
  std::string describe_packets() const;

 private:
  void connect(unsigned latency, Endpoint& sender, unsigned sender_port, Endpoint& receiver,
               unsigned receiver_port, sc_core::sc_port<ChannelInterface>& flits_out,
               sc_core::sc_port<ChannelInterface>& credits_out);
  NetworkContext& context_;
  std::vector<std::unique_ptr<Router>> routers_;
  std::vector<std::unique_ptr<NodeGroup>> groups_;
  std::vector<std::unique_ptr<Channel>> channels_;
  std::vector<Nic*> nics_;
};

}  // namespace chokepoint
