// SPDX-License-Identifier: Apache-2.0
// Statistics: quantiles against exact ones, windows, messages, flows, digest, whole-file output.
#include "sim/stats/statistics.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "sim/common/random.h"
#include "sim/stats/delivery_ledger.h"
#include "sim/stats/histogram.h"
#include "sim/common/open_map.h"
#include "sim/stats/output_file.h"

namespace chokepoint {
namespace {

TEST(Histogram, BucketsTileTheNumbers) {
  uint64_t expected = 0;
  for (size_t bucket = 0; bucket < 4000; ++bucket) {
    ASSERT_EQ(Histogram::bucket_low(bucket), expected);
    ASSERT_EQ(Histogram::bucket(expected), bucket);
    expected += Histogram::bucket_width(bucket);
    ASSERT_EQ(Histogram::bucket(expected - 1), bucket);
  }
}

TEST(Histogram, QuantilesMatchExactOnes) {
  const bool held = rc::check("quantile lies in the exact quantile's bucket", [] {
    const auto shift = *rc::gen::inRange(0, 40);
    auto values = *rc::gen::nonEmpty(rc::gen::container<std::vector<uint64_t>>(
        rc::gen::inRange<uint64_t>(0, (uint64_t{2} << shift))));
    const auto permille = *rc::gen::inRange(1u, 1001u);
    Histogram histogram;
    uint64_t sum = 0;
    for (const uint64_t value : values) {
      histogram.add(value);
      sum += value;
    }
    std::sort(values.begin(), values.end());
    const size_t rank = (values.size() * permille + 999) / 1000;
    const uint64_t exact = values[rank == 0 ? 0 : rank - 1];
    const uint64_t found = histogram.quantile(permille);
    RC_ASSERT(Histogram::bucket(found) == Histogram::bucket(exact));
    if (exact < 256) RC_ASSERT(found == exact);
    if (exact < (uint64_t{1} << 40)) {
      RC_ASSERT((found > exact ? found - exact : exact - found) * 128 <= exact);
    }
    RC_ASSERT(histogram.max() == values.back());
    RC_ASSERT(histogram.sum() == sum);
    RC_ASSERT(histogram.quantile(1000) <= values.back());
  });
  EXPECT_TRUE(held);
}

TEST(OpenMap, RunsOfCountedNumbersDoNotPileUp) {
  OpenMap<uint64_t> map(1024);  // as of the packets of 16 sources with a backlog
  for (uint64_t number = 0; number < 3000; ++number) {
    for (uint64_t source = 0; source < 16; ++source) map[(source << 42) | number] = number;
  }
  EXPECT_LT(map.longest_search(), 100u);
}

TEST(OpenMap, BehavesAsAMap) {
  const bool held = rc::check("insert, find, erase", [] {
    OpenMap<uint32_t> map(4);
    std::map<uint64_t, uint32_t> reference;
    const auto steps = *rc::gen::container<std::vector<std::pair<uint8_t, uint32_t>>>(
        rc::gen::pair(rc::gen::arbitrary<uint8_t>(), rc::gen::arbitrary<uint32_t>()));
    for (const auto& [key, value] : steps) {
      if (value % 3 == 0) {
        map.erase(key);
        reference.erase(key);
      } else {
        map[key] = value;
        reference[key] = value;
      }
      RC_ASSERT(map.size() == reference.size());
    }
    for (uint64_t key = 0; key < 256; ++key) {
      const uint32_t* found = map.find(key);
      RC_ASSERT((found != nullptr) == (reference.count(key) != 0));
      if (found != nullptr) RC_ASSERT(*found == reference.at(key));
    }
  });
  EXPECT_TRUE(held);
}

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
    statistics.generated(~Cycle{0} >> 1, packet.source, packet.group, 0, packet.message,
                         packet.message_packets);
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
  statistics.generated(99, 1, 0, 10, 199, 1);      // before
  statistics.generated(100, 1, 0, 10, 1100, 1);    // first
  statistics.generated(299, 1, 0, 10, 1299, 1);    // last
  statistics.generated(300, 1, 0, 10, 1300, 1);    // after
  deliver(statistics, 120, packet_of(0, 90, 1));   // ejected inside, created before
  deliver(statistics, 150, packet_of(0, 110, 2));  // both inside
  deliver(statistics, 350, packet_of(0, 290, 3));  // created inside, ejected after
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

TEST(DeliveryLedger, BehavesAsASetOfPackets) {
  using Arrival = DeliveryLedger::Arrival;
  const bool held = rc::check("deliveries in any order", [] {
    const auto packets = *rc::gen::inRange(1u, 300u);
    const auto order = *rc::gen::container<std::vector<unsigned>>(rc::gen::inRange(0u, 310u));
    DeliveryLedger ledger(4);
    ledger.generated(3, 5, packets);
    ledger.generated(3, 6, 1);
    std::vector<bool> came(310);
    unsigned left = packets;
    for (const unsigned number : order) {
      const Arrival arrival = ledger.delivered({3, 5, number});
      const bool expected = number < packets && !came[number];
      if (expected) {
        came[number] = true;
        --left;
      }
      RC_ASSERT(arrival == (!expected   ? Arrival::kNotExpected
                            : left != 0 ? Arrival::kMoreToCome
                                        : Arrival::kMessageComplete));
    }
    const auto missing = ledger.first_missing();
    const auto first = std::find(came.begin(), came.end(), false) - came.begin();
    RC_ASSERT(missing.has_value());
    RC_ASSERT(missing->message == (left != 0 ? 5u : 6u));
    if (left != 0) RC_ASSERT(missing->sequence_number == first);
    for (unsigned number = 0; number < packets; ++number) {
      if (!came[number]) ledger.delivered({3, 5, number});
    }
    RC_ASSERT(ledger.delivered({3, 6, 0}) == Arrival::kMessageComplete);
    RC_ASSERT(!ledger.first_missing());
    RC_ASSERT(ledger.packets_delivered() == ledger.packets_generated());
  });
  EXPECT_TRUE(held);
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
  control.vc_class = VcClass::kControl;
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
  statistics.generated(60, 1, 1, 10, 160, 1);
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

TEST(OutputFile, AppearsWholeOrNotAtAll) {
  const auto folder = std::filesystem::temp_directory_path() / "chokepoint_output_test";
  std::filesystem::remove_all(folder);
  EXPECT_THROW(write_whole_file((folder / "a").string(), "x"), std::runtime_error);
  const Scenario scenario = two_groups();
  Statistics statistics(scenario);
  statistics.write(folder.string(), scenario, {});
  size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++files;
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos);
  }
  EXPECT_EQ(files, 3u);
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
