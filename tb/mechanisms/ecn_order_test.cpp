// SPDX-License-Identifier: Apache-2.0
// ECN cycle by cycle: mark, notification, delay. The time diagram of docs/reference/ecn/ecn.md is
// drawn from this run.
#include "sim/mechanisms/ecn/messages.h"
#include "tb/mechanisms/srp_picture.h"
#include "tb/mechanisms/srp_probe.h"

namespace chokepoint::test {
namespace {

using Kind = PacketKind;
using Cycles = std::vector<Cycle>;

constexpr NodeId kEcnSource = 0, kEcnDestination = 3;
constexpr Cycle kEcnPath = 1 + 1 + 10 + 1 + 1;  // as in srp_order_test.cpp
constexpr unsigned kEcnFlits = 16, kIncrement = 24, kMaximum = 40;

TEST(EcnOrder, MarkNotificationDelay) {
  // Node 0 is 10 cycles away; nodes 1 and 2, at the destination's router, send three packets.
  Scenario scenario = graph_network("ecn", {1, 3}, {{0, 1}});
  scenario.run.measure = 1000;
  scenario.run.drain = 3000;
  scenario.network.data_vcs = 1;
  scenario.network.vc_buffer_flits = 64;
  scenario.network.output_buffer_flits = kEcnFlits;
  set_mechanism(scenario, "threshold", 0.25);
  set_mechanism(scenario, "increment", int64_t{kIncrement});
  set_mechanism(scenario, "maximum", int64_t{kMaximum});
  add_messages(scenario,
               {{0, kEcnSource, kEcnDestination, 8 * kEcnFlits},
                {0, 1, kEcnDestination, 2 * kEcnFlits},
                {0, 2, kEcnDestination, kEcnFlits}},
               kEcnFlits);
  EventProbe probe;
  const RunSummary run = run_in_child(scenario, &probe);
  ASSERT_EQ(complaint(run), "");
  const std::vector<PacketEvent> events = events_of(run);
  const auto of = [&events](const char* what, Kind kind) {
    Cycles found;
    for (const PacketEvent& e : events) {
      const bool ours = e.source == kEcnSource || e.destination == kEcnSource;
      if (ours && e.what == what && e.kind == kind) found.push_back(e.at);
    }
    return found;
  };
  const Cycles sent = of("injected", Kind::kData), came = of("delivered", Kind::kData);
  const Cycles marked = of("marked", Kind::kData);
  const Cycles told = of("injected", ecn::kNotification);
  const Cycles heard = of("delivered", ecn::kNotification);
  ASSERT_EQ(sent.size(), 8u);
  ASSERT_EQ(came.size(), 8u);
  // Head and threshold: a packet that crosses while more than 16 flits wait, itself included, is
  // marked a cycle later. The first one waits for the packets of nodes 1 and 2; five are marked.
  EXPECT_EQ(marked, (Cycles{34, 66, 82, 98, 114}));
  EXPECT_EQ(run.mechanism.at("notifications_sent"), marked.size() + 2);  // nodes 1 and 2, one each
  // Two cycles after a marked packet's tail its notification is on the channel, with priority.
  ASSERT_EQ(told.size(), marked.size());
  for (size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i], came[i] + 2);
    EXPECT_EQ(heard[i], told[i] + kEcnPath);
  }
  // Until one is heard packets follow each other. The packet that starts next is the first that
  // delays its successor: by 24 cycles, after the second notification by 40, the maximum.
  EXPECT_EQ(heard[0], 66u);
  for (size_t i = 0; i < 5; ++i) EXPECT_EQ(sent[i + 1], sent[i] + kEcnFlits);
  EXPECT_GT(sent[5], heard[0]);
  EXPECT_LT(sent[5], heard[1]);
  EXPECT_EQ(sent[6], sent[5] + kEcnFlits + kIncrement);
  EXPECT_GT(sent[6], heard[1]);
  EXPECT_EQ(sent[7], sent[6] + kEcnFlits + kMaximum);

  Picture picture;
  picture.title = "ECN: marked packets, notifications, inter-packet delay of 24, then 40 cycles";
  picture.about = "Observed by ecn_order_test.cpp, MarkNotificationDelay.";
  const std::string s = "source S", d = "destination D";
  picture.lifelines = {s, d};
  for (size_t i = 0; i < sent.size(); ++i) {
    const bool mark = i < marked.size();
    picture.message(s, d, sent[i], came[i], fmt::format("P{}{}", i, mark ? ", marked" : ""),
                    "data");
  }
  for (size_t i = 0; i < told.size(); ++i) picture.message(d, s, told[i], heard[i], "", "control");
  picture.note(s, heard[0], fmt::format("notified: delay {}", kIncrement), "left");
  picture.note(s, heard[1], fmt::format("notified: delay {}", kMaximum), "left");
  picture.note(s, sent[6], fmt::format("{} after P5's last flit", kIncrement), "left");
  picture.note(s, sent[7], fmt::format("{} after P6's last flit", kMaximum), "left");
  expect_current(picture, "ecn/notification", 4);
}

}  // namespace
}  // namespace chokepoint::test
