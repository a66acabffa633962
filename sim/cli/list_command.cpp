// SPDX-License-Identifier: Apache-2.0
// `chokepoint list`: units, mechanisms, patterns, workloads and every scenario key with default,
// unit and meaning.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/cli/commands.h"
#include "sim/engine/replay.h"
#include "sim/hooks/mechanism.h"
#include "sim/packet/message_fields.h"
#include "sim/reader/checks.h"
#include "sim/reader/keys.h"
#include "sim/routing/routing_function.h"
#include "sim/switch/switching/registry.h"
#include "sim/topology/topology.h"
#include "sim/traffic/pattern.h"
#include "sim/workload/workload.h"

namespace chokepoint::cli {

namespace {

using Json = nlohmann::ordered_json;

Json value_json(const KeyValue& value) {
  return std::visit(
      [](const auto& v) -> Json {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::monostate>) {
          return nullptr;
        } else {
          return v;
        }
      },
      value);
}

Json key_json(const Key& key) {
  Json json;
  json["name"] = key.name;
  json["type"] = type_name(key.type);
  json["default"] = value_json(key.default_value);
  if (key.min != 0 || key.max != 0) json["range"] = {key.min, key.max};
  if (!key.choices.empty()) json["choices"] = key.choices;
  json["unit"] = key.unit;
  json["doc"] = key.doc;
  return json;
}

Json keys_json(const std::vector<Key>& keys) {
  Json list = Json::array();
  for (const auto& key : keys) list.push_back(key_json(key));
  return list;
}

/// The routing functions that go with a topology.
std::vector<std::string> functions_of(const TopologyInfo& topology) {
  std::vector<std::string> names;
  for (const auto& [name, info] : routing_functions()) {
    if (goes_with(info, topology)) names.push_back(name);
  }
  return names;
}

Json everything() {
  Json json;
  json["units"] = describe_units();
  for (const auto& [name, info] : mechanisms()) {
    json["mechanisms"][name] = {{"summary", info.summary},
                                {"keys", keys_json(mechanism_keys(info.keys))}};
  }
  for (const auto& [name, info] : topologies()) {
    json["topologies"][name] = {{"summary", info.summary},
                                {"keys", keys_json(topology_keys(info.keys))},
                                {"routing_functions", functions_of(info)}};
  }
  for (const auto& [name, info] : routing_functions()) {
    json["routing_functions"][name] = {{"summary", info.summary},
                                       {"keys", keys_json(routing_keys(info.keys))}};
  }
  for (const auto& [name, info] : techniques()) {
    json["switching_techniques"][name] = {{"summary", info.summary},
                                          {"keys", keys_json(technique_keys(info.keys))}};
  }
  for (const auto& [name, info] : patterns()) {
    json["traffic_patterns"][name] = {{"summary", info.summary}, {"keys", info.keys}};
  }
  for (const auto& [name, info] : workloads()) {
    json["workloads"][name] = {{"summary", info.summary}, {"keys", keys_json(workload_keys(info))}};
  }
  for (const auto& part : sections()) {
    json["keys"][part.name] = {{"doc", part.doc}, {"keys", keys_json(part.keys)}};
  }
  return json;
}

/// Default and legal values of a key in few words.
std::string default_text(const Key& key) {
  const std::string text = to_text(key.default_value);
  return text.empty() ? "\"\"" : text;
}

std::string keys_text(const std::vector<Key>& keys) {
  std::string text;
  for (const auto& key : keys) {
    text += fmt::format("  {:<24} {:<20} {}\n", key.name, default_text(key), key.doc);
    if (key.min != 0 || key.max != 0 || !key.choices.empty()) {
      text += fmt::format("  {:<24} {:<20}   {}\n", "", "", key.legal());
    }
  }
  return text;
}

std::string as_text() {
  std::string text = "SCENARIO KEYS (key, default, meaning)\n";
  for (const auto& part : sections()) {
    const bool many = part.name == "traffic" || part.name == "fault";
    text +=
        fmt::format("\n{}{}{}  {}\n", many ? "[[" : "[", part.name, many ? "]]" : "]", part.doc);
    text += keys_text(part.keys);
  }
  text += "\nMECHANISMS ([mechanism] name = ..., then the keys)\n";
  for (const auto& [name, info] : mechanisms()) {
    text += fmt::format("\n{}: {}\n{}", name, info.summary, keys_text(mechanism_keys(info.keys)));
  }
  text += "\nTOPOLOGIES ([network] topology = ..., then the keys)\n";
  for (const auto& [name, info] : topologies()) {
    text += fmt::format("\n{}: {}; routing functions {}\n{}", name, info.summary,
                        fmt::join(functions_of(info), ", "), keys_text(topology_keys(info.keys)));
  }
  text += "\nROUTING FUNCTIONS ([routing] function = ..., then the keys)\n";
  for (const auto& [name, info] : routing_functions()) {
    text += fmt::format("\n{}: {}\n{}", name, info.summary, keys_text(routing_keys(info.keys)));
  }
  text += "\nSWITCHING TECHNIQUES ([network] switching = ..., then the keys)\n";
  for (const auto& [name, info] : techniques()) {
    text += fmt::format("\n{}: {}\n{}", name, info.summary, keys_text(technique_keys(info.keys)));
  }
  text += "\nTRAFFIC PATTERNS\n";
  for (const auto& [name, info] : patterns()) {
    text += fmt::format("  {:<20} {}\n", name, info.summary);
  }
  text += "\nWORKLOADS ([workload] name = ..., then the keys)\n";
  for (const auto& [name, info] : workloads()) {
    text += fmt::format("\n{}: {}\n{}", name, info.summary, keys_text(workload_keys(info)));
  }
  text += "\nUNITS (for `chokepoint unit`)\n\n" + describe_units_text();
  return text;
}

std::string key_row(const Key& key) {
  std::string legal = key.legal();
  std::string default_value = default_text(key);
  return fmt::format("| `{}` | {} | {} | {} |\n", key.name, default_value, legal, key.doc);
}

std::string code_list(const std::vector<std::string>& words) {
  return words.empty() ? "" : fmt::format("`{}`", fmt::join(words, "`, `"));
}

/// Empty for no keys.
std::string table_of(const std::vector<Key>& keys) {
  if (keys.empty()) return "";
  std::string text = "\n| key | default | legal | meaning |\n|---|---|---|---|\n";
  for (const auto& key : keys) text += key_row(key);
  return text;
}

/// docs/reference/scenario.md
std::string as_markdown() {
  std::string text =
      "# Scenario files\n\nGenerated by `chokepoint list --markdown`; the same table drives the "
      "reader.\n"
      "Unknown keys are errors. Every key can be overridden: `--set run.seed=7`,\n"
      "`--set traffic.GROUP.rate=0.4`.\n";
  for (const auto& part : sections()) {
    const bool many = part.name == "traffic" || part.name == "fault";
    text += fmt::format("\n## `{}{}{}`\n{}\n", many ? "[[" : "[", part.name, many ? "]]" : "]",
                        part.doc);
    text += table_of(part.keys);
  }
  text += "\n## Topologies\nKeys of a topology stand in `[network]`; others refuse them.\n";
  for (const auto& [name, info] : topologies()) {
    text += fmt::format("\n### `{}`\n{}. Routing functions: {}.\n", name, info.summary,
                        code_list(functions_of(info)));
    text += table_of(topology_keys(info.keys));
  }
  text += "\n## Routing functions\nKeys of a function stand in `[routing]`; others refuse them.\n";
  for (const auto& [name, info] : routing_functions()) {
    text += fmt::format("\n### `{}`\n{}.\n", name, info.summary);
    text += table_of(routing_keys(info.keys));
  }
  text +=
      "\n## Switching techniques\nKeys of a technique stand in `[network]`; others refuse them.\n";
  for (const auto& [name, info] : techniques()) {
    text += fmt::format("\n### `{}`\n{}.\n", name, info.summary);
    text += table_of(technique_keys(info.keys));
  }
  const std::vector<std::string> common = rate_keys();
  text += fmt::format(
      "\n## Traffic patterns\nThe generating keys are {}.\n\n| pattern | meaning | keys of its own "
      "|\n|---|---|---|\n",
      code_list(common));
  for (const auto& [name, info] : patterns()) {
    std::vector<std::string> own;
    for (const auto& key : info.keys) {
      if (std::find(common.begin(), common.end(), key) == common.end()) own.push_back(key);
    }
    const bool generates = own.size() != info.keys.size();
    text += fmt::format("| `{}` | {} | {}{}{} |\n", name, info.summary,
                        generates ? "the generating keys" : "",
                        generates && !own.empty() ? ", " : "", code_list(own));
  }
  text +=
      "\n## `[workload]`\nAt most one table; `name` is one of the following, its keys stand in the "
      "same table.\n";
  for (const auto& [name, info] : workloads()) {
    text += fmt::format("\n### `{}`\n{}\n", name, info.summary);
    text += table_of(workload_keys(info));
  }
  text += "\n## `[mechanism]`\n`name` is one of the following; its keys stand in the same table.\n";
  for (const auto& [name, info] : mechanisms()) {
    text += fmt::format("\n### `{}`\n{}\n", name, info.summary);
    text += table_of(mechanism_keys(info.keys));
  }
  return text;
}

const char* use_text(VcUse use) {
  switch (use) {
    case VcUse::kData:
      return "data";
    case VcUse::kDroppable:
      return "data that routers may drop";
    case VcUse::kMessages:
      break;
  }
  return "messages";
}

/// "name 33:20, name 19:4": fields side by side, the first from bit `from` - 1 down.
template <class Fields>
std::string layout_text(const Fields& fields, unsigned from) {
  std::string text;
  for (const auto& field : fields) {
    text += fmt::format(", {} {}:{}", field.name, from - 1, from - field.bits);
    from -= field.bits;
  }
  return text.empty() ? "none" : text.substr(2);
}

/// docs/reference/messages.md
std::string messages_markdown() {
  std::string text = fmt::format(
      "# Messages and VC classes\n\nGenerated by `chokepoint list --messages` from what each "
      "mechanism declares\n([adding a mechanism](../developer/new-mechanism.md)). A message is one "
      "flit of {0} bits; one with more is refused when the program starts.\nThe formats of RTL "
      "and C++ are made of [messages.toml](../../rtl/common/messages.toml): packed structs in "
      "`rtl/<mechanism>/<mechanism>_messages_pkg.sv`.\n\n## All messages\nEvery message has {1}; "
      "its own fields follow, from bit {2} down, the rest is unused.\n\n| mechanism | message | "
      "kind | VC class, VC | fields of its own | bits | meaning |\n|---|---|---|---|---|---|---|\n",
      MessageSpec::kFlitBits, layout_text(messages::kHeader, MessageSpec::kFlitBits),
      MessageSpec::kFlitBits - MessageSpec::kHeaderBits - 1);
  for (const auto& [name, info] : mechanisms()) {
    for (const MessageSpec& spec : info.declares.messages) {
      const unsigned own = MessageSpec::kFlitBits - MessageSpec::kHeaderBits;
      text += fmt::format("| `{}` | `{}` | {} | `{}`, {} | {} | {} | {} |\n", name, spec.name,
                          static_cast<unsigned>(spec.kind), spec.vc_class, spec.vc,
                          layout_text(spec.fields, own), spec.bits(), spec.doc);
    }
  }
  text +=
      "\n## VC classes\nBeside the data VCs (priority 1). The higher priority goes first; of a "
      "class for messages\neach further VC has one less, but not less than 3.\n\n| mechanism | "
      "class | VCs | priority | for | who |\n|---|---|---|---|---|---|\n";
  for (const auto& [name, info] : mechanisms()) {
    for (const VcClassSpec& spec : info.declares.vc_classes) {
      text += fmt::format("| `{}` | `{}` | {}{} | {} | {} | {} |\n", name, spec.name, spec.vcs,
                          spec.per_deadlock_class ? " per deadlock class" : "", spec.priority,
                          use_text(spec.use), spec.doc);
    }
  }
  return text;
}

}  // namespace

void add_list_command(CLI::App& app, int& exit_code) {
  auto* command = app.add_subcommand(
      "list",
      "Units, mechanisms, topologies, routing functions, traffic patterns, workloads and all keys");
  const auto json = std::make_shared<bool>(false);
  const auto markdown = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "One JSON object on standard output");
  command->add_flag("--markdown", *markdown, "The scenario keys as a page of the documentation")
      ->excludes("--json");
  const auto messages = std::make_shared<bool>(false);
  command
      ->add_flag("--messages", *messages,
                 "Messages and VC classes of all mechanisms as a page of the documentation")
      ->excludes("--json")
      ->excludes("--markdown");
  command->footer(R"(
Examples
  Which keys does a mechanism have, and what are their defaults?
    chokepoint list | less
  The same for a script:
    chokepoint list --json)");
  command->callback([json, markdown, messages, &exit_code] {
    print(*json       ? everything().dump(2) + "\n"
          : *markdown ? as_markdown()
          : *messages ? messages_markdown()
                      : as_text());
    exit_code = 0;
  });
}

}  // namespace chokepoint::cli
