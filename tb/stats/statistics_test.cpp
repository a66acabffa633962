// SPDX-License-Identifier: Apache-2.0
// Statistics: windows, messages, flows, digest.
#include "sim/stats/statistics.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "sim/common/random.h"

namespace chokepoint {
namespace {

Scenario two_groups() {
  Scenario scenario;
  scenario.path = "test.toml";
  scenario.run.warmup = 100;
  scenario.run.measure = 200;
  scenario.run.drain = 100;
  scenario.run.interval = 50;
  for (const char* name : {"hot", "ur"}) {
    TrafficConfig group;
    group.name = name;
    group.sources = {0, 1};
    group.destinations = {4};
    group.pattern = "hotspot";
    scenario.traffic.push_back(group);
  }
  return scenario;
}

Packet packet_of(uint8_t group, Cycle created, uint32_t message, uint16_t packets = 1) {
  Packet packet;
  packet.id = message * 100u;
  packet.source = 1;
  packet.destination = 4;
  packet.group = group;
  packet.flits = 10;
  packet.created = created;
  packet.injected = created + 5;
  packet.message = message;
  packet.message_packets = packets;
  return packet;
}

/// Generates the packet's message, unless that was done, and delivers the packet.
void deliver(Statistics& statistics, Cycle now, const Packet& packet, bool generate = true) {
  if (generate) {
    statistics.generated(~Cycle{0} >> 1, packet.source, packet.destination, packet.group, 0,
                         packet.message, packet.message_packets);
  }
  statistics.delivered(now, packet);
}

nlohmann::json summary(const Statistics& statistics, const Scenario& scenario, Cycle cycles = 400) {
  Statistics::Outcome outcome;
  outcome.cycles = cycles;
  outcome.wall_seconds = 2;
  outcome.mechanism["throttles_sent"] = 3;
  outcome.checks["conservation"] = "ok";
  return nlohmann::json::parse(statistics.summary_json(scenario, outcome));
}

TEST(Statistics, WindowDecidesWhatCounts) {
  const Scenario scenario = two_groups();
  Statistics statistics(scenario);
  statistics.generated(99, 1, 0, 0, 10, 199, 1);    // before
  statistics.generated(100, 1, 0, 0, 10, 1100, 1);  // first
  statistics.generated(299, 1, 0, 0, 10, 1299, 1);  // last
  statistics.generated(300, 1, 0, 0, 10, 1300, 1);  // after
  deliver(statistics, 120, packet_of(0, 90, 1));    // ejected inside, created before
  deliver(statistics, 150, packet_of(0, 110, 2));   // both inside
  deliver(statistics, 350, packet_of(0, 290, 3));   // created inside, ejected after
  const auto json = summary(statistics, scenario);
  const auto& hot = json["groups"]["hot"];
  EXPECT_DOUBLE_EQ(hot["offered"], 20.0 / 200 / 2);
  EXPECT_DOUBLE_EQ(hot["accepted"], 20.0 / 200 / 2);
  EXPECT_DOUBLE_EQ(hot["latency"]["mean"], 50);
  EXPECT_EQ(hot["latency"]["p50"], 40);
  EXPECT_EQ(hot["latency"]["max"], 60);
  EXPECT_DOUBLE_EQ(hot["network_latency"]["mean"], 45);
  EXPECT_EQ(hot["packets_delivered"], 3);
  EXPECT_TRUE(json["groups"]["ur"]["latency"]["mean"].is_null());
  EXPECT_DOUBLE_EQ(statistics.mean_latency(0), 50);
  EXPECT_DOUBLE_EQ(statistics.mean_latency(1), 0);
  EXPECT_EQ(json["mechanism"]["throttles_sent"], 3);
  EXPECT_EQ(json["checks"]["conservation"], "ok");
  EXPECT_EQ(json["status"], "complete");
  EXPECT_EQ(json["cycles_per_second"], 200);
}

TEST(Statistics, AnInterruptedRunDividesByWhatItMeasured) {
  const Scenario scenario = two_groups();
  Statistics statistics(scenario);
  deliver(statistics, 120, packet_of(0, 110, 1));
  EXPECT_DOUBLE_EQ(summary(statistics, scenario, 150)["groups"]["hot"]["accepted"], 10.0 / 50 / 2);
  EXPECT_DOUBLE_EQ(summary(statistics, scenario, 50)["groups"]["hot"]["accepted"], 0);
}

TEST(Statistics, MessagesCompleteByCount) {
  const Scenario scenario = two_groups();
  Statistics statistics(scenario);
  uint16_t sequence_number = 0;
  for (const Cycle at : {150, 140, 190}) {
    Packet packet = packet_of(1, 120, 7, 3);
    packet.sequence_number = sequence_number++;
    deliver(statistics, at, packet, packet.sequence_number == 0);
  }
  auto json = summary(statistics, scenario);
  EXPECT_EQ(json["groups"]["ur"]["message_latency"]["count"], 1);
  EXPECT_EQ(json["groups"]["ur"]["message_latency"]["max"], 70);
  deliver(statistics, 200, packet_of(1, 120, 8, 2));  // one of two: not complete
  json = summary(statistics, scenario);
  EXPECT_EQ(json["groups"]["ur"]["message_latency"]["count"], 1);
}

TEST(Statistics, ADuplicateOrAMissingPacketIsNamed) {
  const Scenario scenario = two_groups();
  Statistics statistics(scenario);
  Packet packet = packet_of(0, 110, 7, 3);
  deliver(statistics, 150, packet);
  try {
    statistics.delivered(151, packet);  // within an open message
    ADD_FAILURE() << "not noticed";
  } catch (const CheckError& error) {
    EXPECT_NE(std::string(error.what()).find("source 1, message 7, sequence number 0"),
              std::string::npos)
        << error.what();
  }
  packet.sequence_number = 2;
  statistics.delivered(152, packet);
  try {
    statistics.check_all_delivered();
    ADD_FAILURE() << "not noticed";
  } catch (const CheckError& error) {
    EXPECT_NE(std::string(error.what()).find("source 1, message 7, sequence number 1"),
              std::string::npos)
        << error.what();
  }
  packet.sequence_number = 1;
  statistics.delivered(153, packet);
  statistics.check_all_delivered();
  EXPECT_THROW(statistics.delivered(154, packet), CheckError);  // of a message that is complete
}

TEST(Statistics, DigestIgnoresOrderAndSeesEverythingElse) {
  const Scenario scenario = two_groups();
  const Packet a = packet_of(0, 1, 1), b = packet_of(0, 1, 2);
  Statistics one(scenario), two(scenario), later(scenario), marked(scenario);
  one.injected(10, a);
  one.injected(11, b);
  two.injected(11, b);
  two.injected(10, a);
  later.injected(10, a);
  later.injected(12, b);
  marked.injected(10, a);
  marked.injected(11, b);
  marked.marked(11, b, 0);
  EXPECT_EQ(one.digest(), two.digest());
  EXPECT_NE(one.digest(), later.digest());
  EXPECT_NE(one.digest(), marked.digest());
  EXPECT_EQ(summary(one, scenario)["digest"].get<std::string>().size(), 18u);
}

TEST(Statistics, CountsDropsRetransmissionsAndControl) {
  const Scenario scenario = two_groups();
  Statistics statistics(scenario);
  const Packet data = packet_of(0, 110, 1);
  Packet control = data;
  control.group = kControlGroup;
  control.vc_class = make_vc_class(1, VcUse::kMessages);
  statistics.injected(110, data);
  statistics.dropped(120, data, 1);
  statistics.retransmitted(130, data);
  statistics.injected(130, data);
  statistics.injected(131, control);
  statistics.delivered(140, control);
  const auto json = summary(statistics, scenario);
  EXPECT_EQ(json["groups"]["hot"]["packets_injected"], 2);
  EXPECT_EQ(json["groups"]["hot"]["packets_dropped"], 1);
  EXPECT_EQ(json["groups"]["hot"]["packets_retransmitted"], 1);
  EXPECT_EQ(json["control"]["packets_delivered"], 1);
  EXPECT_EQ(statistics.packets_injected(), 3u);
  EXPECT_EQ(statistics.packets_dropped(), 1u);
}

TEST(Statistics, FlowsAndThrottledFraction) {
  const Scenario scenario = two_groups();
  Statistics statistics(scenario);
  deliver(statistics, 150, packet_of(0, 110, 1));
  statistics.throttled_flow_cycles(1, 4, 50);
  Statistics::Outcome outcome;
  outcome.cycles = 400;
  std::istringstream rows(statistics.flows_csv(scenario, outcome));
  std::string head, row, more;
  std::getline(rows, head);
  std::getline(rows, row);
  EXPECT_EQ(row, "hot,1,4,1,0.05,40,40,0.25");
  EXPECT_FALSE(std::getline(rows, more));
  // four possible flows in 200 measured cycles
  EXPECT_DOUBLE_EQ(summary(statistics, scenario)["throttled_fraction"], 50.0 / (4 * 200));
}

TEST(Statistics, ManyFlowsAreReportedByGroup) {
  Scenario scenario = two_groups();
  Statistics statistics(scenario);
  for (NodeId source = 0; source < 5000; ++source) {
    Packet packet = packet_of(0, 110, 1);
    packet.source = source;
    deliver(statistics, 150, packet);
  }
  Statistics::Outcome outcome;
  outcome.cycles = 400;
  const std::string text = statistics.flows_csv(scenario, outcome);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3);
  EXPECT_NE(text.find("hot,all,all,5000,250,"), std::string::npos) << text;
}

TEST(Statistics, TimeSeries) {
  const Scenario scenario = two_groups();
  Statistics statistics(scenario);
  statistics.generated(60, 1, 0, 1, 10, 160, 1);
  deliver(statistics, 70, packet_of(1, 60, 1));
  Statistics::Outcome outcome;
  outcome.cycles = 100;  // interrupted after two of eight intervals
  std::istringstream rows(statistics.timeseries_csv(scenario, outcome));
  std::vector<std::string> lines;
  for (std::string line; std::getline(rows, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 5u);
  EXPECT_EQ(lines[2], "0,ur,0,0,,,0,0,0,0");
  EXPECT_EQ(lines[4], "50,ur,0.1,0.1,10,10,1,0,0,0");
}

}  // namespace
}  // namespace chokepoint
