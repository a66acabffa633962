// SPDX-License-Identifier: Apache-2.0
// Which values a sweep takes, what they cost, and the files that come of it.
#include "sim/cli/area_sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "sim/cli/area_plot.h"
#include "sim/cli/commands.h"
#include "sim/common/source_tree.h"
#include "sim/common/types.h"
#include "sim/reader/keys.h"
#include "sim/stats/output_file.h"

namespace chokepoint::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kCostFile = "docs/reference/generated/cost.json";

std::vector<uint64_t> steps(uint64_t from, uint64_t to, uint64_t step) {
  std::vector<uint64_t> values;
  for (uint64_t value = from; value <= to; value += step) values.push_back(value);
  return values;
}

std::vector<uint64_t> doublings(uint64_t from, uint64_t to) {
  std::vector<uint64_t> values;
  for (uint64_t value = from; value <= to; value *= 2) values.push_back(value);
  return values;
}

struct Prepared {
  std::string name;
  std::vector<uint64_t> values;  ///< empty: only where --vary names the parameter
};

/// In the order of the files and pictures. A mechanism has those of its own parameters.
const std::vector<Prepared>& prepared() {
  static const std::vector<Prepared> list = {{"radix", steps(4, 64, 4)},
                                             {"num_samples", steps(12, 48, 6)},
                                             {"sample_interval", {1, 8, 16}},
                                             {"throttle_entries", doublings(1, 64)},
                                             {"list_granularity", doublings(1, 16)},
                                             {"nodes", doublings(16, 8192)},
                                             {"bound_sample_interval", {}},
                                             {"weighted", {}},
                                             {"vcs", {}},
                                             {"speedup", {}}};
  return list;
}

const Prepared* prepared(const std::string& name) {
  for (const auto& entry : prepared()) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

/// Of CBCM's letter, whose windows are other ones.
bool is_letter(const AreaValues& chosen) {
  const auto found = chosen.find("sample_interval");
  return found != chosen.end() && found->second == 1;
}

/// From an eighth to eight times the default; off and on where the default is 0.
std::vector<uint64_t> around(uint64_t value) {
  if (value == 0) return {0, 1};
  std::vector<uint64_t> values;
  for (const uint64_t part : {8, 4, 2, 1}) {
    if (value % part == 0) values.push_back(value / part);
  }
  for (const uint64_t times : {2, 4, 8}) values.push_back(value * times);
  return values;
}

uint64_t default_of(const SweepRequest& request, const std::string& name) {
  for (const auto& parameter : request.info->parameters) {
    if (parameter.name == name) return parameter.default_value;
  }
  return request.paper.at(name);
}

std::vector<uint64_t> usual_values(const SweepRequest& request, const std::string& name) {
  const bool letter = is_letter(request.chosen);
  if (letter && name == "num_samples") return steps(20, 400, 20);
  if (letter && name == "bound_sample_interval") return around(request.paper.at(name));
  const Prepared* entry = prepared(name);
  return entry != nullptr && !entry->values.empty() ? entry->values
                                                    : around(default_of(request, name));
}

uint64_t parse_value(const std::string& option, const std::string& text) {
  if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != std::string::npos)
    throw InputError(
        fmt::format("--vary {}: '{}' is no value; legal are whole numbers below "
                    "1000000, e.g. --vary radix=8,16,32",
                    option, text));
  return std::stoull(text);
}

/// What to vary, over which values.
struct Line {
  std::string name;
  std::vector<uint64_t> values;
  bool usual = true;  ///< not the user's own values
};

Line parse_vary(const SweepRequest& request, const std::string& option) {
  const size_t equals = option.find('=');
  std::string name = option.substr(0, equals);
  std::replace(name.begin(), name.end(), '-', '_');
  if (request.chosen.count(name) == 0) {
    std::vector<std::string> names;
    for (const auto& entry : request.chosen) names.push_back(entry.first);
    const std::string near = nearest(name, names);
    throw InputError(fmt::format("--vary {}: mechanism {} has no parameter '{}'{}; legal are {}",
                                 option, request.info->mechanism, name,
                                 near.empty() ? "" : " (did you mean " + near + "?)",
                                 fmt::join(names, ", ")));
  }
  if (equals == std::string::npos) return {name, usual_values(request, name)};
  Line line{name, {}, false};
  size_t from = equals + 1;
  for (;;) {
    const size_t comma = option.find(',', from);
    line.values.push_back(parse_value(option, option.substr(from, comma - from)));
    if (comma == std::string::npos) return line;
    from = comma + 1;
  }
}

