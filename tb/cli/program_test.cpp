// SPDX-License-Identifier: Apache-2.0
// The program's exit codes for what a simulation throws, and what it leaves of the output folder.
#include "sim/cli/program.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "sim/common/interrupt.h"
#include "sim/common/source_tree.h"
#include "sim/network/run.h"

namespace chokepoint::cli {
namespace {

int exit_code(const std::string& out, const Simulate& simulate) {
  std::vector<std::string> words = {
      "chokepoint", "run", in_source_tree("sim/scenarios/quickstart.toml"), "--engine", "model",
      "--out",      out};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  return run_program(static_cast<int>(arguments.size()), arguments.data(), simulate);
}

TEST(Program, WhatASimulationThrowsDecidesTheExitCode) {
  const std::string out = testing::TempDir() + "chokepoint_program_test";
  std::filesystem::remove_all(out);
  const auto code_of = [&out](auto error) {
    return exit_code(out,
                     [error](const Scenario&, const RunOptions&) -> RunResult { throw error; });
  };
  EXPECT_EQ(code_of(InterruptedError("interrupted while RTL was built")), 130);
  EXPECT_FALSE(std::filesystem::exists(out)) << "nothing was simulated";
  EXPECT_EQ(code_of(InputError("too many VCs")), 2);
  EXPECT_FALSE(std::filesystem::exists(out)) << "nothing was simulated";
  EXPECT_EQ(code_of(CheckError("a flit is lost")), 1);
  EXPECT_EQ(code_of(DeadlockError("nothing moves")), 3);
  EXPECT_EQ(code_of(std::runtime_error("a bug")), 4);
  std::filesystem::remove_all(out);
}

}  // namespace
}  // namespace chokepoint::cli
