// SPDX-License-Identifier: Apache-2.0
// `chokepoint area`: storage bits of a mechanism's units, beside the paper's arithmetic.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "sim/cli/area_sweep.h"
#include "sim/cli/commands.h"
#include "sim/common/registry.h"
#include "sim/common/types.h"
#include "sim/hooks/area.h"

namespace chokepoint::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr uint64_t kPaperRadix = 64, kPaperNodes = 512;
/// CBCM's letter, which the paper's arithmetic is for; other parameters of the paper are defaults.
const AreaValues& paper_letter() {
  static const AreaValues values = {
      {"sample_interval", 1}, {"num_samples", 100}, {"bound_sample_interval", 10}};
  return values;
}

struct AreaArguments {
  uint64_t radix = kPaperRadix, nodes = kPaperNodes;
  std::string mechanism = "cbcm";
  std::map<std::string, uint64_t> given;
  bool json = false;
  bool sweep = false;
  std::string folder, cost_file;
  std::vector<std::string> vary;
};

Json unit_json(const AreaUnit& unit) {
  Json json;
  json["paper_bits"] = unit.paper_bits ? Json(*unit.paper_bits) : Json(nullptr);
  json["sample_bits"] = unit.sample_bits;
  json["state_bits"] = unit.state_bits;
  json["pipeline_bits"] = unit.pipeline_bits;
  json["total_bits"] = unit.total_bits();
  return json;
}

std::string as_json(const AreaArguments& arguments, const std::map<std::string, uint64_t>& values,
                    const std::vector<AreaUnit>& units) {
  Json json;
  json["mechanism"] = arguments.mechanism;
  json["parameters"] = values;
  json["router"] = Json::object();
  json["nic"] = Json::object();
  Json list = Json::array();
  for (const auto& unit : units) {
    json[unit.place][unit.name] = unit_json(unit);
    Json item;
    item["place"] = unit.place;
    item["name"] = unit.name;
    item["depth"] = unit.depth;
    item.update(unit_json(unit));
    list.push_back(std::move(item));
  }
  json["units"] = std::move(list);
  return json.dump(2) + "\n";
}

std::string as_table(const AreaArguments& arguments, const std::map<std::string, uint64_t>& values,
                     const std::vector<AreaUnit>& units) {
  std::string text = fmt::format("mechanism {}:", arguments.mechanism);
  for (const auto& [name, value] : values) text += fmt::format(" {}={}", name, value);
  text += fmt::format("\n\nstorage in bits{:<19} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "", "paper",
                      "samples", "state", "pipeline", "total");
  std::string place;
  for (const auto& unit : units) {
    if (unit.place != place) text += fmt::format("per {}\n", unit.place);
    place = unit.place;
    text += fmt::format("{:<34} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
                        std::string(2 + 2 * unit.depth, ' ') + unit.name,
                        unit.paper_bits ? std::to_string(*unit.paper_bits) : "", unit.sample_bits,
                        unit.state_bits, unit.pipeline_bits, unit.total_bits());
  }
  const char* heading = "\nthe paper's arithmetic\n";
  for (const auto& unit : units) {
    if (!unit.paper_bits) continue;
    text += heading;
    heading = "";
    text +=
        fmt::format("  {}: {} = {} bits = {:.0f} bytes = {:.3f} KiB\n", unit.name,
                    unit.paper_formula, *unit.paper_bits, static_cast<double>(*unit.paper_bits) / 8,
                    static_cast<double>(*unit.paper_bits) / 8192);
  }
  text +=
      "\nsamples: what the paper counts; state: the rest the mechanism needs; pipeline: boundary\n"
      "registers and random source. A unit includes the parts indented below it.\n";
  return text;
}

const AreaInfo& hardware_of(const std::string& mechanism) {
  try {
    return entry_of(areas(), "mechanism with hardware", mechanism);
  } catch (const InputError& error) {
    throw InputError(std::string("--mechanism: ") + error.what());
  }
}

