// SPDX-License-Identifier: Apache-2.0
// A sweep as CSV, as JSON and as a table.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sim/cli/area_sweep.h"

namespace chokepoint::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string number(const std::optional<uint64_t>& value) {
  return value ? std::to_string(*value) : "";
}

Json number_json(const std::optional<uint64_t>& value) {
  return value ? Json(*value) : Json(nullptr);
}

std::optional<uint64_t> cells(const CostRecord* record) {
  if (record == nullptr) return std::nullopt;
  return record->cells;
}

std::optional<uint64_t> transistors(const CostRecord* record) {
  return record == nullptr ? std::nullopt : record->transistors;
}

Json unit_json(const AreaUnit& unit, const CostRecord* record) {
  Json json;
  json["place"] = unit.place;
  json["name"] = unit.name;
  json["depth"] = unit.depth;
  json["sample_bits"] = unit.sample_bits;
  json["state_bits"] = unit.state_bits;
  json["pipeline_bits"] = unit.pipeline_bits;
  json["total_bits"] = unit.total_bits();
  json["paper_bits"] = number_json(unit.paper_bits);
  json["cells"] = number_json(cells(record));
  json["transistors"] = number_json(transistors(record));
  return json;
}

/// Bits of what stands in one place: of its outermost units, which contain the others.
uint64_t place_bits(const std::vector<AreaUnit>& units, const std::string& place) {
  uint64_t bits = 0;
  for (const auto& unit : units) {
    if (unit.place == place && unit.depth == 0) bits += unit.total_bits();
  }
  return bits;
}

std::vector<std::string> places(const std::vector<AreaUnit>& units) {
  std::vector<std::string> names;
  for (const auto& unit : units) {
    if (std::find(names.begin(), names.end(), unit.place) == names.end()) {
      names.push_back(unit.place);
    }
  }
  return names;
}

Json axis_json(const SweepAxis& axis) {
  Json json;
  json["name"] = axis.name;
  json["doc"] = axis.doc;
  json["skipped"] = Json::array();
  for (const auto& [value, why] : axis.skipped) {
    json["skipped"].push_back({{"value", value}, {"why", why}});
  }
  json["points"] = Json::array();
  for (const auto& point : axis.points) {
    Json list = Json::array();
    for (size_t i = 0; i < point.units.size(); ++i) {
      list.push_back(unit_json(point.units[i], point.cost[i]));
    }
    json["points"].push_back({{"value", point.value}, {"units", std::move(list)}});
  }
  return json;
}

}  // namespace

std::string sweep_csv(const Sweep& sweep) {
  std::string text = "varied,value";
  for (const auto& [name, value] : sweep.chosen) text += "," + name;
  text +=
      ",place,unit,part_depth,sample_bits,state_bits,pipeline_bits,total_bits,paper_bits,"
      "cells,transistors\n";
  for (const auto& axis : sweep.axes) {
    for (const auto& point : axis.points) {
      for (size_t i = 0; i < point.units.size(); ++i) {
        const AreaUnit& unit = point.units[i];
        text += fmt::format("{},{}", axis.name, point.value);
        for (const auto& [name, value] : sweep.chosen) {
          text += fmt::format(",{}", name == axis.name ? point.value : value);
        }
        text += fmt::format(",{},{},{},{},{},{},{},{},{},{}\n", unit.place, unit.name, unit.depth,
                            unit.sample_bits, unit.state_bits, unit.pipeline_bits,
                            unit.total_bits(), number(unit.paper_bits),
                            number(cells(point.cost[i])), number(transistors(point.cost[i])));
      }
    }
  }
  return text;
}

std::string sweep_json(const Sweep& sweep) {
  Json json;
  json["mechanism"] = sweep.mechanism;
  json["chosen"] = sweep.chosen;
  json["paper"]["parameters"] = sweep.paper;
  json["paper"]["units"] = Json::array();
  for (const auto& unit : sweep.paper_units) {
    if (!unit.paper_bits) continue;
    json["paper"]["units"].push_back({{"place", unit.place},
                                      {"name", unit.name},
                                      {"paper_bits", *unit.paper_bits},
                                      {"formula", unit.paper_formula}});
  }
  json["cost"] = {{"file", sweep.cost_file}, {"found", sweep.cost_found}};
  json["axes"] = Json::array();
  for (const auto& axis : sweep.axes) json["axes"].push_back(axis_json(axis));
  return json.dump(1) + "\n";
}

std::string sweep_table(const Sweep& sweep) {
  std::string text = fmt::format("mechanism {} around:", sweep.mechanism);
  for (const auto& [name, value] : sweep.chosen) text += fmt::format(" {}={}", name, value);
  text += fmt::format("\n\nstorage in bits, one parameter varied at a time\n{:<24}{:>14}", "", "");
  std::vector<std::string> columns;
  for (const auto& axis : sweep.axes) {
    for (const auto& name : places(axis.points.front().units)) {
      if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
    }
  }
  for (const auto& name : columns) text += fmt::format(" {:>20}", "per " + name);
  text += fmt::format(" {:>9}\n", "measured");
  for (const auto& axis : sweep.axes) {
    const SweepPoint& first = axis.points.front();
    const SweepPoint& last = axis.points.back();
    text +=
        fmt::format("  {:<22}{:>14}", axis.name, fmt::format("{} to {}", first.value, last.value));
    for (const auto& name : columns) {
      const uint64_t low = place_bits(first.units, name), high = place_bits(last.units, name);
      text += fmt::format(" {:>20}",
                          low == high ? std::to_string(low) : fmt::format("{} to {}", low, high));
    }
    size_t measured = 0;
    for (const auto& point : axis.points) {
      for (const auto* record : point.cost) measured += record != nullptr;
    }
    text += fmt::format(" {:>9}\n", measured);
  }
  text +=
      "\nmeasured: units and values along the line whose cells `make synth` has measured.\n"
      "Ends of each line only; sweep.csv holds every value and every unit.\n";
  return text;
}

}  // namespace chokepoint::cli
