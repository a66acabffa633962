// SPDX-License-Identifier: Apache-2.0
// Keys that a mechanism or a workload declares: defaults of every type, names that stand twice.
#include <gtest/gtest.h>

#include "sim/hooks/mechanism.h"
#include "sim/reader/keys.h"
#include "sim/workload/workload.h"
#include "tb/scenario/parse_text.h"

namespace chokepoint::test {
namespace {

std::vector<KeySpec> keys_of_every_type() {
  return {integer_key("number", 7, 0, 9, "", "for this test"),
          real_key("share", 0.5, 0, 1, "for this test"),
          boolean_key("flag", true, "for this test"),
          choice_key("word", {"one", "two"}, "for this test"),
          integer_list_key("levels", {}, 0, 9, "", "for this test"),
          integer_list_key("steps", {3, 4}, 0, 9, "", "for this test"),
          pair_list_key("pairs", 0, 9, "", "for this test")};
}

void expect_defaults(const OwnKeys& keys, const char* of) {
  EXPECT_EQ(keys.integer("number"), 7) << of;
  EXPECT_EQ(keys.real("share"), 0.5) << of;
  EXPECT_TRUE(keys.boolean("flag")) << of;
  EXPECT_EQ(keys.text("word"), "one") << of;
  EXPECT_EQ(keys.counts("levels"), std::vector<unsigned>{}) << of;
  EXPECT_EQ(keys.counts("steps"), (std::vector<unsigned>{3, 4})) << of;
  EXPECT_TRUE(keys.pairs("pairs").empty()) << of;
}

std::vector<WorkloadGroup> no_groups(const Scenario&) {
  return {};
}

const MechanismRegistration defaults_mechanism{
    {"own_defaults", "for this test", keys_of_every_type(), {}, {}}};
const WorkloadRegistration defaults_workload{
    {"own_defaults", "for this test", keys_of_every_type(), {}, no_groups, {}}};
const MechanismRegistration twice_mechanism{
    {"own_name", "for this test", {boolean_key("name", true, "")}, {}, {}}};
const WorkloadRegistration twice_workload{
    {"own_grid", "for this test", {boolean_key("grid", true, "")}, {}, no_groups, {}}};

const char* const kOneGroup = "[[traffic]]\nname = \"a\"\n";

TEST(OwnKeys, ThatAreLeftOutHaveTheirDefaultsWhateverTheirType) {
  const Scenario scenario = parse(
      "[mechanism]\nname = \"own_defaults\"\n[workload]\nname = "
      "\"own_defaults\"\n");
  expect_defaults(scenario.mechanism, "mechanism");
  expect_defaults(scenario.workload, "workload");
}

TEST(OwnKeys, AreReadBesideTheDefaultsOfOthers) {
  const Scenario scenario =
      parse("[mechanism]\nname = \"own_defaults\"\nlevels = [1]\npairs = [[1, 2]]\n" +
            std::string(kOneGroup));
  EXPECT_EQ(scenario.mechanism.counts("levels"), std::vector<unsigned>{1});
  EXPECT_EQ(scenario.mechanism.pairs("pairs"),
            (std::vector<std::pair<unsigned, unsigned>>{{1, 2}}));
  EXPECT_EQ(scenario.mechanism.integer("number"), 7);
}

TEST(OwnKeys, WithANameThatIsTakenAreRefusedAndBothOwnersNamed) {
  EXPECT_EQ(error_of("[mechanism]\nname = \"own_name\"\n" + std::string(kOneGroup)),
            "f.toml:2: name: two keys are called name, one of mechanism own_name and one of "
            "[mechanism]; rename one");
  EXPECT_EQ(error_of("[workload]\nname = \"own_grid\"\n"),
            "f.toml:2: name: two keys are called grid, one of workload own_grid and one of "
            "[workload]; rename one");
}

TEST(OwnKeys, OfATopologyOrARoutingFunctionLikewise) {
  const auto refusal = [](const char* key) -> std::string {
    try {
      joined(
          section("network").keys, "[network]",
          topology_keys({integer_key("width", 1, 1, 2, "", ""), integer_key(key, 1, 1, 2, "", "")}),
          "topology torus");
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refusal("height"), "accepted");
  EXPECT_EQ(refusal("data_vcs"),
            "two keys are called data_vcs, one of [network] and one of topology torus; rename one");
  EXPECT_EQ(refusal("width"),
            "two keys are called width, one of topology torus and one of topology torus; rename "
            "one");
}

}  // namespace
}  // namespace chokepoint::test
