// SPDX-License-Identifier: Apache-2.0
// Keys of SRP and ECN that do not go together: refused with file, line, key and reason.
#include <gtest/gtest.h>

#include "tb/network/network_run.h"
#include "tb/scenario/parse_text.h"

namespace chokepoint::test {
namespace {

/// The mechanism's own keys begin at line 3.
std::string text_with(const std::string& mechanism, const std::string& keys,
                      const std::string& more = "") {
  return "[mechanism]\nname = \"" + mechanism + "\"\n" + keys + "\n" + more +
         "[[traffic]]\nname = \"a\"\nmessage_packets = 8\n";
}

void expect_refused(const std::string& mechanism, const std::string& keys,
                    const std::string& message, const std::string& more = "") {
  const std::string error = error_of(text_with(mechanism, keys, more));
  EXPECT_NE(error.find(message), std::string::npos) << keys << "\n" << error;
}

TEST(SrpKeys, OutOfRange) {
  expect_refused("srp", "ttw = 0", "f.toml:3: ttw: 0 is out of range; legal is");
  expect_refused("srp", "ttw = 32768", "f.toml:3: ttw: 32768 is out of range");
  expect_refused("srp", "n_min = 0", "f.toml:3: n_min: 0 is out of range");
  expect_refused("srp", "n_max = 65", "f.toml:3: n_max: 65 is out of range");
  expect_refused("srp", "epsilon = -0.01", "f.toml:3: epsilon: -0.01 is out of range");
  expect_refused("srp", "epsilon = 1.5", "f.toml:3: epsilon: 1.5 is out of range");
  expect_refused("srp", "reservation_entries = 65", "f.toml:3: reservation_entries: 65 is out");
  expect_refused("srp", "retransmission_packets = 0", "f.toml:3: retransmission_packets: 0 is out");
  expect_refused("srp", "lead = -1", "f.toml:3: lead: -1 is out of range");
  expect_refused("srp", "timeout = -1", "f.toml:3: timeout: -1 is out of range");
  expect_refused("srp", "timeout = 16777217", "f.toml:3: timeout: 16777217 is out of range");
  expect_refused("srp", "ttw = \"long\"", "f.toml:3: ttw: 'long' is not a whole number");
  expect_refused("srp", "charge_bypass = 1", "f.toml:3: charge_bypass:");
  expect_refused("srp", "predictive_drop = 1", "f.toml:3: predictive_drop:");
}

TEST(SrpKeys, Combinations) {
  expect_refused("srp", "n_min = 8\nn_max = 7", "f.toml:4: n_max: 7 is below n_min = 8");
  expect_refused("srp", "n_min = 17", "n_max: 16 is below n_min = 17");
  expect_refused("srp", "retransmission_packets = 7",
                 "f.toml:3: retransmission_packets: 7 is less than the messages of traffic group "
                 "`a` (8 packets); use at least 8");
  EXPECT_EQ(error_of(text_with("srp", "retransmission_packets = 8\nn_min = 8\nn_max = 8")),
            "accepted");
  EXPECT_EQ(error_of(text_with("srp", "n_min = 1\nttw = 1\nepsilon = 0.0\nlead = 0")), "accepted");
  expect_refused(
      "srp", "timeout = 5",
      "f.toml:3: timeout: after 5 cycles no answer can have come, so that everything would "
      "be sent again; the shortest way there and back takes 6; use 0 (never)");
  EXPECT_EQ(error_of(text_with("srp", "timeout = 6")), "accepted");
  expect_refused("srp", "timeout = 45", "the shortest way there and back takes 46; use",
                 "[network]\nnode_channel_latency = 10\nrouter_latency = 3\n");
}

// 4095 blocks of 8 packets and 5 %: with 1023 flits in a packet beyond half of what a grant tells
// apart, with 900 not.
TEST(SrpKeys, StartsThatNoGrantCanSay) {
  const std::string network =
      "[network]\ntopology = \"fat_tree\"\narity = 16\nlevels = 3\nvc_buffer_flits = 2048\n"
      "output_buffer_flits = 2048\n[routing]\nfunction = \"nearest_common_ancestor\"\n";
  const auto error = [&](const char* flits) {
    return error_of(text_with("srp", "n_max = 16", network) + "packet_flits = " + flits + "\n");
  };
  EXPECT_NE(error("1023").find("up to 35192430 cycles ahead; a grant can say less than 33554428"),
            std::string::npos)
      << error("1023");
  EXPECT_EQ(error("900").find("cycles ahead"), std::string::npos) << error("900");
  // 4,095 blocks of 8,184 flits and the lead, at the very edge.
  const auto with_lead = [&](const char* lead) {
    return error_of(text_with("srp", std::string("epsilon = 0.0\nlead = ") + lead, network) +
                    "packet_flits = 1023\n");
  };
  EXPECT_EQ(with_lead("40947").find("cycles ahead"), std::string::npos) << with_lead("40947");
  EXPECT_NE(with_lead("40948").find(": n_max: with a block of 8184 flits"), std::string::npos)
      << with_lead("40948");
  EXPECT_NE(with_lead("40948").find("up to 33554428 cycles ahead"), std::string::npos);
}

TEST(SrpKeys, KeysOfOthersAreUnknown) {
  expect_refused("srp", "threshold = 0.5", "f.toml:3: threshold: ");
  expect_refused("ecn", "ttw = 5", "f.toml:3: ttw: ");
  expect_refused("srp", "twt = 5", "f.toml:3: twt: ");
}

TEST(SrpKeys, TopologiesAndRoutings) {
  const std::string tree = "[network]\ntopology = \"fat_tree\"\narity = 2\nlevels = 3\n";
  EXPECT_NE(error_of(text_with("srp", "", tree + "[routing]\nfunction = \"ugal\"\n"))
                .find("f.toml:9: function: ugal does not work on topology fat_tree; use "),
            std::string::npos);
  // Two deadlock classes, one data VC: found when the VCs are numbered.
  const RunSummary run = run_in_child(parse_scenario(
      text_with("srp", "", "[network]\ndata_vcs = 1\n[routing]\nfunction = \"ugal\"\n"), "f.toml",
      {}, EngineKind::kModel));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.error.find("f.toml:5: data_vcs: 1 data VCs are fewer than the 2"),
            std::string::npos)
      << run.error;
  EXPECT_EQ(error_of(text_with("srp", "",
                               tree + "[routing]\nfunction = "
                                      "\"nearest_common_ancestor\"\n")),
            "accepted");
}

TEST(EcnKeys, OutOfRange) {
  expect_refused("ecn", "threshold = -1.0", "f.toml:3: threshold: -1 is out of range");
  expect_refused("ecn", "increment = 0", "f.toml:3: increment: 0 is out of range");
  expect_refused("ecn", "decrement = 0", "f.toml:3: decrement: 0 is out of range");
  expect_refused("ecn", "maximum = 4096", "f.toml:3: maximum: 4096 is out of range");
  expect_refused("ecn", "timer = 0", "f.toml:3: timer: 0 is out of range");
  expect_refused("ecn", "mode = \"red\"", "f.toml:3: mode: ");
  expect_refused("ecn", "delay_entries = 0", "f.toml:3: delay_entries: 0 is out of range");
  expect_refused("ecn", "threshold_weight = 16", "f.toml:3: threshold_weight: 16 is out of range");
  expect_refused("ecn", "victim_mask = \"some\"", "f.toml:3: victim_mask: ");
}

TEST(EcnKeys, Combinations) {
  expect_refused("ecn", "mode = \"cct\"\ncct_minimum = 20\ncct_limit = 20",
                 "f.toml:4: cct_minimum: 20 is not below cct_limit = 20");
  expect_refused("ecn", "cct_minimum = 3\ncct_limit = 2",
                 "f.toml:3: cct_minimum: 3 is not below cct_limit = 2");
}

TEST(MechanismKeys, MissingVariantsOfTheRtlAreNamed) {
  // No RTL was built with 63 entries; the model needs none.
  const std::string srp = text_with("srp", "reservation_entries = 63");
  EXPECT_EQ(error_of(srp), "accepted");
  EXPECT_NE(
      error_of(srp, {}, EngineKind::kRtl).find("f.toml:3: reservation_entries: no RTL of srp_"),
      std::string::npos)
      << error_of(srp, {}, EngineKind::kRtl);
  // Of predictive routers there are those of 8 and of 32 ports.
  const std::string predictive = text_with("srp", "predictive_drop = true",
                                           "[network]\ndimensions = [4, 4]\nconcentration = 40\n");
  EXPECT_NE(error_of(predictive, {}, EngineKind::kRtl)
                .find("f.toml:3: predictive_drop: no RTL of srp_router was built"),
            std::string::npos)
      << error_of(predictive, {}, EngineKind::kRtl);
  const std::string ecn = text_with("ecn", "delay_entries = 63");
  EXPECT_EQ(error_of(ecn), "accepted");
  EXPECT_NE(error_of(ecn, {}, EngineKind::kRtl).find("f.toml:3: delay_entries: no RTL of ecn_nic"),
            std::string::npos)
      << error_of(ecn, {}, EngineKind::kRtl);
  // With a marking rate the router has counters, built for 8 ports only.
  const std::string rate =
      text_with("ecn", "marking_rate = 3", "[network]\ndimensions = [4, 4]\nconcentration = 8\n");
  EXPECT_EQ(error_of(rate), "accepted");
  EXPECT_NE(error_of(rate, {}, EngineKind::kRtl).find("no RTL of ecn_router was built"),
            std::string::npos)
      << error_of(rate, {}, EngineKind::kRtl);
}

}  // namespace
}  // namespace chokepoint::test
