// SPDX-License-Identifier: Apache-2.0
// Waveform writer: contents of the FST, window, files whole or absent, text of the GTKWave view.
#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <set>
#include <sstream>

#include "sim/wave/fst_index.h"
#include "sim/wave/wave_writer.h"
#include "tb/wave/toy_network.h"

namespace chokepoint {
namespace {

class Wave : public ::testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/wave_test_XXXXXX";
    ASSERT_NE(mkdtemp(name), nullptr);
    folder_ = name;
  }
  void TearDown() override {
    for (const auto& file : files()) std::remove((folder_ + "/" + file).c_str());
    rmdir(folder_.c_str());
  }
  std::set<std::string> files() const {
    std::set<std::string> names;
    DIR* dir = opendir(folder_.c_str());
    while (const dirent* entry = readdir(dir))
      if (entry->d_name[0] != '.') names.insert(entry->d_name);
    closedir(dir);
    return names;
  }
  std::string fst() const { return folder_ + "/w.fst"; }
  std::string view() const {
    std::ostringstream text;
    text << std::ifstream(folder_ + "/w.gtkw").rdbuf();
    return text.str();
  }
  /// Cycles 0..last with the toy network; returns the writer's answer.
  bool run_toy(Cycle from, Cycle to, Cycle last) {
    ToyNetwork network;
    WaveSignals signals;
    network.describe(signals);
    WaveWriter writer(std::move(signals), fst(), from, to);
    for (Cycle t = 0; t <= last; ++t) {
      network.step(t);
      writer.sample(t);
    }
    return writer.finish();
  }
  std::string folder_;
};

uint64_t to_number(const std::string& bits) { return std::stoull(bits, nullptr, 2); }

/// Value at `time` from a list of changes.
uint64_t at(const FstIndex::Changes& changes, Cycle time) {
  uint64_t value = ~uint64_t{0};
  for (const auto& [when, bits] : changes)
    if (when <= time) value = to_number(bits);
  return value;
}

WaveSignals one_signal(std::function<uint64_t()> read, unsigned width = 8) {
  WaveSignals signals;
  signals.add("router_0", "value", width, WaveStyle::kDecimal, std::move(read));
  return signals;
}

TEST_F(Wave, HoldsCppAndVerilatedValuesOfEveryCycle) {
  constexpr Cycle kFrom = 50, kTo = 450;
  ASSERT_TRUE(run_toy(kFrom, kTo, 500));
  const FstIndex index(fst());
  EXPECT_EQ(index.timescale(), 0);  // seconds: GTKWave shows cycle numbers
  const auto occupancy = index.changes("router_1.input_2.vc_0.occupancy");
  const auto kind = index.changes("router_1.kind");
  const auto state = index.changes("nic_5.toy_unit.state_o");
  ToyNetwork network;
  std::set<uint64_t> states;
  for (Cycle t = 0; t <= kTo; ++t) {
    network.step(t);
    if (t < kFrom) continue;
    ASSERT_EQ(at(occupancy, t), network.occupancy(2)) << "cycle " << t;
    ASSERT_EQ(at(kind, t), network.kind()) << "cycle " << t;
    ASSERT_EQ(at(state, t), network.state(1)) << "cycle " << t;
    states.insert(network.state(1));
  }
  EXPECT_EQ(states.size(), 4u);  // the comparison above saw every state
}

TEST_F(Wave, PutsModelsBelowTheirScopeWithoutSecondCopyOfPorts) {
  ASSERT_TRUE(run_toy(0, 9, 9));
  const FstIndex index(fst());
  EXPECT_TRUE(index.find("nic_4.toy_unit.clk_i"));
  EXPECT_TRUE(index.find("nic_4.toy_unit.event_d.degree"));
  EXPECT_TRUE(index.find("nic_5.toy_unit.u_counter.count_o"));
  EXPECT_FALSE(index.find("nic_4.clk_i"));
  EXPECT_FALSE(index.find("nic_4.TOP.clk_i"));
  ASSERT_TRUE(index.find("nic_4.queued_flits"));
  EXPECT_EQ(index.find("nic_4.queued_flits")->width, 40u);
  EXPECT_EQ(index.find("router_1.input_0.vc_0.waiting")->shown, "router_1.input_0.vc_0.waiting");
}

TEST_F(Wave, DeclaresEnumNamesOfBothWorlds) {
  ASSERT_TRUE(run_toy(0, 9, 9));
  const FstIndex index(fst());
  EXPECT_TRUE(index.find("router_1.kind")->has_enum);
  EXPECT_TRUE(index.find("nic_4.toy_unit.state_o")->has_enum);
  EXPECT_TRUE(index.find("nic_5.toy_unit.event_d.state")->has_enum);
  EXPECT_FALSE(index.find("router_1.congested")->has_enum);
  EXPECT_FALSE(index.find("nic_4.toy_unit.tokens_o")->has_enum);
}