int area(const AreaArguments& arguments) {
  const AreaInfo& info = hardware_of(arguments.mechanism);
  AreaValues paper = {{"radix", kPaperRadix}, {"nodes", kPaperNodes}};
  for (const auto& parameter : info.parameters) paper[parameter.name] = parameter.default_value;
  AreaValues values = paper;
  for (const auto& [name, value] : paper_letter()) {
    if (paper.count(name) != 0) paper[name] = value;
  }
  values["radix"] = arguments.radix;
  values["nodes"] = arguments.nodes;
  for (const auto& [name, value] : arguments.given) {
    if (values.count(name) == 0) {
      throw InputError("--" + name + ": mechanism " + info.mechanism + " has no such parameter");
    }
    values[name] = value;
  }
  if (arguments.sweep) {
    return area_sweep({&info, values, paper, arguments.vary, arguments.folder, arguments.cost_file,
                       arguments.json});
  }
  const auto units = info.units(values);
  print(arguments.json ? as_json(arguments, values, units) : as_table(arguments, values, units));
  return 0;
}

}  // namespace

void add_area_command(CLI::App& app, int& exit_code) {
  auto* command =
      app.add_subcommand("area", "Storage bits of a mechanism's hardware, unit by unit");
  const auto arguments = std::make_shared<AreaArguments>();
  // Far beyond any unit's own limit, which its own check names; narrow enough for 32 bits.
  const CLI::Range sane(uint64_t{0}, uint64_t{1000000});
  command->add_option("--radix", arguments->radix, "Ports of the router")
      ->check(sane)
      ->capture_default_str();
  command->add_option("--nodes", arguments->nodes, "Nodes of the network")
      ->check(sane)
      ->capture_default_str();
  command
      ->add_option("--mechanism", arguments->mechanism,
                   fmt::format("Mechanism with hardware: {}", fmt::join(names_of(areas()), ", ")))
      ->capture_default_str();
  for (const auto& [mechanism, info] : areas()) {
    for (const auto& parameter : info.parameters) {
      std::string option = "--" + parameter.name;
      std::replace(option.begin(), option.end(), '_', '-');
      if (command->get_option_no_throw(option) != nullptr) continue;
      const std::string name = parameter.name;
      command
          ->add_option_function<uint64_t>(
              option, [arguments, name](const uint64_t& value) { arguments->given[name] = value; },
              fmt::format("{} (default {})", parameter.doc, parameter.default_value))
          ->check(sane);
    }
  }
  command->add_flag("--json", arguments->json, "One JSON object on standard output");
  auto* sweep =
      command
          ->add_option(
              "--sweep",
              [arguments](const CLI::results_t& given) {
                arguments->sweep = true;
                arguments->folder = given.front();
                return true;
              },
              "Vary one parameter at a time around the point that the other options choose; "
              "writes sweep.csv, sweep.json and pictures to DIR")
          ->type_name("[DIR]")
          ->default_str("results/area")  // where --sweep stands alone
          ->expected(0, 1);
  command
      ->add_option("--vary", arguments->vary,
                   "Sweep this parameter only, over these values or its usual ones; may be given "
                   "again")
      ->type_name("NAME[=V,V...]")
      ->allow_extra_args(false)
      ->needs(sweep);
  command
      ->add_option("--cost", arguments->cost_file,
                   "Measured cells (default docs/reference/generated/cost.json of the source tree)")
      ->type_name("FILE")
      ->needs(sweep);
  command->footer(R"(
Examples
  What does a radix-64 router store?
    chokepoint area --radix 64
  Does the paper's 5.6 KB for it hold, and what is not in it?
    chokepoint area --radix 64 --sample-interval 1 --num-samples 100 --bound-sample-interval 10
  How does the cost grow with radix, window, table and network? (files and pictures)
    chokepoint area --sweep results/area
  And in the networks that I have in mind?
    chokepoint area --radix 32 --sweep results/mine --vary nodes=100,1000 --vary num-samples)");
  command->callback([arguments, &exit_code] { exit_code = area(*arguments); });
}

}  // namespace chokepoint::cli
