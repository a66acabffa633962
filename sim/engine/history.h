// SPDX-License-Identifier: Apache-2.0
// Every input of a unit since reset, kept as the changes from clock to clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace chokepoint {

/// Rows of words of equal length. A row costs a byte plus a few per word that changed.
class WordHistory {
 public:
  void append(const std::vector<uint64_t>& row);
  /// Calls `use` with each row in order.
  void replay(const std::function<void(const std::vector<uint64_t>&)>& use) const;
  std::size_t rows() const { return rows_; }
  std::size_t bytes() const { return bytes_.size(); }

 private:
  void put(uint64_t value);
  std::vector<uint64_t> last_;
  std::vector<uint8_t> bytes_;
  std::size_t rows_ = 0;
};

}  // namespace chokepoint
