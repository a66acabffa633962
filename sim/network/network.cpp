// SPDX-License-Identifier: Apache-2.0
// Wiring of routers, NICs and channels.
#include "sim/network/network.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/hooks/fault_hooks.h"

namespace chokepoint {

Network::Network(sc_core::sc_module_name name, Shards& shards, const SwitchChoice& choice)
    : sc_module(name),
      shards_(shards),
      context_(shards.first()),
      single_cycles_(choice.single_cycles()) {
  NetworkContext& context = context_;
  const Topology& topology = context.topology;
  const NetworkConfig& config = context.scenario.network;
  for (RouterId r = 0; r < topology.routers(); ++r) {
    Shard& shard = shards.of(r);
    sites_.push_back(
        std::make_unique<Site>(fmt::format("site_{}", r).c_str(), shard.context, r, choice));
    shard.sites.push_back(sites_.back().get());
    for (const std::unique_ptr<Nic>& nic : group(r).nics()) nics_.push_back(nic.get());
  }
  const unsigned pipeline = config.router_latency - 1;
  // Flits of several packets take turns on a router's channels then.
  const bool tell_all = config.arbitration != Arbitration::kPacket;
  uint64_t router_channels = 0;
  const auto sender = [](Switch& router, unsigned port) -> End {
    return {router.endpoint(), port, fmt::format("router {} output {}", router.id(), port),
            [&router, port](unsigned vc) { return router.may_send(port, vc); }};
  };
  const auto receiver = [](Switch& router, unsigned port) -> End {
    return {router.endpoint(), port, fmt::format("router {} input {}", router.id(), port),
            [&router, port](unsigned vc) { return router.holds(port, vc); }};
  };
  std::vector<uint64_t> fed(topology.routers());  // inputs that some channel ends at
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const RouterId at = topology.router_of(node);
    const unsigned port = topology.port_of(node), place = node - topology.first_node(at);
    NodeGroup& group = sites_[at]->group;
    Nic& nic = *nics_[node];
    const End node_out{group.endpoint(), place, fmt::format("NIC {}", node),
                       [&nic](unsigned vc) { return nic.may_send(vc); }};
    connect(topology.injection_channel(node).latency, pipeline,
            {node_out, receiver(sites_[at]->router(), port)}, group.injection[place],
            sites_[at]->router().inputs[port]);
    fed[at] |= uint64_t{1} << port;
  }
  for (RouterId r = 0; r < topology.routers(); ++r) {
    Switch& router = sites_[r]->router();
    for (unsigned port = 0; port < topology.radix(); ++port) {
      const PortTarget target = topology.target(r, port);
      if (!target.connected) continue;
      const Cycle latency = topology.channel(r, port).latency;
      if (target.is_node) {
        const RouterId home = topology.router_of(target.node);
        NodeGroup& group = sites_[home]->group;
        const unsigned place = target.node - topology.first_node(home);
        Nic& nic = *nics_[target.node];
        const End node_in{group.endpoint(), place, fmt::format("NIC {}", nic.id()),
                          [&context, &nic](unsigned vc) {  // the sink takes other flits at once
                            const unsigned stopped =
                                context.faults ? context.faults->held_flits(nic.id(), vc) : 0u;
                            return stopped + nic.held_control(vc);
                          }};
        if (tell_all) group.endpoint().flits.expect_nothing(place);
        connect(latency, 0, {sender(router, port), node_in}, router.outputs[port],
                group.ejection[place]);
      } else {
        Switch& other = sites_[target.router]->router();
        if (tell_all) other.endpoint().flits.expect_nothing(target.port);
        connect(latency, pipeline, {sender(router, port), receiver(other, target.port)},
                router.outputs[port], other.inputs[target.port]);
        fed[target.router] |= uint64_t{1} << target.port;
        ++router_channels;
      }
    }
  }
  for (RouterId r = 0; r < topology.routers(); ++r) {
    for (unsigned port = 0; port < topology.radix(); ++port) bind_unused(r, port, fed[r]);
  }
  context.statistics.router_channels(router_channels);
  for (const std::unique_ptr<Site>& site : sites_) {
    Mechanism& mechanism = *shards.of(site->router().id()).mechanism;
    site->router().attach(mechanism.attach_router(site->router()));
  }
  for (Nic* nic : nics_) {
    Mechanism& mechanism = *shards.of(topology.router_of(nic->id())).mechanism;
    nic->attach(mechanism.attach_nic(*nic));
  }
}

void Network::bind_unused(RouterId id, unsigned port, uint64_t fed) {
  Switch& router = sites_[id]->router();
  const bool output = !context_.topology.target(id, port).connected, input = (fed >> port & 1) == 0;
  if (!output && !input) return;
  Channel& channel =
      make_channel({router.endpoint().flits.post(port, 1)}, {router.endpoint().credits, port, 1});
  if (output) router.outputs[port].bind(channel);
  if (input) router.inputs[port].bind(channel);
}

void Network::connect(Cycle latency, unsigned pipeline, const Link& link,
                      sc_core::sc_port<ChannelInterface>& flits_out,
                      sc_core::sc_port<ChannelInterface>& credits_out) {
  Channel& channel = make_channel(
      {link.receiver.endpoint.flits.post(link.receiver.port,
                                         static_cast<uint32_t>(latency + pipeline))},
      {link.sender.endpoint.credits, link.sender.port, static_cast<uint32_t>(latency)});
  links_.push_back(link);
  flits_out.bind(channel);
  credits_out.bind(channel);
}

Channel& Network::make_channel(const FlitLink& flits, const CreditLink& credits) {
  channels_.push_back(std::make_unique<Channel>(fmt::format("channel_{}", channels_.size()).c_str(),
                                                flits, credits));
  return *channels_.back();
}

