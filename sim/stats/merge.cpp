// SPDX-License-Identifier: Apache-2.0
// Statistics of several threads become one.
#include "sim/stats/statistics_impl.h"

namespace chokepoint {

void Statistics::collect(DeliveryMail& mail, uint64_t tick) {
  std::vector<DeliveryMail::Message>& messages = mail.announced(mail_->own(), tick);
  for (const DeliveryMail::Message& message : messages) {
    impl_->ledger.generated(message.source, message.number, message.packets);
  }
  messages.clear();
}

void Statistics::merge(const Statistics& other) {
  const Impl& from = *other.impl_;
  impl_->digest.add(from.digest);
  for (size_t g = 0; g < from.groups.size(); ++g) impl_->groups[g].merge(from.groups[g]);
  for (size_t c = 0; c < from.classes.size(); ++c) impl_->classes[c].merge(from.classes[c]);
  for (size_t m = 0; m < from.messages.size(); ++m) impl_->messages[m].merge(from.messages[m]);
  impl_->packets.merge(from.packets);
  impl_->control.merge(from.control);
  impl_->ledger.merge(from.ledger);
  impl_->flows.merge(from.flows);
  flit_hops_ += other.flit_hops_;
  throttled_flow_cycles_ += other.throttled_flow_cycles_;
  for (size_t c = 0; c < kVcClasses; ++c) {
    channel_flits_[c] += other.channel_flits_[c];
    ejection_flits_[c] += other.ejection_flits_[c];
    wasted_flit_hops_[c] += other.wasted_flit_hops_[c];
  }
}

}  // namespace chokepoint
