// SPDX-License-Identifier: Apache-2.0
// Reads back what an FST file holds: its signals, times, and the value changes of chosen signals.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace chokepoint {

class FstIndex {
 public:
  struct Entry {
    std::string shown;  ///< as GTKWave spells it, with a bit range if it has one
    unsigned width = 1;
    uint32_t handle = 0;
    bool has_enum = false;
    bool active = false;   ///< has a value other than 0 at some time
    bool changes = false;  ///< has more than its first value
  };
  /// (time, value as binary digits)
  using Changes = std::vector<std::pair<uint64_t, std::string>>;

  /// Throws std::runtime_error if `path` is no complete FST.
  explicit FstIndex(const std::string& path);

  /// By dotted path without bit range; null if the file has no such signal.
  const Entry* find(const std::string& dotted) const;
  const std::map<std::string, Entry>& entries() const { return entries_; }
  uint64_t start() const { return start_; }
  uint64_t end() const { return end_; }
  int timescale() const { return timescale_; }  ///< power of ten of a second
  /// All value changes of one signal in the order of time.
  Changes changes(const std::string& dotted) const;

 private:
  std::string path_;
  std::map<std::string, Entry> entries_;
  uint64_t start_ = 0, end_ = 0;
  int timescale_ = 0;
};

}  // namespace chokepoint