void Network::enable(bool on) {
  for (const std::unique_ptr<Site>& site : sites_) {
    RouterAttachment* attachment = site->router().attachment();
    if (attachment != nullptr) attachment->enable(on);
  }
  for (Nic* nic : nics_) {
    if (nic->attachment() != nullptr) nic->attachment()->enable(on);
  }
  for (const std::unique_ptr<Site>& site : sites_) site->group.wake();
}

void Network::end_streams() const {
  for (const std::unique_ptr<Site>& site : sites_) site->end_streams();
}

void Network::finish(Cycle cycles) {
  end_streams();
  for (Nic* nic : nics_) {
    if (nic->attachment() != nullptr) nic->attachment()->finish(cycles);
  }
}

bool Network::drained() const {
  if (shards_.packets_inside() != 0 || shards_.discarding() != 0) return false;
  for (const std::unique_ptr<Site>& site : sites_) {
    if (!site->router().origination_ready()) return false;
  }
  for (const Nic* nic : nics_) {
    if (nic->queued_flits() != 0 || nic->sending() || nic->owes_packets()) return false;
  }
  return true;
}

bool Network::jobs_done() const {
  return std::all_of(nics_.begin(), nics_.end(), [](const Nic* nic) {
    return nic->workload() == nullptr || nic->workload()->done();
  });
}

JobCounts Network::job_counts() const {
  JobCounts counts;
  for (const Nic* nic : nics_) {
    if (nic->workload() != nullptr) counts.add(nic->workload()->counts());
  }
  return counts;
}

uint64_t Network::count_packets() const {
  uint64_t count = 0;
  for (const std::unique_ptr<Site>& site : sites_) {
    count += site->router().tails();
    site->group.endpoint().flits.for_each(
        [&count](const DueFlit& flit) { count += flit.tail() ? 1 : 0; });
  }
  for (const Nic* nic : nics_) count += nic->tails();
  if (context_.faults != nullptr) count += context_.faults->held_tails();
  return count - shards_.discarding();
}

void Network::check_empty() const {
  for (const std::unique_ptr<Site>& site : sites_) site->router().check_empty();
  for (const Nic* nic : nics_) nic->check_empty();
}

void Network::check_credits() const {
  end_streams();  // what is on its way can be counted then
  const unsigned depth = context_.scenario.network.vc_buffer_flits;
  const unsigned vcs = context_.layout.total;
  // What is on its way, by port and VC of the end that gets it.
  using Counts = std::vector<unsigned>;
  std::map<const Endpoint*, std::pair<Counts, Counts>> on_way;
  const auto count = [&](const Endpoint& endpoint, const CreditTable& table, unsigned ports) {
    Counts &flits = on_way[&endpoint].first, &credits = on_way[&endpoint].second;
    flits.resize(size_t{ports} * vcs);
    credits.resize(size_t{ports} * vcs);
    endpoint.flits.for_each([&](const DueFlit& flit) { ++flits[flit.port * vcs + flit.vc()]; });
    endpoint.credits.for_each(table, [&](const CreditEvent& event) {
      credits[event.port * vcs + event.vc] += event.flits;
    });
  };
  for (const std::unique_ptr<Site>& site : sites_) {
    count(site->router().endpoint(), site->router().credit_table(), site->router().radix());
    count(site->group.endpoint(), site->group.credit_table(),
          static_cast<unsigned>(site->group.nics().size()));
  }
  for (const Link& link : links_) {
    const Counts& flits = on_way.at(&link.receiver.endpoint).first;
    const Counts& credits = on_way.at(&link.sender.endpoint).second;
    for (unsigned vc = 0; vc < vcs; ++vc) {
      const unsigned sum = link.sender.flits(vc) + link.receiver.flits(vc) +
                           flits[link.receiver.port * vcs + vc] +
                           credits[link.sender.port * vcs + vc];
      if (sum == depth) continue;
      throw CheckError(fmt::format(
          "credits: {} to {}, VC {}: credits, flits on the way and flits held add up to {} of {}",
          link.sender.name, link.receiver.name, vc, sum, depth));
    }
  }
}

std::string Network::describe_wait() const {
  constexpr unsigned kMost = 16;
  std::string text;
  unsigned waiting = 0;
  end_streams();
  for (Nic* nic : nics_) {
    const std::string mechanism = nic->attachment() ? nic->attachment()->describe_wait() : "";
    if (nic->queued_flits() == 0 && !nic->sending() && !nic->owes_packets() &&
        nic->control_receiver().waiting() == 0) {
      continue;
    }
    if (++waiting > kMost) continue;
    text += fmt::format("  NIC {}:", nic->id());
    if (nic->queued_flits() != 0) text += fmt::format(" {} flits to send", nic->queued_flits());
    for (NodeId node = 0; node < nics_.size() && nic->queued_flits() != 0; ++node) {
      if (const std::optional<QueueHead> head = nic->head_of(node)) {
        text += fmt::format(", to node {} message {} from packet {} on", node, head->message,
                            head->next_packet);
      }
    }
    if (const unsigned control = nic->control_receiver().waiting()) {
      text += fmt::format(", {} control packets that the mechanism does not take", control);
    }
    text += (mechanism.empty() ? "" : "; " + mechanism) + "\n";
  }
  if (waiting > kMost) text += fmt::format("  and {} more NICs\n", waiting - kMost);
  if (context_.faults != nullptr) text += context_.faults->describe_wait();
  return text + describe_packets();
}

std::string Network::describe_packets() const {
  std::string text;
  for (const std::unique_ptr<Site>& site : sites_) text += site->router().describe_packets();
  return text;
}

}  // namespace chokepoint
