// SPDX-License-Identifier: Apache-2.0
// The unit part of `chokepoint list`.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "sim/engine/replay.h"
#include "sim/engine/replay_unit.h"

namespace chokepoint {

namespace {

nlohmann::ordered_json to_json(const ParamList& params) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const auto& [name, value] : params) json[name] = value;
  return json;
}

nlohmann::ordered_json to_json(const std::vector<FieldInfo>& fields) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  static constexpr const char* kKinds[] = {"scalar", "lanes", "wide_lanes"};
  for (const FieldInfo& field : fields)
    json.push_back({{"name", field.name},
                    {"kind", kKinds[static_cast<int>(field.kind)]},
                    {"lanes", field.lanes},
                    {"width", field.width}});
  return json;
}

std::string to_text(const char* title, const std::vector<FieldInfo>& fields) {
  std::string text = fmt::format("  {}\n", title);
  for (const FieldInfo& field : fields)
    text += field.kind == FieldInfo::Kind::kScalar
                ? fmt::format("    {:<28} {} bit{}\n", field.name, field.width,
                              field.width == 1 ? "" : "s")
                : fmt::format("    {:<28} {} lanes of {} bit{}\n", field.name + "[i]", field.lanes,
                              field.width, field.width == 1 ? "" : "s");
  return text;
}

}  // namespace

nlohmann::ordered_json describe_units() {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (const auto& [name, info] : units()) {
    const auto unit = info.make();
    nlohmann::ordered_json variants = nlohmann::ordered_json::array();
    for (const auto& [variant, params] : unit->variants())
      variants.push_back({{"name", variant}, {"parameters", to_json(params)}});
    json.push_back({{"name", name},
                    {"summary", info.summary},
                    {"parameters", to_json(unit->params())},
                    {"inputs", to_json(unit->inputs())},
                    {"outputs", to_json(unit->outputs())},
                    {"rtl_variants", variants}});
  }
  return json;
}

std::string describe_units_text() {
  std::string text;
  for (const auto& [name, info] : units()) {
    const auto unit = info.make();
    text += fmt::format("{}: {}\n  parameters (defaults; the fields below are for these)\n    {}\n",
                        name, info.summary, describe_params(unit->params()));
    text += to_text("inputs", unit->inputs());
    text += to_text("outputs", unit->outputs());
    text += "  RTL variants\n";
    for (const auto& [variant, params] : unit->variants())
      text += fmt::format("    {:<28} {}\n", variant, describe_params(params));
    text += "\n";
  }
  return text;
}

}  // namespace chokepoint
