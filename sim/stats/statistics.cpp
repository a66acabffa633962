// SPDX-License-Identifier: Apache-2.0
// The hooks: each counts and, for the four events that matter, feeds the digest.
#include "sim/stats/statistics.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/stats/statistics_impl.h"
#include "sim/traffic/pattern.h"

namespace chokepoint {

namespace {

uint64_t count_possible_flows(const Scenario& scenario) {
  uint64_t pairs = 0;
  for (const auto& group : scenario.traffic) {
    const auto found = patterns().find(group.pattern);
    if (group.of_workload) pairs += group.sources.size() * group.destinations.size();
    if (group.of_workload || found == patterns().end()) continue;
    if (!found->second.make) {
      std::vector<uint64_t> keys;
      for (const auto& entry : group.entries) {
        keys.push_back((uint64_t{entry.source} << 32) | entry.destination);
      }
      std::sort(keys.begin(), keys.end());
      pairs += static_cast<uint64_t>(std::unique(keys.begin(), keys.end()) - keys.begin());
    } else {
      for (const NodeId node : group.sources) {
        pairs += found->second.make(scenario, group, node)->destinations();
      }
    }
  }
  return pairs;
}

}  // namespace

Statistics::Impl::Impl(const Scenario& scenario)
    : from(scenario.run.warmup),
      to(scenario.run.warmup + scenario.run.measure),
      interval(std::max<Cycle>(1, scenario.run.interval)),
      possible_flows(count_possible_flows(scenario)),
      ledger(size_t{scenario.nodes()} * 64),
      flow_index(kMaxFlows),
      throttled(kMaxFlows) {
  const Cycle total = to + scenario.run.drain;
  intervals = std::max<Cycle>(1, (total + interval - 1) / interval);
  groups.resize(scenario.traffic.size());
  for (auto& group : groups) group.intervals.resize(static_cast<size_t>(intervals));
  for (const auto& group : scenario.traffic) {
    sources.push_back(std::max<uint64_t>(1, group.sources.size()));
  }
  flows.reserve(kMaxFlows);
}

Statistics::Impl::Flow* Statistics::Impl::flow(const Packet& packet) {
  if (too_many_flows) return nullptr;
  const uint64_t key = flow_key(packet.group, packet.source, packet.destination);
  if (const uint32_t* index = flow_index.find(key)) return &flows[*index];
  if (flows.size() == kMaxFlows) {
    too_many_flows = true;
    return nullptr;
  }
  flow_index[key] = static_cast<uint32_t>(flows.size());
  flows.push_back({});
  flows.back().key = key;
  return &flows.back();
}

Statistics::Statistics(const Scenario& scenario)
    : impl_(std::make_unique<Impl>(scenario)),
      from_(scenario.run.warmup),
      length_(scenario.run.measure) {}
Statistics::~Statistics() = default;

void Statistics::name(const std::vector<std::string>& classes,
                      const std::vector<std::string>& listed,
                      const std::vector<MessageSpec>& messages) {
  for (size_t number = 0; number < classes.size(); ++number) {
    impl_->class_names.at(number) = classes[number];
  }
  impl_->listed_classes = listed;
  for (const MessageSpec& spec : messages) {
    if (spec.counted) impl_->counted_messages.emplace_back(spec.name, spec.kind);
  }
}

void Statistics::generated(Cycle now, NodeId source, NodeId destination, unsigned group,
                           unsigned flits, uint32_t number, unsigned packets) {
  if (mail_ == nullptr || !mail_->announce(destination, {source, number, packets})) {
    impl_->ledger.generated(source, number, packets);
  }
  Impl::Group& counters = impl_->groups.at(group);
  if (impl_->measured(now)) counters.generated_flits += flits;
  counters.intervals[impl_->interval_of(now)].generated_flits += flits;
}

void Statistics::injected(Cycle now, const Packet& packet) {
  impl_->digest.add(Event::kInjected, packet.id, now, packet.source);
  ++impl_->injected;
  Impl::Class& by_class = impl_->classes[number_of(packet.vc_class)];
  ++by_class.injected;
  by_class.injected_flits += packet.flits;
  if (packet.group == kControlGroup) {
    ++impl_->control_injected;
    ++impl_->of_message(packet).injected;
    return;
  }
  Impl::Group& counters = impl_->groups.at(packet.group);
  ++counters.injected;
  counters.throttled_packets += packet.throttled ? 1 : 0;
  if (packet.kind == PacketKind::kSpeculativeData) {
    ++counters.injected_speculative;
    ++counters.intervals[impl_->interval_of(now)].injected_speculative;
  }
}

void Statistics::retransmitted(Cycle, const Packet& packet) {
  if (packet.group != kControlGroup) ++impl_->groups.at(packet.group).retransmitted;
}

void Statistics::marked(Cycle now, const Packet& packet, RouterId router) {
  impl_->digest.add(Event::kMarked, packet.id, now, router);
  if (packet.group == kControlGroup) return;
  Impl::Group& counters = impl_->groups.at(packet.group);
  ++counters.marked;
  ++counters.intervals[impl_->interval_of(now)].marked;
}

void Statistics::dropped(Cycle now, const Packet& packet, RouterId router) {
  impl_->digest.add(Event::kDropped, packet.id, now, router);
  ++impl_->dropped;
  Impl::Class& by_class = impl_->classes[number_of(packet.vc_class)];
  ++by_class.dropped;
  by_class.dropped_flits += packet.flits;
  if (packet.group == kControlGroup) {
    ++impl_->control_dropped;
  } else {
    Impl::Group& counters = impl_->groups.at(packet.group);
    ++counters.dropped;
    ++counters.intervals[impl_->interval_of(now)].dropped;
  }
}

void Statistics::left(Cycle now, const Packet& packet) {
  impl_->digest.add(Event::kDelivered, packet.id, now, packet.destination);
  ++impl_->delivered;
  Impl::Class& by_class = impl_->classes[number_of(packet.vc_class)];
  ++by_class.delivered;
  by_class.delivered_flits += packet.flits;
}

void Statistics::copy_delivered(Cycle now, const Packet& packet) {
  left(now, packet);
}

void Statistics::delivered(Cycle now, const Packet& packet) {
  Impl& all = *impl_;
  left(now, packet);
  if (packet.group == kControlGroup) {
    ++all.control_delivered;
    ++all.of_message(packet).delivered;
    return;
  }
  const DeliveryLedger::Arrival arrival =
      all.ledger.delivered({packet.source, packet.message, packet.sequence_number});
  if (arrival == DeliveryLedger::Arrival::kNotExpected) {
    throw CheckError(fmt::format(
        "delivery: cycle {}: packet {:#x} of source {}, message {}, sequence number {} was "
        "delivered before, or never generated",
        now, packet.id, packet.source, packet.message, packet.sequence_number));
  }
  Impl::Group& counters = all.groups.at(packet.group);
  ++counters.delivered;
  const Cycle latency = now - packet.created;
  const bool in_window = all.measured(now);          // ejected in the window: accepted
  const bool counts = all.measured(packet.created);  // created in it: latency
  if (in_window) counters.ejected_flits += packet.flits;
  if (counts) {
    counters.latency.add(latency);
    counters.network_latency.add(now - packet.injected);
  }
  Impl::Interval& interval = counters.intervals[all.interval_of(now)];
  interval.ejected_flits += packet.flits;
  ++interval.delivered;
  interval.latency_sum += latency;
  interval.latency_max = std::max(interval.latency_max, latency);

  if (Impl::Flow* flow = all.flow(packet)) {
    ++flow->packets;
    if (in_window) flow->flits += packet.flits;
    if (counts) {
      ++flow->latency_count;
      flow->latency_sum += latency;
      flow->latency_max = std::max(flow->latency_max, latency);
    }
  }

  if (arrival == DeliveryLedger::Arrival::kMessageComplete && counts) {
    counters.message_latency.add(latency);
  }
}

void Statistics::check_all_delivered() const {
  const DeliveryLedger& ledger = impl_->ledger;
  if (const auto missing = ledger.first_missing()) {
    throw CheckError(fmt::format(
        "delivery: {} packets were generated and {} delivered in a network that is empty; the "
        "first that is missing: source {}, message {}, sequence number {}",
        ledger.packets_generated(), ledger.packets_delivered(), missing->source, missing->message,
        missing->sequence_number));
  }
}

std::string Statistics::missing() const {
  const DeliveryLedger& ledger = impl_->ledger;
  const auto first = ledger.first_missing();
  if (!first) return "";
  return fmt::format(
      "{} of {} packets were not delivered, the first of them: source {}, message {}, "
      "sequence number {}",
      ledger.packets_generated() - ledger.packets_delivered(), ledger.packets_generated(),
      first->source, first->message, first->sequence_number);
}

void Statistics::throttled_flow_cycles(NodeId source, NodeId destination, uint64_t cycles) {
  throttled_flow_cycles_ += cycles;
  if (impl_->too_many_flows) return;  // nobody will see them
  impl_->throttled[Impl::flow_key(0, source, destination)] += cycles;
}

bool Statistics::measuring(Cycle now) const {
  return impl_->measured(now);
}
uint64_t Statistics::digest() const {
  return impl_->digest.value();
}
uint64_t Statistics::packets_injected() const {
  return impl_->injected;
}
uint64_t Statistics::packets_delivered() const {
  return impl_->delivered;
}
uint64_t Statistics::packets_dropped() const {
  return impl_->dropped;
}

double Statistics::mean_latency(unsigned group) const {
  return impl_->groups.at(group).latency.mean();
}

uint64_t Statistics::ejected_flits(unsigned group) const {
  return impl_->groups.at(group).ejected_flits;
}

double Statistics::accepted(unsigned group) const {
  return static_cast<double>(ejected_flits(group)) / static_cast<double>(impl_->sources.at(group)) /
         static_cast<double>(impl_->to - impl_->from);
}

}  // namespace chokepoint