std::vector<Line> lines(const SweepRequest& request) {
  std::vector<Line> result;
  for (const auto& option : request.vary) {
    Line line = parse_vary(request, option);
    for (const auto& other : result) {
      if (other.name == line.name)
        throw InputError("--vary " + option + ": " + line.name + " is given twice");
    }
    result.push_back(std::move(line));
  }
  if (!result.empty()) return result;
  for (const auto& entry : prepared()) {
    if (!entry.values.empty() && request.chosen.count(entry.name) != 0)
      result.push_back({entry.name, usual_values(request, entry.name)});
  }
  for (const auto& parameter : request.info->parameters) {
    if (prepared(parameter.name) == nullptr)
      result.push_back({parameter.name, usual_values(request, parameter.name)});
  }
  return result;
}

std::string doc_of(const AreaInfo& info, const std::string& name) {
  if (name == "radix") return "ports of the router";
  if (name == "nodes") return "nodes of the network";
  for (const auto& parameter : info.parameters) {
    if (parameter.name == name) return parameter.doc;
  }
  return "";
}

SweepAxis make_axis(const SweepRequest& request, const Sweep& sweep, const Line& line) {
  const std::string& name = line.name;
  SweepAxis axis;
  axis.name = name;
  axis.doc = doc_of(*request.info, name);
  std::set<uint64_t> values(line.values.begin(), line.values.end());
  values.insert(request.chosen.at(name));
  const auto at_chosen = request.info->units(request.chosen);
  for (const auto& record : sweep.cost) {  // what was measured is on the line
    for (const auto& unit : at_chosen) {
      if (line.usual && measured_at(record, unit.name, request.chosen, name))
        values.insert(record.value(name));
    }
  }
  for (const uint64_t value : values) {
    AreaValues at = request.chosen;
    at[name] = value;
    SweepPoint point;
    point.value = value;
    try {
      point.units = request.info->units(at);
    } catch (const InputError& error) {
      axis.skipped.emplace_back(value, error.what());
      continue;
    }
    for (const auto& unit : point.units) {
      const CostRecord* found = nullptr;
      for (const auto& record : sweep.cost) {  // of units that this parameter changes
        if (record.has(name) && measured_at(record, unit.name, at)) found = &record;
      }
      point.cost.push_back(found);
    }
    axis.points.push_back(std::move(point));
  }
  return axis;
}

void note(const std::string& text) {
  fmt::print(stderr, "chokepoint: {}\n", text);
}

void note_skipped(const Sweep& sweep) {
  for (const auto& axis : sweep.axes) {
    if (axis.skipped.empty()) continue;
    std::vector<uint64_t> values;
    for (const auto& entry : axis.skipped) values.push_back(entry.first);
    note(fmt::format("{}: skipped {} ({})", axis.name, fmt::join(values, ", "),
                     axis.skipped.front().second));
  }
}

/// OutputFolder, whose messages speak of the option it was made for.
OutputFolder make_folder(const std::string& folder) {
  try {
    return OutputFolder(folder);
  } catch (const InputError& error) {
    const std::string text = error.what(), option = "--out ";
    throw InputError(text.rfind(option, 0) == 0 ? "--sweep " + text.substr(option.size()) : text);
  }
}

}  // namespace

Sweep make_sweep(const SweepRequest& request) {
  Sweep sweep;
  sweep.mechanism = request.info->mechanism;
  sweep.chosen = request.chosen;
  sweep.paper = request.paper;
  sweep.paper_units = request.info->units(request.paper);
  request.info->units(request.chosen);  // a chosen point that is illegal ends here
  const std::vector<Line> wanted = lines(request);
  const std::string standard = in_source_tree(kCostFile);
  std::error_code ignored;
  sweep.cost_file = request.cost_file.empty() ? kCostFile : request.cost_file;
  sweep.cost_found = !request.cost_file.empty() || fs::exists(standard, ignored);
  if (sweep.cost_found) {
    sweep.cost = read_cost(request.cost_file.empty() ? standard : request.cost_file);
  }
  for (const auto& line : wanted) sweep.axes.push_back(make_axis(request, sweep, line));
  return sweep;
}

int area_sweep(const SweepRequest& request) {
  const Sweep sweep = make_sweep(request);
  const fs::path folder = request.folder;
  const std::string csv = (folder / "sweep.csv").string(), json = (folder / "sweep.json").string();
  if (request.folder.empty()) throw InputError("--sweep: the folder's name is empty");
  make_folder(request.folder);
  catch_stop_signals();
  const std::string as_json = sweep_json(sweep);
  write_whole_files({{csv, sweep_csv(sweep)}, {json, as_json}});
  if (stop_requested()) return 130;
  note_skipped(sweep);
  if (!sweep.cost_found) {
    note(fmt::format("cells are left out: {} is absent; `make synth` measures them", kCostFile));
  }
  print(request.json ? as_json : sweep_table(sweep) + "\nwrote " + csv + "\nwrote " + json + "\n");
  const DrawResult drawn = draw_sweep(json);
  if (!request.json) print(drawn.drawn);
  if (!drawn.note.empty()) note(drawn.note);
  return drawn.exit_code;
}

}  // namespace chokepoint::cli
