// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the command line, an argument per line, in a folder with a scenario, a traffic list
// and a stimulus. Nothing is simulated; every option is parsed and everything else is done.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "sim/cli/program.h"
#include "sim/common/types.h"
#include "sim/engine/unit_instance.h"
#include "sim/engine/variants.h"
#include "tb/fuzz/check.h"
#include "tb/fuzz/sandbox.h"
#include "tb/fuzz/target.h"

namespace chokepoint::fuzz {
namespace {

constexpr const char* kScenario =
    "[[traffic]]\nname = \"a\"\nrate = 0.1\n[[traffic]]\nname = \"l\"\npattern = \"list\"\n"
    "file = \"list.csv\"\n[mechanism]\nname = \"cbcm\"\n";

/// Outside the folder, or a sweep, whose pictures another program draws.
bool out_of_bounds(const std::string& word) {
  return word.find("..") != std::string::npos || word.compare(0, 1, "/") == 0 ||
         word.find("=/") != std::string::npos || word.find("--sweep") != std::string::npos;
}

/// stdout and stderr as texts while it lives.
class Caught {
 public:
  Caught() {
    std::fflush(stdout);
    stdout = ::open_memstream(&out_, &out_size_);
    stderr = ::open_memstream(&err_, &err_size_);
    cout_ = std::cout.rdbuf(stream_.rdbuf());
    cerr_ = std::cerr.rdbuf(stream_.rdbuf());
  }
  ~Caught() {
    stop();
    std::free(out_);
    std::free(err_);
  }
  Caught(const Caught&) = delete;
  Caught& operator=(const Caught&) = delete;
  void stop() {
    if (stopped_) return;
    stopped_ = true;
    std::fclose(stdout);
    std::fclose(stderr);
    stdout = kept_out_;
    stderr = kept_err_;
    std::cout.rdbuf(cout_);
    std::cerr.rdbuf(cerr_);
  }
  std::string error_text() const { return {err_, err_size_}; }
  std::string text() const { return std::string(out_, out_size_) + stream_.str(); }

 private:
  FILE *kept_out_ = stdout, *kept_err_ = stderr;
  char *out_ = nullptr, *err_ = nullptr;
  size_t out_size_ = 0, err_size_ = 0;
  std::ostringstream stream_;
  std::streambuf *cout_ = nullptr, *cerr_ = nullptr;
  bool stopped_ = false;
};

/// In place of a run: refuses odd seeds, as the elaborated network may.
RunResult no_simulation(const Scenario& scenario, const RunOptions&) {
  if (scenario.run.seed % 2 != 0) throw InputError("f.toml: seed: refused by the network");
  return {};
}

const TargetRegistration registration("command_line", [](const std::string& input) {
  static const Sandbox sandbox(
      Sandbox::Files{{"s.toml", kScenario},
                     {"list.csv", "1,0,1,4\n"},
                     {"in.csv", "cfg_token_cap\n40\n40\n"}});
  if (::chdir(sandbox.folder().c_str()) != 0) throw Finding{"the folder is gone"};
  std::vector<std::string> words = {"chokepoint"};
  for (const std::string& line : lines_of(input)) {
    if (out_of_bounds(line) || line.find('\0') != std::string::npos) return;
    words.push_back(line);
  }
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  Caught caught;
  const int code = cli::run_program(static_cast<int>(words.size()), argv.data(), no_simulation);
  caught.stop();
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  chosen_variants().clear();
  lockstep_policy() = {};
  const std::string said = caught.error_text();
  require(code == 0 || code == 2 || (code == 4 && said.find("the mismatch") != std::string::npos),
          "exit code " + std::to_string(code) + ": " + said);
  check_printable(said);
  const bool untouched = sandbox.untouched();
  if (code == 2) {
    require(untouched, "refused, but something was written");
    require(!said.empty(), "refused without a word");
    require(caught.text().empty(), "refused, but with a result");
  }
  if (!untouched) sandbox.reset();
});

}  // namespace
}  // namespace chokepoint::fuzz
