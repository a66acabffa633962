// SPDX-License-Identifier: Apache-2.0
// Sizes of a traffic group's messages: fixed, uniform in a range, or a mixture of listed sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "sim/common/random.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

/// Integers only: the same on every machine. Shares given by data are turned into shares of
/// messages with a relative error below 2^-20.
class MessageSizes {
 public:
  static constexpr size_t kMaxSizes = 64;
  static constexpr unsigned kMaxWeight = 1000000;

  MessageSizes() = default;
  explicit MessageSizes(const TrafficConfig& group);
  /// Packets of the next message. Draws nothing if all messages are of one size.
  unsigned draw(RandomStream& random) const;
  /// Packets of every message; 0: not all are of one size.
  unsigned only() const { return sizes_.empty() && span_ == 1 ? low_ : 0; }
  unsigned largest() const { return sizes_.empty() ? low_ + span_ - 1 : largest_; }
  /// Packets of a message on average: total() / count().
  unsigned __int128 total() const { return total_; }
  uint64_t count() const { return count_; }

 private:
  unsigned low_ = 1, span_ = 1;  ///< low_ .. low_ + span_ - 1, unless there are sizes_
  std::vector<unsigned> sizes_;
  std::vector<uint64_t> bounds_;  ///< cumulated shares of messages, of count_
  unsigned largest_ = 1;
  unsigned __int128 total_ = 1;
  uint64_t count_ = 1;
};

}  // namespace chokepoint
