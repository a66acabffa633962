// SPDX-License-Identifier: Apache-2.0
// Unit replay: what it accepts, refuses and writes.
#include "sim/engine/replay.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/common/types.h"
#include "sim/engine/replay_unit.h"

namespace chokepoint::test {
namespace {

class Replay : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("chokepoint_replay_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string file(const std::string& name) const { return (folder_ / name).string(); }
  ReplayRequest request(const std::string& unit, const std::string& stimulus,
                        EngineKind engine = EngineKind::kModel) const {
    std::ofstream(file("in.csv")) << stimulus;
    return {unit, {}, engine, file("in.csv"), file("out.csv")};
  }
  std::string response() const {
    std::ifstream in(file("out.csv"));
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
  }
  /// The refusal's text; nothing may have been written.
  std::string refusal(const ReplayRequest& request) const {
    try {
      replay(request);
    } catch (const InputError& error) {
      EXPECT_FALSE(std::filesystem::exists(file("out.csv")));
      EXPECT_FALSE(std::filesystem::exists(file("out.csv.partial")));
      return error.what();
    }
    return "accepted";
  }
  std::filesystem::path folder_;
};

const char* kMarker =
    "head_valid[0],head_marked[0],head_data[0],congested\n"
    "0x5,0x1,0x4,0\n"
    "0x5,0x1,5,1\n"
    "0xffff,0,0xffff,128\n"
    "0,0,0,0\n";

TEST_F(Replay, ThreeEnginesAnswerTheSame) {
  for (const EngineKind engine : {EngineKind::kModel, EngineKind::kRtl, EngineKind::kLockstep}) {
    EXPECT_EQ(replay(request("packet_marker", kMarker, engine)), 4u);
    EXPECT_EQ(response(),
              "marked_valid[0],marked[0],quiescent\n"
              "0x5,0x1,0\n"
              "0x5,0x1,0\n"
              "0xffff,0xc000,0\n"
              "0x0,0x0,1\n");
  }
}

/// Three clocks of units that have no `enable`, or contracts on their settings.
const std::map<std::string, std::string> kLegalStimulus = {
    {"pace_counter", "cfg_rate\n1\n65536\n65537\n"},
    {"hotspot_detector", "cfg_epoch_cycles\n9\n9\n9\n"},
    {"cbcm_nic", "cfg_epoch_cycles\n9\n9\n9\n"},
    {"contention_counter", "pick_valid\n0\n2\n2\n"},  // input 1 picks output 0
    {"reservation_requester", "enable,cfg_n_max\n0,1\n1,1\n1,2\n"},
    {"reservation_scheduler", "enable,cfg_inflation\n0,65536\n1,65536\n1,65537\n"},
    {"srp_nic", "enable,cfg_n_max,cfg_inflation\n0,1,65536\n1,1,65536\n1,2,65536\n"},
    {"drop_to_nack", "source\n0\n1\n2\n"},
    {"threshold_tuner",
     "enable,cfg_initial,cfg_increment,cfg_buffers\n0,1,1,2\n1,1,1,2\n1,1,1,2\n"},
    {"self_tuned_node",
     "enable,cfg_initial,cfg_increment,cfg_buffers\n0,1,1,2\n1,1,1,2\n1,1,1,2\n"},
    {"sideband_restart", "enable,cfg_cycles\n0,2\n1,2\n1,2\n"},
    {"alo_test", "useful,cfg_counted_vcs\n0,1\n1,1\n3,1\n"},
    {"saq_line", "enable,cfg_stop\n0,1\n1,1\n1,1\n"},
    {"saq_set", "enable,cfg_stop\n0,1\n1,1\n1,1\n"},
    {"saq_control", "enable,cfg_stop\n0,1\n1,1\n1,1\n"},
    {"recn_egress", "enable,cfg_stop\n0,1\n1,1\n1,1\n"},
    {"recn_ingress", "enable,cfg_stop\n0,1\n1,1\n1,1\n"},
    {"recn_port", "enable,cfg_stop\n0,1\n1,1\n1,1\n"},
    {"voq_occupancy", "arrived_valid\n0\n1\n1\n"},
    {"delay_limiter",
     "enable,cfg_increment,cfg_decrement,cfg_maximum,cfg_timer\n0,1,1,1,1\n1,1,1,1,1\n1,1,1,2,1\n"},
    {"cct_limiter",
     "enable,cfg_increase,cfg_limit,cfg_timer\n0,1,1,1\n1,1,1,1\n1,1,2,1\n"},
    {"ecn_nic",
     "enable,cfg_increment,cfg_decrement,cfg_maximum,cfg_timer\n0,1,1,1,1\n1,1,1,1,1\n1,1,1,2,1\n"},
};

TEST_F(Replay, EveryUnitRunsInEveryEngine) {
  for (const auto& [name, info] : units()) {
    const auto unit = info.make();
    const auto variants = unit->variants();
    ASSERT_FALSE(variants.empty()) << name;
    const auto special = kLegalStimulus.find(name);
    const std::string stimulus =
        special == kLegalStimulus.end() ? "enable\n0\n1\n1\n" : special->second;
    std::string first;
    for (const EngineKind engine : {EngineKind::kModel, EngineKind::kRtl, EngineKind::kLockstep}) {
      ReplayRequest r = request(name, stimulus, engine);
      for (const auto& [key, value] : variants.front().second)
        r.params.push_back(key + "=" + std::to_string(value));
      EXPECT_EQ(replay(r), 3u) << name;
      if (first.empty()) first = response();
      EXPECT_EQ(response(), first) << name;
    }
  }
}

TEST_F(Replay, RefusalsNamePlaceAndReason) {
  const struct {
    const char *stimulus, *expected;
  } cases[] = {
      {"", "in.csv: empty"},
      {"congested,speed\n", "in.csv:1: unknown column `speed`; the inputs are enable, head_valid[i]"},
      {"congested,congested\n", "in.csv:1: column `congested` appears twice"},
      {"head_valid[1]\n", "in.csv:1: unknown column `head_valid[1]`"},
      {"congested\n256\n", "in.csv:2: column 1 `congested`: `256` does not fit 8 bits"},
      {"enable,congested\n1,255\n1,0x100\n", "in.csv:3: column 2 `congested`: `0x100` does not fit"},
      {"enable,congested\n1,-1\n", "in.csv:2: column 2 `congested`: `-1` is not a number"},
      {"enable,congested\n1,\n", "in.csv:2: column 2 `congested`: `` is not a number"},
      {"enable,congested\n1,1.5\n", "`1.5` is not a number"},
      {"enable,congested\n1,0x\n", "`0x` is not a number"},
      {"enable,congested\n1,99999999999999999999999\n", "does not fit 8 bits"},
      {"enable,congested\n1,2\n1\n", "in.csv:3: 1 value for 2 columns"},
      {"enable,congested\n1,2,3\n", "in.csv:2: 3 values for 2 columns"},
      {"head_valid[0]\n0x10000\n", "`0x10000` does not fit 16 bits"},
  };
  for (const auto& c : cases) {
    const std::string text = refusal(request("packet_marker", c.stimulus));
    EXPECT_NE(text.find(c.expected), std::string::npos) << c.stimulus << "\n-> " << text;
  }
}

TEST_F(Replay, RefusesUnknownUnitsParametersAndFiles) {
  EXPECT_NE(refusal(request("marker", kMarker))
                .find("no unit `marker`; there are acknowledgement_generator"),
            std::string::npos);
  ReplayRequest r = request("packet_marker", kMarker);
  r.params = {"Ports=8"};
  EXPECT_NE(refusal(r).find("has the parameters Radix=8, Speedup=2"), std::string::npos);
  for (const char* bad : {"Radix", "Radix=", "Radix=x", "Radix=8x", "Radix=-8"}) {
    r.params = {bad};
    EXPECT_NE(refusal(r).find("expected Name=Value"), std::string::npos) << bad;
  }
  r.params = {"Radix=65"};
  EXPECT_NE(refusal(r).find("4 to 64"), std::string::npos) << refusal(r);
  r = request("packet_marker", kMarker);
  r.in = file("absent.csv");
  EXPECT_NE(refusal(r).find("absent.csv: No such file"), std::string::npos);
  r = request("packet_marker", kMarker);
  r.out = file("absent/out.csv");
  EXPECT_NE(refusal(r).find("No such file"), std::string::npos);
}

// An RTL assertion: throttle messages come from nodes of the network.
TEST_F(Replay, ABrokenContractNamesTheRowAndLeavesNoResponse) {
  const char* stimulus = "throttle_valid,throttle_source\n1,99\n1,100\n";
  for (const EngineKind engine : {EngineKind::kRtl, EngineKind::kLockstep}) {
    ReplayRequest r = request("token_throttler", stimulus, engine);
    r.params = {"Nodes=100", "ThrottleEntries=4", "TokenBits=6", "CycleBits=12"};
    const std::string text = refusal(r);
    EXPECT_NE(text.find("in.csv:3: the inputs break the unit's contract: "), std::string::npos) << text;
    EXPECT_NE(text.find(" at rtl/cbcm/token_throttler.sv:"), std::string::npos) << text;
    EXPECT_FALSE(std::filesystem::exists(file("out.csv")));
    EXPECT_FALSE(std::filesystem::exists(file("out.csv.partial")));
  }
}

TEST_F(Replay, SettingsWithoutSenseAreRefusedInEveryEngine) {
  for (const EngineKind engine : {EngineKind::kModel, EngineKind::kRtl, EngineKind::kLockstep}) {
    std::string text = refusal(request("pace_counter", "enable\n0\n1\n", engine));
    EXPECT_NE(text.find("in.csv:3: `cfg_rate` is 0, because there is no such column; "
                        "legal is at least 1"),
              std::string::npos)
        << text;
    text = refusal(request("hotspot_detector", "cfg_epoch_cycles\n1\n0\n", engine));
    EXPECT_NE(text.find("in.csv:3: `cfg_epoch_cycles` is 0; legal is at least 1"), std::string::npos)
        << text;
    EXPECT_FALSE(std::filesystem::exists(file("out.csv")));
  }
}

TEST_F(Replay, SettingsThatAreLeftOutAreNamed) {
  ReplayRequest r = request("token_throttler", "enable\n1\n");
  std::string note;
  r.note = [&](const std::string& text) { note += text; };
  EXPECT_EQ(replay(r), 1u);
  EXPECT_NE(note.find("settings without a column are 0: cfg_token_reset_always, cfg_token_cap"),
            std::string::npos)
      << note;
}

TEST_F(Replay, DescriptionCoversEveryUnit) {
  const auto json = describe_units();
  ASSERT_EQ(json.size(), units().size());
  for (const auto& unit : json) {
    EXPECT_FALSE(unit["inputs"].empty());
    EXPECT_FALSE(unit["outputs"].empty());
    EXPECT_FALSE(unit["rtl_variants"].empty()) << unit["name"];
    EXPECT_NE(describe_units_text().find(unit["name"].get<std::string>() + ": "), std::string::npos);
  }
}

}  // namespace
}  // namespace chokepoint::test
