// SPDX-License-Identifier: Apache-2.0
// Statistics of several threads become one: sums, and the largest of what is a maximum.
#include <algorithm>

#include "sim/stats/statistics_impl.h"

namespace chokepoint {

void Statistics::collect(DeliveryMail& mail, uint64_t tick) {
  std::vector<DeliveryMail::Message>& messages = mail.announced(mail_->own(), tick);
  for (const DeliveryMail::Message& message : messages) {
    impl_->ledger.generated(message.source, message.number, message.packets);
  }
  messages.clear();
}

namespace {

template <class Interval>
void add(Interval& sum, const Interval& other) {
  sum.generated_flits += other.generated_flits;
  sum.ejected_flits += other.ejected_flits;
  sum.delivered += other.delivered;
  sum.marked += other.marked;
  sum.latency_sum += other.latency_sum;
  sum.latency_max = std::max(sum.latency_max, other.latency_max);
  sum.injected_speculative += other.injected_speculative;
  sum.dropped += other.dropped;
}

}  // namespace

void GroupCounts::merge(const GroupCounts& other) {
  generated_flits += other.generated_flits;
  ejected_flits += other.ejected_flits;
  injected += other.injected;
  delivered += other.delivered;
  dropped += other.dropped;
  retransmitted += other.retransmitted;
  marked += other.marked;
  throttled_packets += other.throttled_packets;
  injected_speculative += other.injected_speculative;
  latency.merge(other.latency);
  message_latency.merge(other.message_latency);
  network_latency.merge(other.network_latency);
  for (size_t i = 0; i < intervals.size(); ++i) add(intervals[i], other.intervals[i]);
}

void ClassCounts::merge(const ClassCounts& other) {
  injected += other.injected;
  injected_flits += other.injected_flits;
  dropped += other.dropped;
  dropped_flits += other.dropped_flits;
  delivered += other.delivered;
  delivered_flits += other.delivered_flits;
}

/// A flow has one destination, and so is known to one of them only.
void Statistics::Impl::merge_flows(const Impl& other) {
  too_many_flows =
      too_many_flows || other.too_many_flows || flows.size() + other.flows.size() > kMaxFlows;
  if (too_many_flows) return;
  for (const Flow& flow : other.flows) {
    flow_index[flow.key] = static_cast<uint32_t>(flows.size());
    flows.push_back(flow);
  }
  other.throttled.for_each([this](uint64_t key, uint64_t cycles) { throttled[key] += cycles; });
}

void Statistics::merge(const Statistics& other) {
  const Impl& from = *other.impl_;
  impl_->digest.add(from.digest);
  for (size_t g = 0; g < from.groups.size(); ++g) impl_->groups[g].merge(from.groups[g]);
  for (size_t c = 0; c < from.classes.size(); ++c) impl_->classes[c].merge(from.classes[c]);
  for (size_t m = 0; m < from.messages.size(); ++m) {
    impl_->messages[m].injected += from.messages[m].injected;
    impl_->messages[m].delivered += from.messages[m].delivered;
  }
  impl_->injected += from.injected;
  impl_->delivered += from.delivered;
  impl_->dropped += from.dropped;
  impl_->control_injected += from.control_injected;
  impl_->control_delivered += from.control_delivered;
  impl_->control_dropped += from.control_dropped;
  impl_->ledger.merge(from.ledger);
  impl_->merge_flows(from);
  flit_hops_ += other.flit_hops_;
  throttled_flow_cycles_ += other.throttled_flow_cycles_;
  for (size_t c = 0; c < kVcClasses; ++c) {
    channel_flits_[c] += other.channel_flits_[c];
    ejection_flits_[c] += other.ejection_flits_[c];
    wasted_flit_hops_[c] += other.wasted_flit_hops_[c];
  }
}

}  // namespace chokepoint
