// SPDX-License-Identifier: Apache-2.0
// Reads docs/reference/generated/cost.json.
#include "sim/cli/area_cost.h"

#include <fmt/format.h>

#include <cctype>
#include <nlohmann/json.hpp>

#include "sim/common/printable.h"
#include "sim/common/read_file.h"
#include "sim/common/types.h"
#include "sim/engine/replay.h"

namespace chokepoint::cli {

namespace {

using Json = nlohmann::ordered_json;

/// NumSamples is num_samples on the command line.
std::string snake_case(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !text.empty()) text += '_';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

/// Parameters and defaults of every unit that the program has.
std::map<std::string, AreaValues> unit_defaults() {
  std::map<std::string, AreaValues> result;
  for (const auto& unit : describe_units()) {
    AreaValues& values = result[unit.at("name").get<std::string>()];
    for (const auto& [name, value] : unit.at("parameters").items()) {
      values[snake_case(name)] = value.get<uint64_t>();
    }
  }
  return result;
}

std::string content(const std::string& path) {
  std::string text = read_file(path);
  if (text.empty()) throw InputError(path + ": cannot be read: the file is empty");
  return text;
}

/// get<uint64_t>() would take -1, 1e300 and true as well.
uint64_t whole_number(const std::string& path, const std::string& name, const Json& value) {
  if (value.is_number_unsigned()) return value.get<uint64_t>();
  throw InputError(
      fmt::format("{}: {}: {} is no whole number", path, in_one_line(name),
                  shortened(value.dump(-1, ' ', true, Json::error_handler_t::replace))));
}

}  // namespace

std::vector<CostRecord> read_cost(const std::string& path) {
  const std::string text = content(path);
  const auto defaults = unit_defaults();
  std::vector<CostRecord> records;
  try {
    const Json json = Json::parse(text);
    for (const auto& item : json.at("records")) {
      CostRecord record;
      record.unit = item.at("unit").get<std::string>();
      const auto known = defaults.find(record.unit);
      if (known == defaults.end()) continue;  // measured, but no unit of a mechanism
      record.defaults = known->second;
      for (const auto& [name, value] : item.at("parameters").items()) {
        record.given[snake_case(name)] = whole_number(path, name, value);
      }
      if (!item.contains("cells")) continue;  // synthesis did not finish, or did not run yet
      record.cells = whole_number(path, "cells", item["cells"]);
      if (item.contains("transistors") && item["transistors"].is_number()) {
        record.transistors = whole_number(path, "transistors", item["transistors"]);
      }
      records.push_back(std::move(record));
    }
  } catch (const nlohmann::json::exception& error) {
    throw InputError(
        fmt::format("{}: is no table of measured costs (`make synth` writes "
                    "one): {}",
                    path, error.what()));
  }
  return records;
}

bool measured_at(const CostRecord& record, const std::string& unit, const AreaValues& values,
                 const std::string& except) {
  if (record.unit != unit) return false;
  if (!except.empty() && !record.has(except)) return false;
  for (const auto& [name, value] : values) {
    if (name != except && record.has(name) && record.value(name) != value) return false;
  }
  // What `area` does not vary has the unit's default in the mechanism.
  for (const auto& [name, value] : record.given) {
    if (values.count(name) != 0) continue;
    const auto standard = record.defaults.find(name);
    if (standard == record.defaults.end() || standard->second != value) return false;
  }
  return true;
}

}  // namespace chokepoint::cli
