// SPDX-License-Identifier: Apache-2.0
// Writes raw scenarios as TOML and read ones as a list of all fields.
#include "tb/fuzz/scenario_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tb/fuzz/check.h"

namespace chokepoint::fuzz {

namespace {

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += {'\\', c};
    } else if (byte < 0x20 || byte == 0x7f) {
      result += fmt::format("\\u{:04x}", byte);
    } else {
      result += c;
    }
  }
  return result + '"';
}

struct Written {
  std::string operator()(std::monostate) const { throw Finding{"accepted a value of no type"}; }
  std::string operator()(int64_t number) const { return std::to_string(number); }
  std::string operator()(double number) const {
    const std::string text = fmt::format("{}", number);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
  }
  std::string operator()(bool flag) const { return flag ? "true" : "false"; }
  std::string operator()(const std::string& text) const { return quoted(text); }
  std::string operator()(const std::vector<int64_t>& list) const {
    return fmt::format("[{}]", fmt::join(list, ", "));
  }
  std::string operator()(const std::vector<std::string>& list) const {
    std::string text;
    for (const std::string& item : list) text += (text.empty() ? "" : ", ") + quoted(item);
    return "[" + text + "]";
  }
  std::string operator()(const std::vector<std::vector<int64_t>>& list) const {
    return fmt::format("{}", list);
  }
};

std::string table_text(const RawTable& table) {
  std::string text;
  for (const auto& [key, raw] : table.values)
    text += quoted(key) + " = " + std::visit(Written{}, raw.value) + "\n";
  return text;
}

std::string values_text(const OwnKeys& keys) {
  std::string text;
  for (const auto& [key, value] : keys.values) {
    text += " " + key + "=" + std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
  }
  return text;
}

std::string group_text(const TrafficConfig& g) {
  std::string text = fmt::format("{} {} {} {} {} {} {} {} {} {} {}", g.name, g.pattern, g.sources,
                                 g.destinations, g.offset, g.mapping, g.rate, g.packet_flits,
                                 g.message_packets, g.message_packets_max, g.message_sizes);
  text += fmt::format(" {} {} {} {} {} {} {} {} {}", g.message_weights,
                      static_cast<int>(g.message_weights_by), static_cast<int>(g.generate),
                      g.burst_cycles, g.period_cycles, g.start, g.stop, g.file, g.traffic_class);
  text += fmt::format(" {}", static_cast<int>(g.spacing));
  for (const ListEntry& e : g.entries)
    text += fmt::format("; {} {} {} {}", e.cycle, e.source, e.destination, e.flits);
  return text + "\n";
}

}  // namespace

std::string as_toml(const RawScenario& raw) {
  std::string text;
  for (const auto& [name, table] : raw.tables) {  // "", the top level, comes first
    if (!name.empty()) text += "[" + name + "]\n";
    text += table_text(table);
  }
  for (const RawTable& group : raw.traffic) text += "[[traffic]]\n" + table_text(group);
  return text;
}

std::string description(const Scenario& s) {
  const NetworkConfig& n = s.network;
  std::string text =
      fmt::format("{}\n{}{} {} {} {} {} {}", s.title, n.topology, values_text(n.shape), n.data_vcs,
                  static_cast<int>(n.input_queues), static_cast<int>(n.arbitration),
                  static_cast<int>(n.vc_classes), n.vc_buffer_flits);
  text +=
      fmt::format(" {} {}", static_cast<int>(n.vc_allocation), static_cast<int>(n.output_queues));
  text += fmt::format(" {}{}", n.switching, values_text(n.switching_keys));
  text += fmt::format(" {} {} {} {} {} {} {} {} {}\n", n.output_buffer_flits, n.speedup, n.half_pass,
                      n.channel_latency, n.node_channel_latency, n.router_latency,
                      n.send_queue_flits, n.node_queue_flits, n.control_queue_packets);
  text += fmt::format("{}{}\n{}{}\n", s.routing.function, values_text(s.routing.keys),
                      s.mechanism.name, values_text(s.mechanism));
  for (const TrafficConfig& group : s.traffic) text += group_text(group);
  const RunConfig& r = s.run;
  text += fmt::format("{} {} {} {} {} {} {} {} {} {} {}\n", r.warmup, r.measure, r.drain,
                      r.interval, r.start_cycle, r.watchdog, r.seed, r.disable_at, r.enable_at,
                      r.saturation_group, r.saturation_window);
  return text + fmt::format("{} {} {}\n", s.wave.what, s.wave.from, s.wave.to);
}

}  // namespace chokepoint::fuzz
