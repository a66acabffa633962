// SPDX-License-Identifier: Apache-2.0
// From TOML text and --set options to raw values with their origins.
#include "sim/reader/raw_scenario.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cstring>

#include "sim/common/printable.h"

namespace chokepoint {

namespace {

const std::vector<std::string> kTables = {"network",  "routing", "mechanism", "traffic",
                                          "workload", "run",     "wave",      "fault"};

std::string at(const std::string& path, const toml::node& node) {
  return fmt::format("{}:{}", path, node.source().begin.line);
}

KeyValue array_value(const toml::array& array) {
  std::vector<int64_t> numbers;
  std::vector<std::string> texts;
  std::vector<std::vector<int64_t>> lists;
  for (const auto& element : array) {
    if (const auto number = element.value_exact<int64_t>()) {
      numbers.push_back(*number);
      texts.push_back(std::to_string(*number));
    } else if (const auto text = element.value_exact<std::string>()) {
      texts.push_back(*text);
    } else if (const auto* inner = element.as_array()) {
      lists.emplace_back();
      for (const auto& number : *inner) {
        if (!number.is_integer()) return {};
        lists.back().push_back(**number.as_integer());
      }
    } else {
      return {};
    }
  }
  if (!lists.empty()) return lists.size() == array.size() ? KeyValue(lists) : KeyValue();
  if (!numbers.empty() && numbers.size() == array.size()) return numbers;
  return texts;
}

KeyValue plain_value(const toml::node& node) {
  if (const auto number = node.value_exact<int64_t>()) return *number;
  if (const auto real = node.value_exact<double>()) return *real;
  if (const auto flag = node.value_exact<bool>()) return *flag;
  if (const auto text = node.value_exact<std::string>()) return *text;
  if (const auto* array = node.as_array()) return array_value(*array);
  return {};
}

/// `name` is fault.NUMBER.key, `dot` its first dot. The number after the last fault makes a new
/// one.
void override_fault(RawScenario& raw, const std::string& name, size_t dot, const RawValue& value) {
  const size_t second = name.find('.', dot + 1);
  const std::string number = name.substr(dot + 1, second - dot - 1);
  const bool digits = !number.empty() && number.size() <= 4 &&
                      number.find_first_not_of("0123456789") == std::string::npos;
  const size_t index = digits && second != std::string::npos ? std::stoul(number) : 0;
  if (index == 0 || second + 1 == name.size()) {
    throw InputError(value.origin + ": names no fault and key; write fault.1.key=value");
  }
  if (index > raw.faults.size() + 1) {
    throw InputError(fmt::format("{}: there are {} faults; the next one is fault.{}", value.origin,
                                 raw.faults.size(), raw.faults.size() + 1));
  }
  if (index > raw.faults.size()) raw.faults.push_back({value.origin, {}});
  raw.faults[index - 1].values[name.substr(second + 1)] = value;
}

/// A key of many parts ("a.a.a...") makes as many tables, each inside the one before, and the TOML
/// library walks through them by recursion: that must not end the stack. Counts the dots of each
/// key outside texts and comments; numbers have one at most.
void check_keys(const std::string& text, const std::string& origin) {
  constexpr unsigned kMaxDots = 16;
  unsigned dots = 0;
  size_t line = 1;
  const auto starts = [&](size_t i, const std::string& what) {
    return text.compare(i, what.size(), what) == 0;
  };
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '#') {
      while (i + 1 < text.size() && text[i + 1] != '\n') ++i;
    } else if (c == '"' || c == '\'') {
      const bool lines = starts(i, std::string(3, c));
      const std::string end(lines ? 3 : 1, c);
      for (i += end.size(); i < text.size() && !starts(i, end); ++i) {
        if (text[i] == '\n' && !lines) break;  // the library refuses it
        if (text[i] == '\n') ++line;
        if (text[i] == '\\' && c == '"' && i + 1 < text.size() && text[i + 1] != '\n') ++i;
      }
      if (i < text.size() && text[i] == '\n') --i;
      if (lines) i += 2;
      for (int more = 0; lines && more < 2 && i + 1 < text.size() && text[i + 1] == c; ++more) ++i;
    } else if (c == '.') {
      if (++dots > kMaxDots) {
        throw InputError(
            fmt::format("{}:{}: is no key: it has over {} parts", origin, line, kMaxDots));
      }
    } else if (std::strchr("=,[]{}\n", c) != nullptr && c != '\0') {
      dots = 0;
      if (c == '\n') ++line;
    }
  }
}

RawTable raw_table(const toml::table& table, const std::string& path) {
  RawTable raw;
  raw.origin = at(path, table);
  for (const auto& [key, node] : table) {
    raw.values[std::string(key.str())] = {plain_value(node), at(path, node), false};
  }
  return raw;
}

}  // namespace

void Problems::add(const std::string& origin, const std::string& key, const std::string& what) {
  // TOML has empty keys, and such that look like the end of a place.
  const bool quoted = key.empty() || key.find(':') != std::string::npos;
  const std::string name = quoted ? '"' + shortened(key) + '"' : shortened(key);
  lines_.push_back(origin + ": " + in_one_line(name + ": " + what));
}

