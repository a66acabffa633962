// SPDX-License-Identifier: Apache-2.0
// A scenario as written: keys and values with where each stands, before any check of meaning.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "sim/reader/keys.h"

namespace chokepoint {

struct RawValue {
  KeyValue value;
  std::string origin;  ///< "file:line" or "--set key=value"
  bool overridden = false;
};

struct RawTable {
  std::string origin;  ///< of the table's head
  std::map<std::string, RawValue> values;
  const RawValue* find(const std::string& key) const {
    const auto at = values.find(key);
    return at == values.end() ? nullptr : &at->second;
  }
};

struct RawScenario {
  std::string path;
  std::map<std::string, RawTable>
      tables;  ///< network, routing, mechanism, workload, run, wave; "": top level
  std::vector<RawTable> traffic;
  std::vector<RawTable> faults;
};

/// Errors that are reported together, one per line.
class Problems {
 public:
  void add(const std::string& origin, const std::string& key, const std::string& what);
  void throw_if_any() const;
  size_t count() const { return lines_.size(); }
  /// More would help nobody.
  bool full() const { return lines_.size() >= 100; }

 private:
  std::vector<std::string> lines_;
};

/// Parses TOML. Syntax errors, unknown tables and wrong kinds of tables are errors.
RawScenario parse_toml(const std::string& text, const std::string& path);

/// Applies "section.key=value", "traffic.GROUP.key=value" and "fault.NUMBER.key=value".
void apply_override(RawScenario& raw, const std::string& setting);

}  // namespace chokepoint
