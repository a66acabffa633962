// SPDX-License-Identifier: Apache-2.0
// Names and text forms of fields and parameters.
#include "sim/engine/fields.h"

#include <fmt/format.h>

namespace chokepoint {

std::string describe_params(const std::vector<std::pair<std::string, unsigned>>& params,
                            const char* separator) {
  std::string text;
  for (const auto& [name, value] : params) {
    if (!text.empty()) text += separator;
    text += fmt::format("{}={}", name, value);
  }
  return text;
}

std::vector<std::string> column_names(const FieldInfo& field) {
  if (field.kind == FieldInfo::Kind::kScalar) return {field.name};
  std::vector<std::string> names;
  for (unsigned i = 0; i < field.lanes; ++i) names.push_back(fmt::format("{}[{}]", field.name, i));
  return names;
}

std::string format_lane(const FieldInfo& field, const uint64_t* lane) {
  if (field.kind != FieldInfo::Kind::kWide) return std::to_string(*lane);
  unsigned top = field.words;
  while (top > 1 && lane[top - 1] == 0) --top;
  std::string text = fmt::format("0x{:x}", lane[top - 1]);
  while (--top > 0) text += fmt::format("{:016x}", lane[top - 1]);
  return text;
}

}  // namespace chokepoint
