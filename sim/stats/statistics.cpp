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
    : window(scenario.run),
      possible_flows(count_possible_flows(scenario)),
      ledger(size_t{scenario.nodes()} * 64) {
  groups.resize(scenario.traffic.size());
  for (auto& group : groups) group.intervals.resize(static_cast<size_t>(window.intervals));
  for (const auto& group : scenario.traffic) {
    sources.push_back(std::max<uint64_t>(1, group.sources.size()));
  }
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
  const RunWindow& window = impl_->window;
  impl_->groups.at(group).generate(flits, window.measured(now), window.interval_of(now));
}

void Statistics::injected(Cycle now, const Packet& packet) {
  impl_->digest.add(Event::kInjected, packet.id, now, packet.source);
  ++impl_->packets.injected;
  impl_->classes[number_of(packet.vc_class)].inject(packet);
  if (packet.group == kControlGroup) {
    ++impl_->control.injected;
    ++impl_->of_message(packet).injected;
    return;
  }
  impl_->groups.at(packet.group).inject(packet, impl_->window, now);
}

void Statistics::retransmitted(Cycle, const Packet& packet) {
  if (packet.group != kControlGroup) ++impl_->groups.at(packet.group).retransmitted;
}

void Statistics::marked(Cycle now, const Packet& packet, RouterId router) {
  impl_->digest.add(Event::kMarked, packet.id, now, router);
  if (packet.group == kControlGroup) return;
  impl_->groups.at(packet.group).mark(impl_->window.interval_of(now));
}

void Statistics::dropped(Cycle now, const Packet& packet, RouterId router) {
  impl_->digest.add(Event::kDropped, packet.id, now, router);
  ++impl_->packets.dropped;
  impl_->classes[number_of(packet.vc_class)].drop(packet);
  if (packet.group == kControlGroup) {
    ++impl_->control.dropped;
  } else {
    impl_->groups.at(packet.group).drop(impl_->window.interval_of(now));
  }
}

void Statistics::left(Cycle now, const Packet& packet) {
  impl_->digest.add(Event::kDelivered, packet.id, now, packet.destination);
  ++impl_->packets.delivered;
  impl_->classes[number_of(packet.vc_class)].deliver(packet);
}

void Statistics::copy_delivered(Cycle now, const Packet& packet) {
  left(now, packet);
}

void Statistics::delivered(Cycle now, const Packet& packet) {
  Impl& all = *impl_;
  left(now, packet);
  if (packet.group == kControlGroup) {
    ++all.control.delivered;
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
  const DeliveredPacket delivered(all.window, packet, now);
  const bool last = arrival == DeliveryLedger::Arrival::kMessageComplete;
  all.groups.at(packet.group).deliver(delivered, last);
  all.flows.deliver(packet, delivered);
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
  impl_->flows.throttle(source, destination, cycles);
}

void Statistics::measure_until(Cycle end) {
  impl_->window.to = std::clamp(end, from_, impl_->window.to);
  length_ = impl_->window.to - from_;
}

bool Statistics::measuring(Cycle now) const {
  return impl_->window.measured(now);
}
uint64_t Statistics::digest() const {
  return impl_->digest.value();
}
uint64_t Statistics::packets_injected() const {
  return impl_->packets.injected;
}
uint64_t Statistics::packets_delivered() const {
  return impl_->packets.delivered;
}
uint64_t Statistics::packets_dropped() const {
  return impl_->packets.dropped;
}

double Statistics::mean_latency(unsigned group) const {
  return impl_->groups.at(group).latency.mean();
}

uint64_t Statistics::ejected_flits(unsigned group) const {
  return impl_->groups.at(group).ejected_flits;
}

double Statistics::accepted(unsigned group) const {
  return static_cast<double>(ejected_flits(group)) / static_cast<double>(impl_->sources.at(group)) /
         static_cast<double>(impl_->window.to - impl_->window.from);
}

}  // namespace chokepoint
