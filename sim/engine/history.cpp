// SPDX-License-Identifier: Apache-2.0
// Variable-length coding of the rows: count of changed words, then (distance, difference) each.
#include "sim/engine/history.h"

namespace chokepoint {

void WordHistory::put(uint64_t value) {
  while (value >= 0x80) {
    bytes_.push_back(static_cast<uint8_t>(value | 0x80));
    value >>= 7;
  }
  bytes_.push_back(static_cast<uint8_t>(value));
}

namespace {
// A difference modulo 2^64 with its sign in bit 0: time stamps go up by small steps.
uint64_t fold(uint64_t difference) { return (difference << 1) ^ (0 - (difference >> 63)); }
uint64_t unfold(uint64_t folded) { return (folded >> 1) ^ (0 - (folded & 1)); }
}  // namespace

void WordHistory::append(const std::vector<uint64_t>& row) {
  last_.resize(row.size());
  uint64_t changed = 0;
  for (std::size_t i = 0; i < row.size(); ++i) changed += row[i] != last_[i];
  put(changed);
  std::size_t position = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (row[i] == last_[i]) continue;
    put(i - position);
    put(fold(row[i] - last_[i]));
    position = i + 1;
    last_[i] = row[i];
  }
  ++rows_;
}

void WordHistory::replay(const std::function<void(const std::vector<uint64_t>&)>& use) const {
  std::vector<uint64_t> row(last_.size());
  std::size_t at = 0;
  const auto get = [&] {
    uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const uint8_t byte = bytes_[at++];
      value |= uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) return value;
    }
  };
  for (std::size_t r = 0; r < rows_; ++r) {
    std::size_t position = 0;
    for (uint64_t left = get(); left > 0; --left) {
      position += get();
      row[position++] += unfold(get());
    }
    use(row);
  }
}

}  // namespace chokepoint
