// SPDX-License-Identifier: Apache-2.0
// Wiring of routers, NICs and channels.
#include "sim/network/network.h"

#include <fmt/format.h>

namespace chokepoint {

Network::Network(sc_core::sc_module_name name, NetworkContext& context, Mechanism& mechanism,
                 const sc_core::sc_event& tick)
    : sc_module(name), context_(context) {
  const Topology& topology = context.topology;
  const NetworkConfig& config = context.scenario.network;
  for (RouterId r = 0; r < topology.routers(); ++r) {
    routers_.push_back(
        std::make_unique<Router>(fmt::format("router_{}", r).c_str(), context, r, tick));
    groups_.push_back(std::make_unique<NodeGroup>(fmt::format("nics_{}", r).c_str(), context,
                                                  topology.first_node(r), topology.nodes_at(r),
                                                  tick));
    for (const std::unique_ptr<Nic>& nic : groups_.back()->nics()) nics_.push_back(nic.get());
  }
  const unsigned pipeline = config.router_latency - 1;
  uint64_t router_channels = 0;
  const auto sender = [](Router& router, unsigned port) -> End {
    return {router.endpoint(), port, fmt::format("router {} output {}", router.id(), port),
            [&router, port](unsigned vc) { return router.may_send(port, vc); }};
  };
  const auto receiver = [](Router& router, unsigned port) -> End {
    return {router.endpoint(), port, fmt::format("router {} input {}", router.id(), port),
            [&router, port](unsigned vc) { return router.holds(port, vc); }};
  };
  for (RouterId r = 0; r < topology.routers(); ++r) {
    Router& router = *routers_[r];
    for (unsigned port = 0; port < topology.radix(); ++port) {
      const PortTarget target = topology.target(r, port);
      if (!target.connected) {
        // SystemC wants every port bound: a channel to itself, outside `links_`. A packet sent
        // there by mistake comes back, and the router refuses to send it out where it came in.
        channels_.push_back(std::make_unique<Channel>(
            fmt::format("channel_{}", channels_.size()).c_str(), config.channel_latency,
            config.channel_latency, router.endpoint(), port, router.endpoint(), port));
        router.outputs[port].bind(*channels_.back());
        router.inputs[port].bind(*channels_.back());
      } else if (target.is_node) {
        NodeGroup& group = *groups_[r];
        const unsigned index = target.node - group.nics().front()->id();
        Nic& nic = *group.nics()[index];
        const End node_in{nic.endpoint(), 0, fmt::format("NIC {}", nic.id()),
                          [](unsigned) { return 0u; }};  // the sink takes every flit at once
        const End node_out{nic.endpoint(), 0, node_in.name,
                           [&nic](unsigned vc) { return nic.may_send(vc); }};
        connect(config.node_channel_latency, 0, {sender(router, port), node_in},
                router.outputs[port], group.ejection[index]);
        connect(config.node_channel_latency, pipeline, {node_out, receiver(router, port)},
                group.injection[index], router.inputs[port]);
      } else {
        Router& other = *routers_[target.router];
        connect(config.channel_latency, pipeline,
                {sender(router, port), receiver(other, target.port)}, router.outputs[port],
                other.inputs[target.port]);
        ++router_channels;
      }
    }
  }
  context.statistics.router_channels(router_channels);
  for (const std::unique_ptr<Router>& router : routers_) {
    router->attach(mechanism.attach_router(*router));
  }
  for (Nic* nic : nics_) nic->attach(mechanism.attach_nic(*nic));
}

void Network::connect(unsigned latency, unsigned pipeline, const Link& link,
                      sc_core::sc_port<ChannelInterface>& flits_out,
                      sc_core::sc_port<ChannelInterface>& credits_out) {
  channels_.push_back(std::make_unique<Channel>(
      fmt::format("channel_{}", channels_.size()).c_str(), latency + pipeline, latency,
      link.sender.endpoint, link.sender.port, link.receiver.endpoint, link.receiver.port));
  links_.push_back(link);
  flits_out.bind(*channels_.back());
  credits_out.bind(*channels_.back());
}

void Network::enable(bool on) {
  for (const std::unique_ptr<Router>& router : routers_) {
    if (router->attachment() != nullptr) router->attachment()->enable(on);
  }
  for (Nic* nic : nics_) {
    if (nic->attachment() != nullptr) nic->attachment()->enable(on);
  }
}

void Network::finish(Cycle cycles) {
  for (Nic* nic : nics_) {
    if (nic->attachment() != nullptr) nic->attachment()->finish(cycles);
  }
}

bool Network::drained() const {
  if (context_.packets_inside() != 0 || context_.discarding != 0) return false;
  for (const Nic* nic : nics_) {
    if (nic->queued_flits() != 0 || nic->sending() || nic->owes_packets()) return false;
  }
  return true;
}

uint64_t Network::count_packets() const {
  uint64_t count = 0;
  for (const std::unique_ptr<Router>& router : routers_) count += router->tails();
  for (const Nic* nic : nics_) count += nic->tails();
  return count - context_.discarding;
}

void Network::check_empty() const {
  for (const std::unique_ptr<Router>& router : routers_) router->check_empty();
  for (const Nic* nic : nics_) nic->check_empty();
}

void Network::check_credits() const {
  const unsigned depth = context_.scenario.network.vc_buffer_flits;
  for (const Link& link : links_) {
    std::vector<unsigned> flits(context_.layout.total);
    link.receiver.endpoint.flits.for_each([&](const FlitEvent& event) {
      if (event.port == link.receiver.port) ++flits[event.vc];
    });
    link.sender.endpoint.credits.for_each([&](const CreditEvent& event) {
      if (event.port == link.sender.port) ++flits[event.vc];
    });
    for (unsigned vc = 0; vc < context_.layout.total; ++vc) {
      flits[vc] += link.sender.flits(vc) + link.receiver.flits(vc);
      if (flits[vc] == depth) continue;
      throw CheckError(fmt::format(
          "credits: {} to {}, VC {}: credits, flits on the way and flits held add up to {} of {}",
          link.sender.name, link.receiver.name, vc, flits[vc], depth));
    }
  }
}

std::string Network::describe_packets() const {
  std::string text;
  for (const std::unique_ptr<Router>& router : routers_) text += router->describe_packets();
  return text;
}

}  // namespace chokepoint
