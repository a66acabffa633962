// SPDX-License-Identifier: Apache-2.0
// Fuzz target: `area --sweep`. First line: words for --vary; then the JSON of measured costs.
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/cli/area_cost.h"
#include "sim/cli/area_sweep.h"
#include "sim/common/types.h"
#include "tb/fuzz/check.h"
#include "tb/fuzz/sandbox.h"
#include "tb/fuzz/target.h"

namespace chokepoint::fuzz {
namespace {

const TargetRegistration registration("measured_cost", [](const std::string& input) {
  static const Sandbox sandbox;
  const size_t end = std::min(input.find('\n'), input.size());
  const std::string json = input.substr(std::min(end + 1, input.size()));
  const AreaInfo& info = areas().at("cbcm");
  cli::SweepRequest request;
  request.info = &info;
  request.chosen = {{"radix", 16}, {"nodes", 64}};
  for (const auto& parameter : info.parameters)
    request.chosen[parameter.name] = parameter.default_value;
  request.paper = request.chosen;
  request.cost_file = sandbox.path("cost.json");
  std::istringstream words(input.substr(0, end));
  for (std::string word; words >> word && request.vary.size() < 3;) request.vary.push_back(word);
  if (request.vary.empty()) request.vary = {"radix=8,16"};
  sandbox.write("cost.json", json);
  try {
    const cli::Sweep sweep = cli::make_sweep(request);
    require(sweep.axes.size() == request.vary.size(), "an axis is missing");
    require(nlohmann::json::parse(cli::sweep_json(sweep)).is_object(), "no JSON object");
    const std::string csv = cli::sweep_csv(sweep), table = cli::sweep_table(sweep);
    require(!csv.empty() && !table.empty(), "an empty result");
  } catch (const InputError& error) {
    const std::string text = error.what();
    if (text.compare(0, 6, "--vary") == 0) return;
    require(text.compare(0, request.cost_file.size() + 2, request.cost_file + ": ") == 0,
            "a message that does not say where: " + text);
  }
});

}  // namespace
}  // namespace chokepoint::fuzz
