// SPDX-License-Identifier: Apache-2.0
// The scenario reader: what it accepts, and that each kind of mistake is named with file, line and
// key.
#include "sim/reader/scenario_reader.h"

#include <gtest/gtest.h>

#include <sstream>

#include "sim/reader/keys.h"
#include "tb/scenario/parse_text.h"

namespace chokepoint::test {
namespace {

const char* const kGood = R"(title = "t"
[network]
dimensions = [4]
concentration = 4
[routing]
function = "ugal"
[mechanism]
name = "cbcm"
num_samples = 50
[[traffic]]
name = "hot"
pattern = "hotspot"
sources = [0, 5, "8-9"]
destinations = [4]
rate = 1.0
[[traffic]]
name = "ur"
sources = "rest"
rate = 0.25
[run]
seed = 3
)";

/// The good scenario with line `line` replaced, or with lines put after it if `insert`.
std::string with_line(size_t line, const std::string& text, bool insert = false) {
  std::istringstream in(kGood);
  std::string result, row;
  for (size_t i = 1; std::getline(in, row); ++i) {
    if (i != line || insert) result += row + "\n";
    if (i == line) result += text + "\n";
  }
  return result;
}

using Nodes = std::vector<NodeId>;

TEST(Reader, ReadsEverything) {
  const Scenario s = parse(kGood);
  EXPECT_EQ(s.title, "t");
  EXPECT_EQ(s.nodes(), 16u);
  EXPECT_EQ(s.routing.function, "ugal");
  EXPECT_EQ(s.mechanism.name, "cbcm");
  EXPECT_EQ(s.mechanism.integer("num_samples"), 50);
  EXPECT_EQ(s.mechanism.integer("bound_sample_interval"), 10);  // default filled in
  EXPECT_DOUBLE_EQ(s.mechanism.real("rate_scale"), 1.0);
  ASSERT_EQ(s.traffic.size(), 2u);
  EXPECT_EQ(s.traffic[0].sources, (Nodes{0, 5, 8, 9}));
  EXPECT_EQ(s.traffic[1].sources, (Nodes{1, 2, 3, 6, 7, 10, 11, 12, 13, 14, 15}));
  EXPECT_EQ(s.traffic[1].destinations, s.traffic[1].sources);
  EXPECT_EQ(s.traffic[1].traffic_class, "ur");
  EXPECT_EQ(s.run.seed, 3u);
}

TEST(Reader, DefaultsAreThoseOfTheStructs) {
  const Scenario s = parse("[[traffic]]\nname = \"a\"\n"), d;
  EXPECT_EQ(s.network.topology, d.network.topology);
  EXPECT_EQ(s.routing.function, d.routing.function);
  EXPECT_EQ(s.network.vc_buffer_flits, d.network.vc_buffer_flits);
  EXPECT_EQ(s.run.measure, d.run.measure);
  EXPECT_EQ(s.run.disable_at, ~Cycle{0});
  EXPECT_EQ(s.mechanism.name, "none");
  EXPECT_EQ(s.traffic[0].sources.size(), 16u);
  EXPECT_DOUBLE_EQ(s.traffic[0].rate, TrafficConfig().rate);
}

TEST(Reader, EveryKeyReachesItsOwnField) {
  // a value other than the default must change what is read back through the table
  for (const auto& part : sections()) {
    for (const auto& key : part.keys) {
      EXPECT_FALSE(key.doc.empty()) << key.name;
      if (!key.set || key.type != ValueType::kInteger) continue;
      const auto number = static_cast<int64_t>(key.min) + 2;
      Scenario a, b;
      a.traffic.resize(1);
      b.traffic.resize(1);
      a.faults.resize(1);
      b.faults.resize(1);
      key.set(a, 0, number);
      key.set(b, 0, number + 1);
      EXPECT_NE(key.min, key.max) << key.name;
      int differences = 0;  // exactly one field differs
      differences += a.network.data_vcs != b.network.data_vcs;
      differences += a.network.vc_buffer_flits != b.network.vc_buffer_flits;
      differences += a.network.output_buffer_flits != b.network.output_buffer_flits;
      differences += a.network.speedup != b.network.speedup;
      differences += a.network.channel_latency != b.network.channel_latency;
      differences += a.network.node_channel_latency != b.network.node_channel_latency;
      differences += a.network.router_latency != b.network.router_latency;
      differences += a.network.send_queue_flits != b.network.send_queue_flits;
      differences += a.network.node_queue_flits != b.network.node_queue_flits;
      differences += a.network.node_channel_vcs != b.network.node_channel_vcs;
      differences += a.network.control_queue_packets != b.network.control_queue_packets;
      differences += a.network.control_receive_packets != b.network.control_receive_packets;
      differences += a.traffic[0].offset != b.traffic[0].offset;
      differences += a.traffic[0].packet_flits != b.traffic[0].packet_flits;
      differences += a.traffic[0].message_packets != b.traffic[0].message_packets;
      differences += a.traffic[0].message_packets_max != b.traffic[0].message_packets_max;
      differences += a.traffic[0].burst_cycles != b.traffic[0].burst_cycles;
      differences += a.traffic[0].period_cycles != b.traffic[0].period_cycles;
      differences += a.traffic[0].start != b.traffic[0].start;
      differences += a.traffic[0].stop != b.traffic[0].stop;
      differences += a.faults[0].from != b.faults[0].from;
      differences += a.faults[0].to != b.faults[0].to;
      differences += a.faults[0].node != b.faults[0].node;
      differences += a.faults[0].sender != b.faults[0].sender;
      differences += a.faults[0].router != b.faults[0].router;
      differences += a.faults[0].port != b.faults[0].port;
      differences += a.faults[0].count != b.faults[0].count;
      differences += a.faults[0].cycles != b.faults[0].cycles;
      differences += a.run.warmup != b.run.warmup;
      differences += a.run.measure != b.run.measure;
      differences += a.run.drain != b.run.drain;
      differences += a.run.interval != b.run.interval;
      differences += a.run.start_cycle != b.run.start_cycle;
      differences += a.run.watchdog != b.run.watchdog;
      differences += a.run.seed != b.run.seed;
      differences += a.run.disable_at != b.run.disable_at;
      differences += a.run.enable_at != b.run.enable_at;
      differences += a.run.saturation_window != b.run.saturation_window;
      differences += a.wave.from != b.wave.from;
      differences += a.wave.to != b.wave.to;
      EXPECT_EQ(differences, 1) << part.name << "." << key.name;
    }
  }
}

struct Mistake {
  const char* what;
  size_t line;  ///< of the good scenario that is replaced (insert: put after)
  bool insert;
  const char* text;
  const char* error;  ///< must be in the message
};

void PrintTo(const Mistake& mistake, std::ostream* out) {
  *out << mistake.what;
}

class Mistakes : public testing::TestWithParam<Mistake> {};

TEST_P(Mistakes, IsNamed) {
  const Mistake& m = GetParam();
  const std::string error = error_of(with_line(m.line, m.text, m.insert));
  EXPECT_NE(error.find(m.error), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    All, Mistakes,
    testing::Values(
        Mistake{"unknown_key", 4, true, "data_vc = 2",
                "f.toml:5: data_vc: unknown key of [network]; did you mean data_vcs?"},
        Mistake{"key_of_another_table", 4, true, "warmup = 2",
                "f.toml:5: warmup: unknown key of [network]; it belongs in [run]"},
        Mistake{"far_key", 4, true, "zzzzzz = 2",
                "f.toml:5: zzzzzz: unknown key of [network]; legal are"},
        Mistake{"unknown_table", 20, false, "[runs]",
                "f.toml:20: runs: unknown table; did you mean run?"},
        Mistake{"top_level_key", 1, false, "rate = 1",
                "f.toml:1: rate: unknown key outside any table"},
        Mistake{"title_type", 1, false, "title = 1", "f.toml:1: title: is not a text"},
        Mistake{
            "type", 4, false, "concentration = \"4\"",
            "f.toml:4: concentration: '4' is not a whole number; legal is a whole number in 1..63"},
        Mistake{"float_for_integer", 4, false, "concentration = 4.0", "4 is not a whole number"},
        Mistake{"date", 4, false, "concentration = 2020-01-01", "is not a whole number"},
        Mistake{"zero", 4, false, "concentration = 0",
                "f.toml:4: concentration: 0 is out of range"},
        Mistake{
            "dimension_of_one", 3, false, "dimensions = [4, 1]",
            "f.toml:3: dimensions: 1 is out of range; legal is a list of whole numbers in 2..64"},
        Mistake{"no_dimension", 3, false, "dimensions = []", "f.toml:3: dimensions: is empty"},
        Mistake{"nested_array", 3, false, "dimensions = [[4]]",
                "dimensions: [[4]] is not a list of whole numbers"},
        Mistake{"nodes", 3, false, "dimensions = [16, 16, 16]",
                "make 16384 nodes; legal is at most 8192"},
        Mistake{"overflow", 3, false, "dimensions = [64, 64, 64, 64, 64, 64, 64]", "over "},
        Mistake{"radix", 3, false, "dimensions = [62]",
                "f.toml:3: dimensions: with concentration 4 these dimensions make routers of radix "
                "65; legal is at most 64"},
        Mistake{"choice", 6, false, "function = \"ugall\"",
                "f.toml:6: function: 'ugall' is no choice; legal is dimension_order, "
                "escape_adaptive, minimal, "
                "minimal_adaptive, nearest_common_ancestor, recovery_adaptive, source_route, ugal, "
                "valiant "
                "(did you mean ugal?)"},
        Mistake{"mechanism", 8, false, "name = \"cbmc\"", "f.toml:8: name: 'cbmc' is no choice"},
        Mistake{"mechanism_key", 9, false, "num_sample = 50",
                "f.toml:9: num_sample: unknown key of [mechanism]; did you mean num_samples?"},
        Mistake{"mechanism_range", 9, false, "num_samples = 5",
                "f.toml:9: num_samples: 5 is out of range"},
        Mistake{"mechanism_check", 9, false, "num_samples = 55",
                "f.toml:7: bound_sample_interval: 10 does not divide num_samples = 55"},
        Mistake{
            "negative_rate", 15, false, "rate = -0.1",
            "f.toml:15: rate: -0.1 is out of range; legal is a number in 0..1 flits/cycle/node"},
        Mistake{"rate_above_one", 15, false, "rate = 1.01", "1.01 is out of range"},
        Mistake{"nan", 15, false, "rate = nan", "nan is out of range"},
        Mistake{"infinite", 15, false, "rate = inf", "inf is out of range"},
        Mistake{"rate_type", 15, false, "rate = true", "true is not a number"},
        Mistake{"node", 13, false, "sources = [0, 16]",
                "f.toml:13: sources: node 16 does not exist; legal is 0..15"},
        Mistake{"huge_node", 13, false, "sources = [99999999999]", "does not exist"},
        Mistake{"negative_node", 13, false, "sources = [-1]", "'-1' is no node"},
        Mistake{"range", 13, false, "sources = \"9-5\"", "runs backwards"},
        Mistake{"no_sources", 13, false, "sources = []", "f.toml:13: sources: is empty"},
        Mistake{"word", 13, false, "sources = \"everyone\"", "'everyone' is no node"},
        Mistake{"mixed_all", 13, false, "sources = [\"all\", 3]", "stands alone"},
        Mistake{"twice", 13, false, "sources = [1, \"0-2\"]",
                "f.toml:13: sources: node 1 stands there twice"},
        Mistake{"own_sender", 14, false, "destinations = [5]",
                "f.toml:14: destinations: hotspot node 5 is among its own senders"},
        Mistake{"no_hotspot", 14, false, "", "destinations: missing; pattern hotspot needs"},
        Mistake{"foreign_key", 14, true, "offset = 4",
                "f.toml:15: offset: has no effect with pattern hotspot; it is for permutation"},
        Mistake{"pattern", 12, false, "pattern = \"hotspots\"", "did you mean hotspot?"},
        Mistake{"same_name", 17, false, "name = \"hot\"",
                "f.toml:17: name: 'hot' names another group too"},
        Mistake{"no_name", 17, false, "", "f.toml:16: name: missing"},
        Mistake{"bad_name", 17, false, "name = \"a b\"", "is no name"},
        Mistake{"packet", 15, true, "packet_flits = 200",
                "f.toml:16: packet_flits: a packet of 200 flits does not fit into "
                "network.output_buffer_flits = 128"},
        Mistake{"message", 15, true, "message_packets = 300",
                "f.toml:16: message_packets: a message of 9600 flits does not fit into "
                "network.send_queue_flits"},
        Mistake{"node_queue", 4, true, "node_queue_flits = 64",
                "message_packets: a message of 128 flits does not fit into "
                "network.node_queue_flits = 64; legal is at most 2 packets of 32 flits"},
        Mistake{"stop", 15, true, "start = 5\nstop = 5",
                "f.toml:17: stop: 5 is not after start = 5"},
        Mistake{"interval", 21, true, "measure = 100000000\ninterval = 1",
                "rows of timeseries.csv"},
        Mistake{"enable", 21, true, "enable_at = 5", "enable_at: 5 is not after disable_at"},
        Mistake{"seed", 21, false, "seed = -1", "f.toml:21: seed: -1 is out of range"},
        Mistake{"wave", 21, true, "[wave]\nwhat = [\"router.4\"]", "f.toml:23: what: "},
        Mistake{"syntax", 4, false, "concentration = ", "f.toml:4: column"},
        Mistake{"same_key", 4, true, "concentration = 4", "f.toml:5: column"},
        Mistake{"one_traffic_table", 10, false, "[traffic]", "is not"},
        Mistake{"table_as_value", 1, false, "network = 4", "f.toml:2"}),
    [](const auto& info) { return std::string(info.param.what); });

TEST(Reader, ReportsAllMistakesAtOnce) {
  std::string text = with_line(15, "rate = 2");
  text.replace(text.find("seed = 3"), 8, "sed = 3");
  const std::string error = error_of(text);
  EXPECT_NE(error.find("f.toml:15: rate"), std::string::npos) << error;
  EXPECT_NE(error.find("f.toml:21: sed: unknown key of [run]; did you mean seed?"),
            std::string::npos);
}

TEST(Reader, NoTraffic) {
  EXPECT_NE(error_of("").find("f.toml: traffic: there is no traffic"), std::string::npos);
}

TEST(Reader, EmptyRest) {
  const std::string error = error_of(
      "[[traffic]]\nname=\"a\"\nsources=\"0-15\"\n[[traffic]]\nname=\"b\"\n"
      "sources=\"rest\"\n");
  EXPECT_NE(error.find("f.toml:6: sources: \"rest\" is empty"), std::string::npos) << error;
}

// The same scenario for the RTL: what was not built is told in keys, wherever these stand. It is
// that of the paper's letter, whose window has the key of line 9; the default form's has another.
TEST(Rtl, MissingVariantNamesTheKeyAndItsPlace) {
  const auto refusal = [](const std::string& text, std::vector<std::string> overrides) {
    overrides.push_back("mechanism.sample_interval=1");
    return error_of(text, overrides, EngineKind::kRtl);
  };
  EXPECT_EQ(refusal(kGood, {}), "accepted");
  EXPECT_EQ(refusal(with_line(9, "num_samples = 90"), {}),
            "f.toml:9: num_samples: no RTL of cbcm_router was built for this; the nearest, "
            "cbcm_router_r8_letter, has NumSamples = 100 where this scenario needs 90 "
            "(mechanism.num_samples). Change the keys, use --engine model, or build it: "
            "scripts/add_variant.py cbcm_router Radix=7 Vcs=4 Speedup=2 NumSamples=90 "
            "BoundSampleInterval=10 Weighted=0 WeightFraction=12 SampleInterval=1 Intervals=0");
  const struct {
    const char *setting, *expected;
  } cases[] = {
      {"network.data_vcs=7", "--set network.data_vcs=7: network.data_vcs: no RTL of cbcm_router"},
      {"network.dimensions=[8]", "f.toml:9: num_samples: "},  // 50 samples at radix 8 only
      {"mechanism.throttle_entries=3", ": throttle_entries: no RTL of cbcm_nic"},
      {"mechanism.list_granularity=16", "ListGranularity = 4 where this scenario needs 16"},
  };
  for (const auto& c : cases) {
    const std::string text = refusal(kGood, {c.setting});
    EXPECT_NE(text.find(c.expected), std::string::npos) << c.setting << "\n-> " << text;
  }
  const std::string text = error_of(kGood, {"mechanism.window_samples=24"}, EngineKind::kRtl);
  EXPECT_EQ(
      text.rfind("--set mechanism.window_samples=24: window_samples: no RTL of cbcm_router", 0), 0u)
      << text;
}

TEST(Overrides, Apply) {
  const Scenario s =
      parse(kGood, {"traffic.ur.rate=0.4", "mechanism.num_samples=200", "run.seed=9",
                    "network.dimensions=[4,4]", "traffic.hot.sources=1-3,7",
                    "network.input_queues=fifo", "mechanism.hotspot_vc=false", "title=x y"});
  EXPECT_DOUBLE_EQ(s.traffic[1].rate, 0.4);
  EXPECT_EQ(s.mechanism.integer("num_samples"), 200);
  EXPECT_FALSE(s.mechanism.boolean("hotspot_vc"));
  EXPECT_EQ(s.run.seed, 9u);
  EXPECT_EQ(s.nodes(), 64u);
  EXPECT_EQ(s.traffic[0].sources, (Nodes{1, 2, 3, 7}));
  EXPECT_EQ(s.network.input_queues, InputQueues::kFifo);
  EXPECT_EQ(s.title, "x y");
  EXPECT_EQ(parse(kGood, {"network.dimensions=4,2"}).nodes(), 32u);
  EXPECT_EQ(parse(kGood, {"network.dimensions=8"}).nodes(), 32u);
}

TEST(Overrides, AnotherMechanismOrPatternDropsTheKeysOfTheOld) {
  const Scenario s = parse(kGood, {"mechanism.name=none", "traffic.hot.pattern=tornado"});
  EXPECT_EQ(s.mechanism.name, "none");
  EXPECT_TRUE(s.mechanism.values.empty());
  EXPECT_TRUE(s.traffic[0].destinations.empty());
  EXPECT_EQ(s.traffic[1].sources.size(), 12u);  // node 4 belongs to no group any more
  const std::string error = error_of(kGood, {"mechanism.name=none", "mechanism.num_samples=50"});
  EXPECT_NE(error.find("--set mechanism.num_samples=50: num_samples: unknown key"),
            std::string::npos)
      << error;
}

TEST(Overrides, ErrorsNameTheOption) {
  const std::pair<const char*, const char*> cases[] = {
      {"traffic.ur.rate=2", "--set traffic.ur.rate=2: rate: 2 is out of range"},
      {"traffic.urr.rate=1",
       "--set traffic.urr.rate=1: no traffic group 'urr'; the groups are hot, ur"},
      {"traffic.rate=1", "write traffic.GROUP.key=value"},
      {"run.sed=1", "--set run.sed=1: sed: unknown key of [run]; did you mean seed?"},
      {"rum.seed=1", "unknown table 'rum'; did you mean run?"},
      {"run.seed", "has no KEY=VALUE"},
      {"run=1", "names no key"},
      {"=1", "has no KEY=VALUE"},
      {"run.seed=", "--set run.seed=: seed: '' is not a whole number"},
      {"run.seed=1\n[wave]", "is not a whole number"},
  };
  for (const auto& [setting, expected] : cases) {
    const std::string error = error_of(kGood, {setting});
    EXPECT_NE(error.find(expected), std::string::npos) << setting << " -> " << error;
  }
}

TEST(Origins, OfKeyElseTableElseFile) {
  const Scenario scenario = parse(kGood, {"network.data_vcs=3"});
  EXPECT_EQ(scenario.origin("network", "data_vcs"), "--set network.data_vcs=3");
  EXPECT_EQ(scenario.origin("network", "concentration"), "f.toml:4");
  EXPECT_EQ(scenario.origin("network", "speedup"), "f.toml:2") << "the table's head";
  EXPECT_EQ(scenario.origin("wave", "from"), "f.toml");
}

TEST(Keys, NearestFindsTypos) {
  EXPECT_EQ(nearest("sed", {"seed", "warmup"}), "seed");
  EXPECT_EQ(nearest("zzzzzz", {"seed", "warmup"}), "");
}

TEST(Files, UnreadableOnesAreNamed) {
  for (const char* path : {"/no/such.toml", "/tmp"}) {
    try {
      read_scenario(path);
      FAIL() << path;
    } catch (const InputError& error) {
      EXPECT_EQ(std::string(error.what()).find(std::string(path) + ": cannot be read: "), 0u)
          << error.what();
    }
  }
}

}  // namespace
}  // namespace chokepoint::test