void Problems::throw_if_any() const {
  if (!lines_.empty()) throw InputError(fmt::format("{}", fmt::join(lines_, "\n")));
}

RawScenario parse_toml(const std::string& text, const std::string& path) {
  check_keys(text, path);
  toml::table root;
  try {
    root = toml::parse(text, path);
  } catch (const toml::parse_error& error) {
    throw InputError(fmt::format("{}:{}: column {}: is not TOML: {}", path,
                                 error.source().begin.line, error.source().begin.column,
                                 in_one_line(error.description())));
  }
  RawScenario raw;
  raw.path = path;
  raw.tables[""].origin = path;
  Problems problems;
  for (const auto& [key_node, node] : root) {
    if (problems.full()) break;
    const std::string key(key_node.str());
    const bool known = std::find(kTables.begin(), kTables.end(), key) != kTables.end();
    if (key == "traffic" || key == "fault") {
      const bool traffic = key == "traffic";
      const auto* groups = node.as_array();
      const bool tables = groups != nullptr &&
                          std::all_of(groups->begin(), groups->end(),
                                      [](const toml::node& group) { return group.is_table(); });
      if (!tables) {
        problems.add(at(path, node), key,
                     traffic ? "is not a list of groups; write [[traffic]] for each group"
                             : "is not a list of faults; write [[fault]] for each fault");
        continue;
      }
      for (const auto& group : *groups) {
        (traffic ? raw.traffic : raw.faults).push_back(raw_table(*group.as_table(), path));
      }
    } else if (key == "title") {
      raw.tables[""].values[key] = {plain_value(node), at(path, node), false};
    } else if (known && node.is_table()) {
      raw.tables[key] = raw_table(*node.as_table(), path);
    } else if (known) {
      problems.add(at(path, node), key, "is not a table; write [" + key + "]");
    } else if (node.is_table() || node.is_array_of_tables()) {
      const std::string near = nearest(key, kTables);
      problems.add(at(path, node), key,
                   near.empty()
                       ? fmt::format("unknown table; legal are {}", fmt::join(kTables, ", "))
                       : "unknown table; did you mean " + near + "?");
    } else {
      std::string what = "unknown key outside any table; only title stands there";
      for (const std::string& home : homes_of(key))
        what += ", " + key + " belongs in [" + home + "]";
      problems.add(at(path, node), key, what);
    }
  }
  problems.throw_if_any();
  return raw;
}

void apply_override(RawScenario& raw, const std::string& setting) {
  const std::string option = "--set " + in_one_line(shortened(setting));
  const size_t equals = setting.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError(option + ": has no KEY=VALUE; write e.g. --set run.seed=7");
  }
  const std::string name = setting.substr(0, equals);
  const std::string text = setting.substr(equals + 1);
  RawValue value;
  value.origin = option;
  value.overridden = true;
  value.value = text;  // bare words are texts
  try {
    check_keys(text, option);
    const toml::table parsed = toml::parse("value = " + text);
    if (parsed.size() == 1) value.value = plain_value(*parsed.get("value"));
  } catch (const toml::parse_error&) {
  }
  if (std::holds_alternative<std::monostate>(value.value)) value.value = text;

  if (name == "title") {
    raw.tables[""].values[name] = value;
    return;
  }
  const size_t dot = name.find('.');
  const std::string table = name.substr(0, dot);
  if (std::find(kTables.begin(), kTables.end(), table) == kTables.end()) {
    const std::string near = nearest(table, kTables);
    throw InputError(option + ": unknown table '" + in_one_line(shortened(table)) + "'" +
                     (near.empty() ? fmt::format("; legal are {}", fmt::join(kTables, ", "))
                                   : "; did you mean " + near + "?"));
  }
  if (dot == std::string::npos || dot + 1 == name.size()) {
    throw InputError(option + ": names no key; write " + table +
                     (table == "traffic" ? ".GROUP.key=value"
                      : table == "fault" ? ".1.key=value"
                                         : ".key=value"));
  }
  if (table == "fault") return override_fault(raw, name, dot, value);
  if (table != "traffic") {
    RawTable& target = raw.tables[table];
    if (target.origin.empty()) target.origin = option;
    target.values[name.substr(dot + 1)] = value;
    return;
  }
  const size_t second = name.rfind('.');
  const std::string group = second == dot ? "" : name.substr(dot + 1, second - dot - 1);
  std::vector<std::string> groups;
  for (auto& candidate : raw.traffic) {
    const RawValue* own = candidate.find("name");
    const auto* own_name = own == nullptr ? nullptr : std::get_if<std::string>(&own->value);
    if (own_name == nullptr) continue;
    groups.push_back(*own_name);
    if (*own_name == group) {
      candidate.values[name.substr(second + 1)] = value;
      return;
    }
  }
  if (group.empty()) throw InputError(option + ": names no group; write traffic.GROUP.key=value");
  const std::string near = nearest(group, groups);
  throw InputError(option + ": no traffic group '" + in_one_line(shortened(group)) +
                   "'; the groups are " + fmt::format("{}", fmt::join(groups, ", ")) +
                   (near.empty() ? "" : " (did you mean " + near + "?)"));
}

}  // namespace chokepoint