TEST_F(Wave, StoresChangesOnly) {
  uint64_t now = 0;
  WaveSignals signals = one_signal([] { return 7; });
  signals.add("router_0", "slow", 16, WaveStyle::kDecimal, [&] { return now / 10; });
  signals.add("router_0", "wide", 64, WaveStyle::kHex, [&] { return ~uint64_t{0} - now / 25; });
  WaveWriter writer(std::move(signals), fst(), 0, ~Cycle{0});
  for (now = 0; now < 100; ++now) writer.sample(now);
  ASSERT_TRUE(writer.finish());
  const FstIndex index(fst());
  EXPECT_EQ(index.changes("router_0.value").size(), 1u);
  const auto slow = index.changes("router_0.slow");
  ASSERT_EQ(slow.size(), 10u);
  EXPECT_EQ(slow[3].first, 30u);
  EXPECT_EQ(to_number(slow[3].second), 3u);
  const auto wide = index.changes("router_0.wide");
  ASSERT_EQ(wide.size(), 4u);
  EXPECT_EQ(to_number(wide[1].second), ~uint64_t{0} - 1);
}

TEST_F(Wave, ReadsNothingOutsideTheWindow) {
  unsigned reads = 0;
  WaveWriter writer(one_signal([&] { return ++reads; }), fst(), 100, 119);
  for (Cycle t = 0; t < 100; ++t) writer.sample(t);
  EXPECT_EQ(reads, 0u);
  EXPECT_TRUE(files().empty());
  for (Cycle t = 100; t < 200; ++t) writer.sample(t);
  EXPECT_EQ(reads, 20u);
  ASSERT_TRUE(writer.finish());
  const FstIndex index(fst());
  EXPECT_EQ(index.start(), 100u);
  EXPECT_EQ(index.end(), 119u);
  EXPECT_EQ(index.changes("router_0.value").size(), 20u);
}

TEST_F(Wave, WindowOfOneCycleAndRunThatStopsInsideIt) {
  ASSERT_TRUE(run_toy(7, 7, 20));
  EXPECT_EQ(FstIndex(fst()).start(), 7u);
  EXPECT_EQ(FstIndex(fst()).end(), 7u);
  ASSERT_TRUE(run_toy(10, ~Cycle{0}, 20));  // replaces the file
  EXPECT_EQ(FstIndex(fst()).start(), 10u);
  EXPECT_EQ(FstIndex(fst()).end(), 20u);
}

TEST_F(Wave, FilesAppearWithFinishOnly) {
  WaveWriter writer(one_signal([] { return 1; }), fst(), 0, 10);
  writer.sample(0);
  EXPECT_EQ(files().count("w.fst") + files().count("w.gtkw"), 0u);
  ASSERT_TRUE(writer.finish());
  EXPECT_EQ(files(), (std::set<std::string>{"w.fst", "w.gtkw"}));
  EXPECT_FALSE(writer.finish());
  writer.sample(5);  // after the end: ignored
  EXPECT_EQ(files(), (std::set<std::string>{"w.fst", "w.gtkw"}));
}

TEST_F(Wave, LeavesNothingWithoutFinishOrWithoutCycles) {
  {
    WaveWriter writer(one_signal([] { return 1; }), fst(), 0, 10);
    writer.sample(0);
    EXPECT_FALSE(files().empty());
  }
  EXPECT_TRUE(files().empty());
  EXPECT_FALSE(run_toy(1000, 2000, 50));
  EXPECT_TRUE(files().empty());
}

TEST_F(Wave, FullDiskIsAnErrorAndLeavesNothing) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, SIG_IGN);
  uint64_t noise = 1;
  const auto next = [&] { return noise = noise * 6364136223846793005u + 1; };
  WaveWriter writer(one_signal(next, 64), fst(), 0, ~Cycle{0});
  writer.sample(0);
  const rlimit small{4096, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  for (Cycle t = 1; t < 5000; ++t) writer.sample(t);
  EXPECT_THROW(writer.finish(), std::runtime_error);
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  EXPECT_TRUE(files().empty());
}

TEST_F(Wave, RefusesWhatItCannotWrite) {
  const auto read = [] { return uint64_t{0}; };
  const auto make = [&](WaveSignals signals) { WaveWriter(std::move(signals), fst(), 0, 1); };
  EXPECT_THROW(make(one_signal(read, 0)), std::invalid_argument);
  EXPECT_THROW(make(one_signal(read, 65)), std::invalid_argument);
  EXPECT_THROW(make(one_signal(nullptr)), std::invalid_argument);
  WaveSignals twice = one_signal(read);
  twice.add("router_0", "value", 8, WaveStyle::kHex, read);
  EXPECT_THROW(make(twice), std::invalid_argument);
  WaveSignals blank;
  blank.add("router 0", "value", 8, WaveStyle::kHex, read);
  EXPECT_THROW(make(blank), std::invalid_argument);
  WaveSignals names;
  names.add("router_0", "state", 1, WaveStyle::kEnum, read, {"A", "B", "C"});
  EXPECT_THROW(make(names), std::invalid_argument);
  EXPECT_THROW(WaveWriter(one_signal(read), folder_ + "/none/w.fst", 0, 1), InputError);
  EXPECT_THROW(WaveWriter(one_signal(read), folder_ + "/w.vcd", 0, 1), InputError);
  EXPECT_THROW(WaveWriter(one_signal(read), fst(), 2, 1), std::invalid_argument);
  EXPECT_TRUE(files().empty());
}

