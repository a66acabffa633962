// SPDX-License-Identifier: Apache-2.0
// Files that appear whole or not at all, and the folders made for them.
#include "sim/stats/output_file.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>
#include <vector>

#include "sim/stats/statistics.h"

namespace chokepoint {
namespace {

TEST(OutputFile, AppearsWholeOrNotAtAll) {
  const auto folder = std::filesystem::temp_directory_path() / "chokepoint_output_test";
  std::filesystem::remove_all(folder);
  EXPECT_THROW(write_whole_file((folder / "a").string(), "x"), std::runtime_error);
  Scenario scenario;
  scenario.run.interval = 50;
  Statistics statistics(scenario);
  Statistics::Outcome outcome;
  outcome.tables["of_a_mechanism.csv"] = "a,b\n";
  statistics.write(folder.string(), scenario, outcome);
  std::string table;
  std::ifstream(folder / "of_a_mechanism.csv") >> table;
  EXPECT_EQ(table, "a,b");
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++files;
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos);
  }
  EXPECT_EQ(files, 4u);
  OutputFolder existing(folder.string());
  existing.undo();
  EXPECT_TRUE(std::filesystem::exists(folder));  // it made nothing
  OutputFolder deeper((folder / "new" / "deeper").string() + "/");
  EXPECT_TRUE(std::filesystem::is_directory(folder / "new" / "deeper"));
  deeper.undo();
  EXPECT_FALSE(std::filesystem::exists(folder / "new"));
  EXPECT_THROW(OutputFolder((folder / "summary.json").string()), InputError);
  EXPECT_THROW(OutputFolder((folder / "summary.json" / "x").string()), InputError);
  EXPECT_THROW(OutputFolder("/proc/chokepoint/x"), InputError);
  EXPECT_THROW(write_whole_file("/dev/full/x", "x"), std::runtime_error);
  std::filesystem::remove_all(folder);
}

TEST(OutputFile, OneThatCannotBeWrittenLeavesTheOthersAsTheyWere) {
  const auto folder = std::filesystem::temp_directory_path() / "chokepoint_together_test";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "summary.json");
  const std::string flows = (folder / "flows.csv").string();
  write_whole_file(flows, "older");
  Scenario scenario;
  scenario.run.interval = 50;
  Statistics statistics(scenario);
  EXPECT_THROW(statistics.write(folder.string(), scenario, {}), std::runtime_error);
  std::string kept;
  std::ifstream(flows) >> kept;
  EXPECT_EQ(kept, "older");
  size_t entries = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++entries;
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos) << entry.path();
  }
  EXPECT_EQ(entries, 2u);
  std::filesystem::remove_all(folder);
}

TEST(OutputFile, SaysWhileFilesAreBeingWritten) {
  const auto path = std::filesystem::temp_directory_path() / "chokepoint_writing_test";
  std::atomic<bool> seen{false}, over{false};
  std::thread watcher([&] {
    while (!over) seen = seen || files_are_being_written();
  });
  for (unsigned i = 0; i < 100 && !seen; ++i) {
    write_whole_file(path.string(), std::string(size_t{1} << 20, 'x'));
  }
  over = true;
  watcher.join();
  EXPECT_TRUE(seen);
  EXPECT_FALSE(files_are_being_written());
  EXPECT_THROW(write_whole_file("/dev/full/x", "x"), std::runtime_error);
  EXPECT_FALSE(files_are_being_written());
  std::filesystem::remove(path);
}

TEST(OutputFile, RunsInParallelMakeTheirSharedParentsTogether) {
  const auto folder = std::filesystem::temp_directory_path() / "chokepoint_parallel_test";
  constexpr unsigned kRuns = 4;
  for (unsigned round = 0; round < 50; ++round) {
    std::filesystem::remove_all(folder);
    std::array<std::string, kRuns> said;
    std::atomic<unsigned> ready{0};
    std::vector<std::thread> runs;
    for (unsigned run = 0; run < kRuns; ++run) {
      runs.emplace_back([&, run] {
        ++ready;
        while (ready < kRuns) std::this_thread::yield();  // start together
        try {
          OutputFolder((folder / "a" / "b" / "c" / std::to_string(run)).string());
        } catch (const InputError& error) {
          said.at(run) = error.what();
        }
      });
    }
    for (auto& run : runs) run.join();
    for (const auto& words : said) ASSERT_EQ(words, "") << "round " << round;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace chokepoint
