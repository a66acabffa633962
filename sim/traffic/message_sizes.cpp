// SPDX-License-Identifier: Apache-2.0
// Shares of message sizes as integers.
#include "sim/traffic/message_sizes.h"

#include <algorithm>

namespace chokepoint {

MessageSizes::MessageSizes(const TrafficConfig& group) : sizes_(group.message_sizes) {
  if (sizes_.empty()) {
    low_ = group.message_packets;
    span_ = std::max(low_, group.message_packets_max) - low_ + 1;
    total_ = 2 * uint64_t{low_} + span_ - 1;
    count_ = 2;
    return;
  }
  total_ = count_ = 0;
  for (size_t i = 0; i < sizes_.size(); ++i) {
    uint64_t share = group.message_weights.empty() ? 1 : group.message_weights.at(i);
    // 20 bits of weight + 36, 64 of them: the sum stays below 2^62
    if (group.message_weights_by == WeightsBy::kData) share = (share << 36) / sizes_[i];
    count_ += share;
    bounds_.push_back(count_);
    total_ += static_cast<unsigned __int128>(share) * sizes_[i];
    largest_ = std::max(largest_, sizes_[i]);
  }
}

unsigned MessageSizes::draw(RandomStream& random) const {
  if (sizes_.empty()) {
    return span_ == 1 ? low_ : low_ + static_cast<unsigned>(random.below(span_));
  }
  const auto at = std::upper_bound(bounds_.begin(), bounds_.end(), random.below(count_));
  return sizes_[static_cast<size_t>(at - bounds_.begin())];
}

}  // namespace chokepoint
