// SPDX-License-Identifier: Apache-2.0
// Lists of cache lines.
#include "sim/common/state_lines.h"

#include <algorithm>

namespace chokepoint {

void StateLines::add(const void* at, size_t bytes) {
  const uintptr_t first = reinterpret_cast<uintptr_t>(at);
  for (uintptr_t line = first / kLine; line * kLine < first + bytes; ++line) group_.push_back(line);
}

void StateLines::leave_out(const void* at, size_t bytes) {
  const uintptr_t from = (reinterpret_cast<uintptr_t>(at) + kLine - 1) / kLine;
  const uintptr_t to = (reinterpret_cast<uintptr_t>(at) + bytes) / kLine;
  group_.erase(std::remove_if(group_.begin(), group_.end(),
                              [=](uintptr_t line) { return from <= line && line < to; }),
               group_.end());
}

void StateLines::end_group() {
  std::sort(group_.begin(), group_.end());
  group_.erase(std::unique(group_.begin(), group_.end()), group_.end());
  // The first group is in the middle: half of what 32 bits name lies below, 128 GiB.
  if (lines_.empty() && !group_.empty()) base_ = group_.front() - (uintptr_t{1} << 31);
  for (const uintptr_t line : group_) {
    // What is further away is not asked for, which costs time and nothing else.
    if (line - base_ <= UINT32_MAX) lines_.push_back(static_cast<uint32_t>(line - base_));
  }
  ends_.push_back(static_cast<uint32_t>(lines_.size()));
  group_.clear();
}

}  // namespace chokepoint
