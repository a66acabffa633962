// SPDX-License-Identifier: Apache-2.0
// The repeated run after a lockstep mismatch.
#include "sim/cli/mismatch_report.h"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

#include "sim/cli/commands.h"
#include "sim/common/printable.h"

namespace chokepoint::cli {

Mismatch parse_mismatch(const std::string& text) {
  const size_t at = text.find('@');
  if (at == std::string::npos || at == 0 || at + 1 == text.size() || text.size() - at > 19 ||
      text.find_first_not_of("0123456789", at + 1) != std::string::npos) {
    throw InputError("`" + in_one_line(shortened(text)) +
                     "` is no UNIT@CYCLE; right would be e.g. nic_4.cbcm_nic@12345");
  }
  return {text.substr(0, at), std::stoull(text.substr(at + 1))};
}

void repeat_with_trace(const std::vector<std::string>& arguments, const Mismatch& mismatch,
                       const std::string& folder) {
  std::string place = mismatch.unit.substr(0, mismatch.unit.find('.'));
  std::replace(place.begin(), place.end(), '_', '.');
  const Cycle from = mismatch.cycle > 200 ? mismatch.cycle - 200 : 0;
  std::vector<std::string> words = arguments;
  words.insert(words.end(), {"--repeat", fmt::format("{}@{}", mismatch.unit, mismatch.cycle),
                             "--out", folder, "--wave", place, "--wave-window",
                             fmt::format("{}:{}", from, mismatch.cycle + 20), "--quiet"});
  fmt::print(stderr, "chokepoint: repeating the run with {} traced, cycles {} to {}\n",
             mismatch.unit, from, mismatch.cycle + 20);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::execv("/proc/self/exe", argv.data());
    ::_exit(4);
  }
  int status = 0;  // the repeated run says itself how it ended
  if (child < 0 || ::waitpid(child, &status, 0) != child) {
    fmt::print(stderr, "chokepoint: the repeated run could not be started\n");
  }
}

bool report_repeat(const RunResult& result, const Mismatch& expected) {
  const bool same = result.mismatch && result.mismatch->unit == expected.unit &&
                    result.mismatch->cycle == expected.cycle;
  fmt::print(stderr, "chokepoint: the mismatch {} in the repeated run\n",
             same ? "recurred at the same unit and cycle" : "did NOT recur the same way");
  if (!result.wave_path.empty()) {
    fmt::print(stderr, "  waveform: gtkwave {} {}\n", result.wave_path, result.view_path);
  }
  if (!result.replay_command.empty())
    fmt::print(stderr, "  unit alone: {}\n", result.replay_command);
  return same;
}

}  // namespace chokepoint::cli