TEST_F(Wave, ValueWiderThanDeclaredIsNamed) {
  WaveWriter writer(one_signal([] { return 256; }), fst(), 3, 9);
  try {
    writer.sample(3);
    FAIL() << "no error";
  } catch (const CheckError& error) {
    EXPECT_STREQ(error.what(), "wave signal router_0.value of 8 bits reads 256 in cycle 3");
  }
}

TEST_F(Wave, ViewNamesOnlySignalsOfTheFileInBalancedGroups) {
  ASSERT_TRUE(run_toy(1000, 1400, 1400));
  const FstIndex index(fst());
  std::set<std::string> shown;
  for (const auto& [dotted, entry] : index.entries()) shown.insert(entry.shown);
  std::istringstream text(view());
  unsigned long long flags = 0;
  int depth = 0, named = 0;
  for (std::string line; std::getline(text, line);) {
    if (line[0] == '@') flags = std::stoull(line.substr(1), nullptr, 16);
    if (line[0] == '-' && flags & 0x800000) ++depth;
    if (line[0] == '-' && flags & 0x1000000) --depth;
    ASSERT_GE(depth, 0);
    if (line.compare(0, 2, "+{") == 0) {
      const std::string name = line.substr(line.find("} ") + 2);
      EXPECT_TRUE(shown.count(name)) << name;
      ++named;
    }
  }
  EXPECT_EQ(depth, 0);
  EXPECT_EQ(named, 3 + 6 * (3 + 2 + 1) + 2 * 2);  // `congested` is also outside the folds
  EXPECT_EQ(view().find("missing"), std::string::npos);
}

TEST_F(Wave, ViewUsesTheStyles) {
  ASSERT_TRUE(run_toy(1000, 1400, 1400));
  const std::string text = view();
  EXPECT_NE(text.find("@100000028\n[color] 2\n+{state} nic_4.toy_unit.state_o[1:0]\n"),
            std::string::npos);
  EXPECT_NE(text.find("@88024\n[color] 3\n+{queued_flits} nic_4.queued_flits[39:0]\n@20000\n-\n"),
            std::string::npos);
  EXPECT_NE(text.find("@24\n+{vc_0/credits} router_1.input_3.vc_0.credits[7:0]\n"),
            std::string::npos);
  EXPECT_NE(text.find("@28\n+{vc_0/waiting} router_1.input_3.vc_0.waiting\n"), std::string::npos);
  EXPECT_NE(text.find("@820\n+{label} router_1.label[31:0]\n"), std::string::npos);
  // Lane 0 is the low byte; GTKWave counts the bits of a vector from the left.
  EXPECT_NE(text.find("#{tokens[0]} (8)nic_4.toy_unit.tokens_o[15:0] (9)"), std::string::npos);
  EXPECT_NE(text.find("#{tokens[1]} (0)nic_4.toy_unit.tokens_o[15:0] (1)"), std::string::npos);
  // What is not always 0 stands before the folds too.
  EXPECT_NE(text.find("+{output_3/congested} router_1.output_3.congested\n"), std::string::npos);
  EXPECT_EQ(text.find("+{output_3/failed}"), std::string::npos);
  EXPECT_NE(text.find("[timestart] 1000\n"), std::string::npos);
}

TEST_F(Wave, ViewMarksHighlightsThatTheFileLacks) {
  WaveSignals signals = one_signal([] { return 1; });
  signals.highlight("router_0.unit.gone", WaveStyle::kDecimal);
  signals.highlight("router_0.value", WaveStyle::kEnum, "no_names");
  signals.highlight("router_0.value", WaveStyle::kDecimal, "split", 3);
  WaveWriter writer(std::move(signals), fst(), 0, 0);
  writer.sample(0);
  ASSERT_TRUE(writer.finish());
  EXPECT_NE(view().find("-missing in the file: router_0.unit.gone\n"), std::string::npos);
  EXPECT_NE(view().find("-missing in the file: router_0.value\n"), std::string::npos);
  EXPECT_NE(view().find("@24\n+{no_names} router_0.value[7:0]\n"), std::string::npos);
}

}  // namespace
}  // namespace chokepoint
