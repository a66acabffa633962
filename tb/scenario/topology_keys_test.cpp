// SPDX-License-Identifier: Apache-2.0
// Keys of the topologies, of message sizes and of `generate`: what is read, what is refused, and
// where the message says it is.
#include <gtest/gtest.h>

#include "tb/scenario/parse_text.h"

namespace chokepoint::test {
namespace {

std::string scenario_text(const std::string& network, const std::string& group = "",
                          const std::string& routing = "") {
  return "[network]\n" + network + (routing.empty() ? "" : "[routing]\n" + routing) +
         "[[traffic]]\nname = \"a\"\n" + group;
}

const char* const kTree = "topology = \"fat_tree\"\narity = 4\nlevels = 3\n";
const char* const kGraph =
    "topology = \"graph\"\nrouter_nodes = [3, 0, 5]\nlinks = [[0, 1], [1, 2], [1, 2]]\n";

std::string graph_with(const std::string& nodes, const std::string& links) {
  return scenario_text("topology = \"graph\"\nrouter_nodes = " + nodes + "\nlinks = " + links +
                       "\n");
}

TEST(TopologyKeys, AreRead) {
  const Scenario tree = parse(scenario_text(kTree, "", "function = \"nearest_common_ancestor\"\n"));
  EXPECT_EQ(tree.nodes(), 64u);
  EXPECT_EQ(tree.routers(), 48u);
  EXPECT_EQ(tree.radix(), 8u);
  EXPECT_EQ(tree.routing.function, "nearest_common_ancestor");
  EXPECT_EQ(tree.traffic[0].sources.size(), 64u);
  const Scenario graph = parse(scenario_text(kGraph));
  EXPECT_EQ(graph.nodes(), 8u);
  EXPECT_EQ(graph.routers(), 3u);
  EXPECT_EQ(graph.radix(), 7u);
  const std::vector<std::pair<RouterId, RouterId>> links = {{0, 1}, {1, 2}, {1, 2}};
  EXPECT_EQ(graph.network.shape.pairs("links"), links);
  EXPECT_EQ(parse(scenario_text("topology = \"fat_tree\"\n")).nodes(), 256u);
  const Scenario fly = parse(scenario_text("topology = \"butterfly\"\narity = 8\nstages = 2\n"));
  EXPECT_EQ(fly.nodes(), 64u);
  EXPECT_EQ(fly.routers(), 16u);
  EXPECT_EQ(parse(graph_with("[4]", "[]")).radix(), 4u);
}

TEST(TopologyKeys, ASpeedupMayHaveAHalf) {
  const NetworkConfig half = parse(scenario_text("speedup = 1.5\n")).network;
  EXPECT_EQ(half.speedup, 2u);
  EXPECT_TRUE(half.half_pass);
  for (const char* text : {"speedup = 2\n", "speedup = 2.0\n"}) {
    const NetworkConfig whole = parse(scenario_text(text)).network;
    EXPECT_EQ(whole.speedup, 2u);
    EXPECT_FALSE(whole.half_pass);
  }
  EXPECT_EQ(parse(scenario_text("speedup = 1.5\n"), {"network.speedup=1"}).network.speedup, 1u);
}

TEST(TopologyKeys, AnOverriddenTopologyDropsTheKeysOfTheOld) {
  const std::string flat = scenario_text("dimensions = [4]\nconcentration = 4\n");
  EXPECT_EQ(parse(flat, {"network.topology=fat_tree", "network.arity=3"}).nodes(), 9u);
  EXPECT_EQ(parse(scenario_text(kGraph), {"network.topology=flattened_butterfly"}).nodes(), 16u);
  EXPECT_EQ(parse(scenario_text(kGraph), {"network.links=[[0,1],[0,2]]"}).radix(), 6u);
  const std::string error =
      error_of(flat, {"network.topology=fat_tree", "network.concentration=2"});
  EXPECT_NE(error.find("--set network.concentration=2: concentration: has no effect with topology "
                       "fat_tree; it is for flattened_butterfly"),
            std::string::npos)
      << error;
}

TEST(TopologyKeys, VcClassesOfAFunctionThatHasItsOwnAreRefused) {
  const std::string classes = "vc_classes = \"hops\"\n";
  for (const char* function : {"minimal", "minimal_adaptive"}) {
    EXPECT_EQ(error_of(scenario_text("input_queues = \"fifo\"\n" + classes, "",
                                     std::string("function = \"") + function + "\"\n")),
              std::string("f.toml:3: vc_classes: has no effect with function ") + function +
                  "; it is for ugal, valiant: leave it out");
  }
  EXPECT_EQ(error_of(scenario_text(classes, "", "function = \"ugal\"\n")), "accepted");
  EXPECT_EQ(error_of(scenario_text("vc_classes = \"phase\"\n")), "accepted") << "the default";
}

struct KeyMistake {
  const char* what;
  std::string text;
  const char* error;
};

void PrintTo(const KeyMistake& mistake, std::ostream* out) {
  *out << mistake.what;
}

class TopologyMistakes : public testing::TestWithParam<KeyMistake> {};

TEST_P(TopologyMistakes, IsNamedWithItsPlace) {
  const std::string error = error_of(GetParam().text);
  EXPECT_NE(error.find(GetParam().error), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    All, TopologyMistakes,
    testing::Values(
        KeyMistake{"topology", scenario_text("topology = \"fat_three\"\n"),
                   "f.toml:2: topology: 'fat_three' is no choice; legal is butterfly, fat_tree, "
                   "flattened_butterfly, graph, torus (did you mean fat_tree?)"},
        KeyMistake{"foreign", scenario_text(std::string(kTree) + "dimensions = [4]\n"),
                   "f.toml:5: dimensions: has no effect with topology fat_tree; it is for "
                   "flattened_butterfly, torus"},
        KeyMistake{"foreign_default", scenario_text("arity = 4\n"),
                   "f.toml:2: arity: has no effect with topology flattened_butterfly; it is for "
                   "butterfly, fat_tree"},
        KeyMistake{"stages", scenario_text("topology = \"butterfly\"\nstages = 14\n"),
                   "f.toml:3: stages: 14 is out of range; legal is a whole number in 1..13"},
        KeyMistake{
            "too_many_nodes_of_a_butterfly",
            scenario_text("topology = \"butterfly\"\narity = 64\nstages = 13\n"),
            "f.toml:4: stages: 13 stages of arity 64 make over 4294967296 nodes; legal is at "
            "most 8192"},
        KeyMistake{
            "valiant_on_a_butterfly",
            scenario_text("topology = \"butterfly\"\n", "", "function = \"valiant\"\n"),
            "f.toml:4: function: valiant does not work on topology butterfly; use minimal or "
            "source_route"},
        KeyMistake{"turn_pool_without_turns",
                   scenario_text("topology = \"butterfly\"\n", "", "turn_pool_bits = 31\n"),
                   "turn_pool_bits: has no effect with function minimal; it is for source_route"},
        KeyMistake{"quarter_passes", scenario_text("speedup = 1.25\n"),
                   "f.toml:2: speedup: 1.25 is no whole number of passes in two cycles; legal is 1 "
                   "or 1.5"},
        KeyMistake{
            "no_share",
            scenario_text("input_queues = \"destination\"\ndata_vcs = 1\n"
                          "vc_buffer_flits = 15\n"),
            "f.toml:4: vc_buffer_flits: with input_queues = \"destination\" each of 16 nodes "
            "has an equal share, of 15 flits none; legal is at least 16"},
        KeyMistake{
            "shares_of_two_vcs", scenario_text("input_queues = \"destination\"\ndata_vcs = 2\n"),
            "f.toml:3: data_vcs: input_queues = \"destination\" shares out the buffer of one "
            "data VC, not of 2; legal is 1, with a routing function of one VC class"},
        KeyMistake{
            "shares_of_the_default_vcs", scenario_text("input_queues = \"destination\"\n"),
            "f.toml:1: data_vcs: input_queues = \"destination\" shares out the buffer of one "
            "data VC, not of 4"},
        KeyMistake{"share",
                   scenario_text("input_queues = \"destination\"\ndata_vcs = 1\n"
                                 "vc_buffer_flits = 64\n",
                                 "packet_flits = 5\n"),
                   "packet_flits: a packet of 5 flits does not fit into network.vc_buffer_flits / "
                   "nodes = 4; legal is at most 4"},
        KeyMistake{"levels", scenario_text("topology = \"fat_tree\"\nlevels = 4\n"),
                   "f.toml:3: levels: 4 is out of range; legal is a whole number in 2..3"},
        KeyMistake{"nodes", scenario_text("topology = \"fat_tree\"\narity = 32\nlevels = 3\n"),
                   "f.toml:3: arity: 3 levels of arity 32 make 32768 nodes; legal is at most 8192"},
        KeyMistake{"valiant", scenario_text(kTree, "", "function = \"valiant\"\n"),
                   "f.toml:6: function: valiant does not work on topology fat_tree; use "
                   "minimal or nearest_common_ancestor or source_route"},
        KeyMistake{"ugal_on_a_graph", scenario_text(kGraph, "", "function = \"ugal\"\n"),
                   "f.toml:6: function: ugal does not work on topology graph; use minimal or "
                   "source_route"},
        KeyMistake{"key_of_another_function",
                   scenario_text("dimensions = [4]\n", "", "ugal_threshold = 4\n"),
                   "f.toml:4: ugal_threshold: has no effect with function minimal; it is for ugal"},
        KeyMistake{
            "range_of_a_functions_key",
            scenario_text("dimensions = [4]\n", "", "function = \"ugal\"\nugal_threshold = -1\n"),
            "f.toml:5: ugal_threshold: -1 is out of range; legal is a whole number in "
            "0..1000000 flits x hops"},
        KeyMistake{
            "ancestor",
            scenario_text("dimensions = [4]\n", "", "function = \"nearest_common_ancestor\"\n"),
            "f.toml:4: function: nearest_common_ancestor does not work on topology "
            "flattened_butterfly; use minimal or minimal_adaptive or source_route or ugal or "
            "valiant"},
        KeyMistake{"tornado", scenario_text(kTree, "pattern = \"tornado\"\n"),
                   "f.toml:7: pattern: tornado needs network.topology = flattened_butterfly, not "
                   "fat_tree"},
        KeyMistake{"no_nodes", scenario_text("topology = \"graph\"\n"),
                   "f.toml:1: router_nodes: missing; topology graph needs"},
        KeyMistake{"no_links", scenario_text("topology = \"graph\"\nrouter_nodes = [1, 1]\n"),
                   "f.toml:1: links: no way leads from router 0 to router 1; add a link"},
        KeyMistake{"empty_links", graph_with("[1, 1]", "[]"),
                   "f.toml:4: links: no way leads from router 0 to router 1; add a link"},
        KeyMistake{
            "triple", graph_with("[1, 1]", "[[0, 1, 2]]"),
            "f.toml:4: links: [[0, 1, 2]] is not a list of pairs of whole numbers; legal is a "
            "list of pairs of whole numbers in 0..255 routers such as [[0, 1], [1, 2]]"},
        KeyMistake{"flat_links", graph_with("[1, 1]", "[0, 1]"), "f.toml:4: links: [0, 1] is not"},
        KeyMistake{"text_links", graph_with("[1, 1]", "[[0, \"1\"]]"),
                   "f.toml:4: links: a value of this kind is not"},
        KeyMistake{"mixed_links", graph_with("[1, 1]", "[[0, 1], 2]"),
                   "f.toml:4: links: a value of this kind is not"},
        KeyMistake{"range", graph_with("[1, 1]", "[[0, 256]]"),
                   "f.toml:4: links: 256 is out of range; legal is a list"},
        KeyMistake{"no_router", graph_with("[1, 1]", "[[0, 2]]"),
                   "f.toml:4: links: [0, 2] names router 2"},
        KeyMistake{
            "ring", graph_with("[1, 1, 1, 1, 1]", "[[0, 1], [1, 2], [2, 3], [3, 4], [4, 0]]"),
            "f.toml:4: links: the minimal routes can deadlock: each channel around routers "},
        KeyMistake{"apart", graph_with("[1, 1, 1, 1]", "[[0, 1], [2, 3]]"),
                   "f.toml:4: links: no way leads from router 0 to router 2"}),
    [](const auto& info) { return std::string(info.param.what); });

TEST(GenerationKeys, AreRead) {
  const Scenario s = parse(scenario_text(
      "dimensions = [4]\n",
      "message_sizes = [4, 64]\nmessage_weights = [3, 1]\nmessage_weights_by = \"data\"\n"
      "generate = \"periodic\"\nburst_cycles = 10\nperiod_cycles = 40\n"
      "[[traffic]]\nname = \"b\"\nmessage_packets = 4\nmessage_packets_max = 64\n"
      "[[traffic]]\nname = \"c\"\ngenerate = \"impulse\"\nstart = 9\n"));
  EXPECT_EQ(s.traffic[0].message_sizes, (std::vector<unsigned>{4, 64}));
  EXPECT_EQ(s.traffic[0].message_weights, (std::vector<unsigned>{3, 1}));
  EXPECT_EQ(s.traffic[0].message_weights_by, WeightsBy::kData);
  EXPECT_EQ(s.traffic[0].generate, Generate::kPeriodic);
  EXPECT_EQ(s.traffic[0].burst_cycles, 10u);
  EXPECT_EQ(s.traffic[0].period_cycles, 40u);
  EXPECT_EQ(s.traffic[1].message_packets_max, 64u);
  EXPECT_EQ(s.traffic[2].generate, Generate::kImpulse);
}

TEST(GenerationKeys, AnOverriddenWayOfGeneratingDropsTheKeysOfTheOld) {
  const std::string text = scenario_text(
      "dimensions = [4]\n", "rate = 0.3\ngenerate = \"periodic\"\nburst_cycles = 10\n");
  EXPECT_DOUBLE_EQ(parse(text, {"traffic.a.generate=rate"}).traffic[0].rate, 0.3);
  EXPECT_EQ(parse(text, {"traffic.a.generate=impulse"}).traffic[0].generate, Generate::kImpulse);
  const std::string error =
      error_of(text, {"traffic.a.generate=impulse", "traffic.a.burst_cycles=4"});
  EXPECT_NE(error.find("burst_cycles: has no effect with generate = impulse; it is for periodic"),
            std::string::npos)
      << error;
}

TEST(GenerationKeys, MistakesAreNamed) {
  const std::pair<const char*, const char*> cases[] = {
      {"message_sizes = [4]\nmessage_packets = 4\n",
       "f.toml:6: message_packets: has no effect beside message_sizes"},
      {"message_sizes = [4]\nmessage_packets_max = 4\n", "f.toml:6: message_packets_max: has no"},
      {"message_sizes = [4, 8]\nmessage_weights = [1]\n",
       "f.toml:6: message_weights: has 1 weights for 2 message_sizes; give one for each size"},
      {"message_weights = [1]\n", "f.toml:5: message_weights: has no effect without message_sizes"},
      {"message_weights_by = \"data\"\n", "f.toml:5: message_weights_by: has no effect without"},
      {"message_sizes = [0]\n", "f.toml:5: message_sizes: 0 is out of range"},
      {"message_sizes = []\n", "f.toml:5: message_sizes: is empty"},
      {"message_sizes = [4, 300]\n",
       "f.toml:5: message_sizes: a message of 9600 flits does not fit into "
       "network.send_queue_flits"},
      {"message_packets_max = 300\n", "f.toml:5: message_packets_max: a message of 9600 flits"},
      {"message_packets_max = 3\n",
       "f.toml:5: message_packets_max: 3 is below message_packets = 4"},
      {"generate = \"impulse\"\nrate = 0.5\n",
       "f.toml:6: rate: has no effect with generate = impulse; it is for periodic, rate"},
      {"generate = \"impulse\"\nstop = 5\n", "f.toml:6: stop: has no effect with generate"},
      {"burst_cycles = 5\n",
       "f.toml:5: burst_cycles: has no effect with generate = rate; it is for periodic"},
      {"generate = \"periodic\"\nburst_cycles = 50\nperiod_cycles = 40\n",
       "f.toml:6: burst_cycles: 50 is more than period_cycles = 40; give at most that"},
      {"generate = \"periodic\"\nperiod_cycles = 40\n",
       "f.toml:5: burst_cycles: 1000 is more than period_cycles = 40"},
      {"pattern = \"list\"\nfile = \"x\"\ngenerate = \"impulse\"\n",
       "f.toml:7: generate: has no effect with pattern list"},
      {"generate = \"impulses\"\n", "did you mean impulse?"},
  };
  for (const auto& [group, expected] : cases) {
    const std::string error = error_of(scenario_text("dimensions = [4]\n", group));
    EXPECT_NE(error.find(expected), std::string::npos) << group << " -> " << error;
  }
}

}  // namespace
}  // namespace chokepoint::test
