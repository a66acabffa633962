// SPDX-License-Identifier: Apache-2.0
#include "sim/units/cbcm/source_list.h"

#include <algorithm>

namespace chokepoint {

SourceList::SourceList(unsigned size, unsigned granularity_shift)
    : granularity_shift_(granularity_shift),
      bits_((size + 63) / 64),
      told_(granularity_shift > 0 ? size : 0) {}

void SourceList::clear() {
  std::fill(bits_.begin(), bits_.end(), 0);
  clear_told();
  population_ = 0;
  under_way_ = waiting_ = Operation{};
}

void SourceList::clear_told() {
  std::fill(told_.begin(), told_.end(), 0);
}

bool SourceList::changes() const {
  const uint32_t number = under_way_.source >> granularity_shift_;
  if (!under_way_.valid) return false;
  if (!under_way_.removes) return !bit(number);
  return bit(number) && (told_.empty() || told_[number] != 0);
}

bool SourceList::carry_out() {
  const uint32_t number = under_way_.source >> granularity_shift_;
  if (under_way_.removes && !told_.empty() && --told_[number] != 0) return false;
  bits_[number / 64] ^= uint64_t{1} << (number % 64);
  population_ += under_way_.removes ? -1 : 1;
  return true;
}

void SourceList::enter(bool packet, uint32_t packet_source, bool unthrottle,
                       uint32_t unthrottle_source) {
  const Operation add{packet, false, packet_source}, remove{unthrottle, true, unthrottle_source};
  if (waiting_.valid && (unthrottle || !packet)) {
    under_way_ = waiting_;
    waiting_ = remove;
  } else if (packet) {
    under_way_ = add;
    if (unthrottle) waiting_ = remove;
  } else {
    under_way_ = remove;
  }
}

void SourceList::count(uint32_t source) {
  if (!told_.empty() && listed(source)) ++told_[source >> granularity_shift_];
}

}  // namespace chokepoint
