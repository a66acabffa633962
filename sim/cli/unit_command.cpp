// SPDX-License-Identifier: Apache-2.0
// Options of `chokepoint unit`.
#include "sim/cli/unit_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <map>
#include <memory>
#include <string>

#include "sim/engine/replay.h"

namespace chokepoint::cli {

void add_unit_command(CLI::App& app, int& exit_code) {
  const auto request = std::make_shared<ReplayRequest>();
  CLI::App* command = app.add_subcommand(
      "unit",
      "Replay a stimulus through one unit: one CSV row per clock, columns named as its fields");
  command->footer(
      "Columns: scalars `name`, lanes `name[i]`, wide lanes `name[i]` in hexadecimal. Missing\n"
      "columns are 0 (enable: 1); settings that make no sense as 0 are refused. Response row n\n"
      "holds the outputs after the clock of stimulus row n.\n"
      "`chokepoint list` shows every unit's fields and parameters.");
  command->add_option("name", request->unit, "Unit, for example token_throttler")->required();
  command
      ->add_option("--param", request->params, "Elaboration parameter Name=Value (repeatable)")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  const std::map<std::string, EngineKind> engines = {{"model", EngineKind::kModel},
                                                     {"rtl", EngineKind::kRtl},
                                                     {"lockstep", EngineKind::kLockstep}};
  command->add_option("--engine", request->engine, "model, rtl (default) or lockstep")
      ->transform(CLI::CheckedTransformer(engines));
  command->add_option("--in", request->in, "Stimulus CSV")->required();
  command->add_option("--out", request->out, "Response CSV")->required();
  command->callback([request, &exit_code] {
    request->note = [](const std::string& text) { fmt::print(stderr, "chokepoint: {}\n", text); };
    replay(*request);
    exit_code = 0;
  });
}

}  // namespace chokepoint::cli
