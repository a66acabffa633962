// SPDX-License-Identifier: Apache-2.0
// The mechanism recn: registration, counters, tables.
#include "sim/mechanisms/recn/recn.h"

#include "sim/mechanisms/recn/nic_port.h"

namespace chokepoint::recn {

void NicSide::received(Cycle, const Packet& packet) {
  const auto [last, first] = last_.try_emplace(packet.source, packet.id);
  if (first) return;
  if (packet.id < last->second) ++counters_.out_of_order;
  last->second = std::max(last->second, packet.id);
}

namespace {

/// By router and input.
std::vector<std::vector<Upstream>> upstreams(const Topology& topology, bool nics_hear) {
  std::vector<std::vector<Upstream>> all(topology.routers(),
                                         std::vector<Upstream>(topology.radix()));
  for (RouterId router = 0; router < topology.routers(); ++router) {
    for (unsigned port = 0; port < topology.radix(); ++port) {
      const PortTarget target = topology.target(router, port);
      if (target.connected && !target.is_node)
        all[target.router][target.port] = {true, WirePlace::router(router), port};
    }
  }
  for (NodeId node = 0; nics_hear && node < topology.nodes(); ++node) {
    all[topology.router_of(node)][topology.port_of(node)] = {true, WirePlace::nic(node), 0};
  }
  return all;
}

class Recn : public Mechanism {
 public:
  explicit Recn(const Scenario& scenario) : scenario_(scenario), config_(scenario) {
    counters_.saq_packets.resize(scenario.traffic.size());
  }
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    if (!history_) {
      upstreams_ = upstreams(router.context().topology, config_.nic_saqs);
      history_ = std::make_unique<History>(router.context().routing.turn_pool().turn_bits);
    }
    auto side = std::make_unique<RouterSide>(config_, router, scenario_.engine,
                                             upstreams_.at(router.id()), counters_, *history_);
    sides_.push_back(side.get());
    return side;
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    std::unique_ptr<NicSide> side;
    if (config_.nic_saqs) {
      side = std::make_unique<NicPort>(config_, nic, scenario_.engine, counters_);
    } else {
      side = std::make_unique<NicSide>(counters_);
    }
    nics_.push_back(side.get());
    return side;
  }
  bool makes_queues() const override { return true; }

  std::map<std::string, uint64_t> counters() const override {
    uint64_t in_use = 0, nics_in_use = 0;
    for (const RouterSide* side : sides_) in_use += side->saqs();
    for (const NicSide* side : nics_) nics_in_use += side->saqs();
    std::map<std::string, uint64_t> all = {{"notifications", counters_.notifications},
                                           {"accepted", counters_.accepted},
                                           {"refused", counters_.refused},
                                           {"refused_by_nodes", counters_.refused_by_nodes},
                                           {"detections", counters_.detections},
                                           {"xoffs", counters_.xoffs},
                                           {"xons", counters_.xons},
                                           {"saqs_made", counters_.made},
                                           {"saqs_freed", counters_.freed},
                                           {"saqs_at_end", in_use},
                                           {"nic_saqs_made", counters_.nic_made},
                                           {"nic_saqs_at_end", nics_in_use},
                                           {"nic_saq_packets", counters_.nic_packets},
                                           {"exhausted", counters_.exhausted},
                                           {"packets_astray", counters_.packets_astray},
                                           {"out_of_order", counters_.out_of_order}};
    for (size_t group = 0; group < counters_.saq_packets.size(); ++group) {
      all["saq_packets." + scenario_.traffic[group].name] += counters_.saq_packets[group];
    }
    return all;
  }
  std::map<std::string, std::string> tables() const override {
    if (!history_) return {};
    return {{"recn.csv", history_->over_time()}, {"recn_saqs.csv", history_->lives()}};
  }

 private:
  const Scenario& scenario_;
  const Config config_;
  Counters counters_;
  std::unique_ptr<History> history_;
  std::vector<std::vector<Upstream>> upstreams_;
  std::vector<const RouterSide*> sides_;
  std::vector<const NicSide*> nics_;
};

const MechanismRegistration registration{{
    "recn",
    "congested packets wait in set-aside queues of the ports on their way, so that others do not "
    "wait behind them",
    keys(),
    [](const Scenario& scenario) { return std::make_unique<Recn>(scenario); },
    check,
}};

}  // namespace
}  // namespace chokepoint::recn
