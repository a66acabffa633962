// SPDX-License-Identifier: Apache-2.0
// Fuzz target: unit replay. First line "UNIT Name=Value...", then the stimulus CSV.
#include <algorithm>
#include <sstream>

#include "sim/common/types.h"
#include "sim/engine/replay.h"
#include "sim/engine/replay_unit.h"
#include "tb/fuzz/check.h"
#include "tb/fuzz/sandbox.h"
#include "tb/fuzz/target.h"

namespace chokepoint::fuzz {
namespace {

/// Whether RTL with these very parameters is linked.
bool has_rtl(const ReplayRequest& request) {
  const auto found = units().find(request.unit);
  if (found == units().end() || !request.params.empty()) return false;
  return !found->second.make()->variants().empty();
}

void one_engine(const Sandbox& sandbox, const ReplayRequest& request, const std::string& stimulus) {
  uint64_t clocks = 0;
  std::vector<Origin> origins = {{request.in, stimulus}, {request.out, ""}};
  try {
    clocks = replay(request);
  } catch (const InputError& error) {
    const std::string text = error.what();
    require(sandbox.content().size() == 1, "refused, but something was written");
    // Of the unit and its parameters, not of a file.
    for (const char* option : {"--param", "there is no unit", "no RTL of"}) {
      if (text.compare(0, std::string(option).size(), option) == 0) return;
    }
    if (text.find(request.in) == std::string::npos && !request.params.empty()) return;
    check_message(text, origins);
    return;
  }
  const auto files = sandbox.content();
  require(files.size() == 2 && files.count("out.csv") == 1, "accepted, but not one response");
  const std::string& response = files.at("out.csv");
  require(std::count(response.begin(), response.end(), '\n') == static_cast<long>(clocks) + 1,
          "the response has not one row for each clock");
  require(clocks < lines_of(stimulus).size(), "more clocks than rows");
  sandbox.reset();
}

const TargetRegistration registration("unit_replay", [](const std::string& input) {
  static const Sandbox sandbox;
  const size_t end = std::min(input.find('\n'), input.size());
  std::istringstream head(input.substr(0, end));
  ReplayRequest request;
  head >> request.unit;
  for (std::string word; head >> word;) request.params.push_back(word);
  request.in = sandbox.path("in.csv");
  request.out = sandbox.path("out.csv");
  const std::string stimulus = input.substr(std::min(end + 1, input.size()));
  for (const EngineKind engine : {EngineKind::kModel, EngineKind::kLockstep}) {
    if (engine == EngineKind::kLockstep && !has_rtl(request)) continue;
    request.engine = engine;
    sandbox.reset();
    sandbox.write("in.csv", stimulus);
    one_engine(sandbox, request, stimulus);
  }
});

}  // namespace
}  // namespace chokepoint::fuzz
