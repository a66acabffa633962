// SPDX-License-Identifier: Apache-2.0
// The order of events of the SRP paper's Fig 3, cycle by cycle: without congestion (a), with a
// hotspot (b). The time diagrams of docs/reference/srp/srp.md are drawn from these runs.
#include "sim/mechanisms/srp/messages.h"
#include "tb/mechanisms/srp_picture.h"
#include "tb/mechanisms/srp_probe.h"

namespace chokepoint::test {
namespace {

using Kind = PacketKind;
using Cycles = std::vector<Cycle>;

constexpr NodeId kSource = 0, kFirst = 1, kSecond = 2, kDestination = 3;
// One channel of 10 cycles between two routers. A flit is at its router a cycle after it was
// injected, on the channel one later, at the other router 10 later, on the ejection channel one
// later, at the node one later.
constexpr Cycle kPath = 1 + 1 + 10 + 1 + 1;
// A speculative head waits a cycle in each router for its permission.
constexpr Cycle kSpeculativePath = kPath + 2;
constexpr unsigned kFlits = 16;

/// Node 0 on router 0, nodes 1, 2 and the destination 3 on router 1. Flits take turns, so that
/// data overtakes a speculative packet that has begun.
Scenario two_routers() {
  Scenario scenario = graph_network("srp", {1, 3}, {{0, 1}});
  scenario.network.arbitration = Arbitration::kFlit;
  scenario.run.measure = 1000;
  scenario.run.drain = 1000;
  return scenario;
}

TEST(SrpOrder, WithoutCongestion) {
  Scenario scenario = two_routers();
  constexpr Cycle kLead = 36;
  set_mechanism(scenario, "lead", int64_t{kLead});
  add_messages(scenario, {{0, kSource, kDestination, 4 * kFlits}}, kFlits);
  SrpProbe probe(scenario);
  const RunSummary run = run_in_child(scenario, &probe);
  ASSERT_EQ(complaint(run), "");
  const std::vector<PacketEvent> events = events_of(run);
  const auto sent = [&](Kind kind, NodeId source, int sequence = -1) {
    return times(events, "injected", kind, source, sequence);
  };
  const auto came = [&](Kind kind, NodeId source, int sequence = -1) {
    return times(events, "delivered", kind, source, sequence);
  };
  // Generated and offered to the unit in cycle 0; the request is there in 1, in the control queue
  // from then on, on the channel in 2. The first speculative packet follows it.
  const Cycle asked = 2, heard = asked + kPath;
  EXPECT_EQ(sent(srp::kReservation, kSource), (Cycles{asked}));
  EXPECT_EQ(came(srp::kReservation, kSource), (Cycles{heard}));
  // The grant takes two cycles in the network interface.
  const Cycle grant = heard + 2, granted = grant + kPath, start = heard + kLead;
  EXPECT_EQ(sent(srp::kGrant, kDestination), (Cycles{grant}));
  EXPECT_EQ(came(srp::kGrant, kDestination), (Cycles{granted}));
  // Packets follow each other until the grant is heard: two. From the cycle after t_s on the rest
  // goes as data.
  const Cycle first = asked + 1, second = first + kFlits, third = start + 1;
  ASSERT_LT(second, granted);
  ASSERT_GT(second + kFlits, granted);
  EXPECT_EQ(sent(Kind::kSpeculativeData, kSource), (Cycles{first, second}));
  EXPECT_EQ(sent(Kind::kData, kSource), (Cycles{third, third + kFlits}));
  const Cycle tail = kFlits - 1 + kPath, late = kFlits - 1 + kSpeculativePath;
  EXPECT_EQ(came(Kind::kSpeculativeData, kSource), (Cycles{first + late, second + late}));
  EXPECT_EQ(came(Kind::kData, kSource), (Cycles{third + tail, third + kFlits + tail}));
  // Acknowledged two cycles later; nothing is dropped.
  EXPECT_EQ(sent(srp::kAck, kDestination), (Cycles{first + late + 2, second + late + 2}));
  EXPECT_EQ(run.dropped, 0u);
  for (const PacketEvent& e : events) {
    if (e.kind == srp::kReservation) {
      EXPECT_EQ(e.payload, 4 * kFlits);
    }
    if (e.kind == srp::kGrant) {
      EXPECT_EQ(e.payload, start);
    }
  }

  Picture picture;
  picture.title = "SRP without congestion: a block of 4 packets of 16 flits";
  picture.about = "Observed by srp_order_test.cpp, WithoutCongestion.";
  picture.lifelines = {"source S", "destination D"};
  const std::string s = "source S", d = "destination D";
  const auto draw = [&](Kind kind, NodeId source, int sequence, const std::string& text,
                        const char* style) {
    const bool there = source == kSource;
    const Cycles from = sent(kind, source, sequence), to = came(kind, source, sequence);
    ASSERT_EQ(from.size(), 1u) << text;
    ASSERT_EQ(to.size(), 1u) << text;
    picture.message(there ? s : d, there ? d : s, from[0], to[0], text, style);
  };
  draw(srp::kReservation, kSource, -1, "R: 64 flits", "control");
  draw(srp::kGrant, kDestination, -1, fmt::format("G: t_s = {}", start), "control");
  for (int i = 0; i < 4; ++i) {
    draw(i < 2 ? Kind::kSpeculativeData : Kind::kData, kSource, i, fmt::format("P{}", i),
         i < 2 ? "speculative" : "data");
    if (i < 2) draw(srp::kAck, kDestination, i, fmt::format("ACK P{}", i), "control");
  }
  picture.note(s, granted, "grant: speculation ends", "left");
  picture.note(s, start, fmt::format("t_s = {}", start), "left");
  picture.note(d, heard, fmt::format("next free: {}", start + 68), "right");
  expect_current(picture, "srp/handshake", 5);
}

/// Two local nodes reserve 51 and 34 cycles of the destination. The end of the first one's
/// speculative packet stays in the output buffer, of one packet, while its data goes by.
Scenario srp_hotspot(unsigned ttw) {
  Scenario scenario = two_routers();
  scenario.network.output_buffer_flits = kFlits;
  set_mechanism(scenario, "n_min", int64_t{2});
  set_mechanism(scenario, "ttw", int64_t{ttw});
  add_messages(scenario,
               {{0, kSource, kDestination, 3 * kFlits},
                {0, kFirst, kDestination, 3 * kFlits},
                {0, kSecond, kDestination, 2 * kFlits}},
               kFlits);
  return scenario;
}

TEST(SrpOrder, WithCongestion) {
  constexpr unsigned kTtw = 16;
  const Scenario scenario = srp_hotspot(kTtw);
  SrpProbe probe(scenario);
  const RunSummary run = run_in_child(scenario, &probe);
  ASSERT_EQ(complaint(run), "");
  const std::vector<PacketEvent> events = events_of(run);
  const auto when = [&](const char* what, Kind kind, NodeId source, int sequence) {
    Cycles found;
    for (const PacketEvent& e : events) {
      const bool ours = e.source == kSource || e.destination == kSource;
      if (ours && e.what == what && e.kind == kind && e.source == source &&
          e.sequence == static_cast<unsigned>(sequence)) {
        found.push_back(e.at);
      }
    }
    EXPECT_EQ(found.size(), 1u) << what << " " << static_cast<unsigned>(kind) << " " << sequence;
    return found.empty() ? 0 : found[0];
  };
  // The schedule: node 1's reservation comes in 5, node 2's a cycle later, the distant one in 16.
  std::map<NodeId, Cycle> starts;
  for (const PacketEvent& e : events) {
    if (e.kind == srp::kGrant) starts[e.destination] = e.payload;
  }
  EXPECT_EQ(starts, (std::map<NodeId, Cycle>{// flits x 1.05, rounded up
                                             {kFirst, 5},
                                             {kSecond, 5 + 51},
                                             {kSource, 5 + 51 + 34}}));
  const Cycle start = starts[kSource];
  // Two packets go speculatively, wait at the destination's router, and are dropped: the first
  // exactly when its time is over. It has waited one cycle when it comes; its wait is over when it
  // has been kTtw + 1 in all, and it is dropped a cycle later.
  const Cycle first = 3, second = first + kFlits, at_router = kPath - 2 + 1;
  EXPECT_EQ(when("injected", Kind::kSpeculativeData, kSource, 0), first);
  EXPECT_EQ(when("injected", Kind::kSpeculativeData, kSource, 1), second);
  const Cycle drop = first + at_router - 1 + kTtw + 2;
  EXPECT_EQ(when("dropped", Kind::kSpeculativeData, kSource, 0), drop);
  EXPECT_EQ(when("dropped", Kind::kSpeculativeData, kSource, 1), drop + second - first);
  // The NACK stands where the head stood and takes the way back: across the switch in the next
  // cycle, out in the one after.
  const Cycle nack = when("delivered", srp::kNack, kDestination, 0);
  EXPECT_EQ(when("injected", srp::kNack, kDestination, 0), drop);
  EXPECT_EQ(nack, drop + 1 + 1 + 10 + 1 + 1);
  EXPECT_LT(nack, start);
  const Cycle granted = 2 + kPath + 2 + kPath;
  EXPECT_EQ(when("delivered", srp::kGrant, kDestination, 0) - granted, 0u);
  // What was dropped goes first; then what never went. The first entry's starts count in cycles that
  // four divides; the packet that goes again is shown in the third cycle after.
  const Cycle again = (start + 3) / 4 * 4 + 3;
  EXPECT_EQ(when("injected", Kind::kData, kSource, 0), again);
  EXPECT_EQ(when("injected", Kind::kData, kSource, 1), again + kFlits);
  EXPECT_EQ(when("injected", Kind::kData, kSource, 2), again + 2 * kFlits);
  EXPECT_EQ(run.mechanism.at("retransmitted"), 3u);  // these two, and one of node 2

  Picture picture;
  picture.title = "SRP towards a congested node: two others hold its schedule until 90";
  picture.about = "Observed by srp_order_test.cpp, WithCongestion.";
  const std::string s = "source S", r = "last router", d = "destination D";
  picture.lifelines = {s, r, d};
  picture.message(s, d, 2, when("delivered", srp::kReservation, kSource, 0), "R: 48 flits",
                  "control");
  picture.message(d, s, when("injected", srp::kGrant, kDestination, 0), granted,
                  fmt::format("G: t_s = {}", start), "control");
  for (int i = 0; i < 2; ++i) {
    const Cycle gone = when("dropped", Kind::kSpeculativeData, kSource, i);
    picture.message(s, r, when("injected", Kind::kSpeculativeData, kSource, i),
                    when("injected", Kind::kSpeculativeData, kSource, i) + at_router,
                    fmt::format("P{}", i), "lost");
    picture.note(r, gone, fmt::format("P{} dropped", i), "right");
    picture.message(r, s, gone, when("delivered", srp::kNack, kDestination, i),
                    fmt::format("NACK P{}", i), "control");
  }
  for (int i = 0; i < 3; ++i) {
    picture.message(s, d, when("injected", Kind::kData, kSource, i),
                    when("delivered", Kind::kData, kSource, i), fmt::format("P{}", i), "data");
  }
  picture.note(s, granted, "grant: speculation ends", "left");
  picture.note(s, start, fmt::format("t_s = {}", start), "left");
  expect_current(picture, "srp/handshake_congested", 5);
}

TEST(SrpOrder, ABlockedHeadExpiresToTheCycle) {
  for (const unsigned ttw : {1u, 2u, 7u, 33u}) {
    const Scenario scenario = srp_hotspot(ttw);
    SrpProbe probe(scenario);
    const RunSummary run = run_in_child(scenario, &probe);
    ASSERT_EQ(complaint(run), "") << ttw;
    const Cycles drops = times(events_of(run), "dropped", Kind::kSpeculativeData, kSource, 0);
    EXPECT_EQ(drops, (Cycles{3 + kPath - 2 + ttw + 2})) << ttw;
  }
}

/// Says when the head of node 2 is to be dropped: its wait in a cycle, and what has crossed to its
/// output and has no credit yet, beyond the 2 flits that a round trip holds, are more than TTW; in
/// the next cycle it goes.
class AheadProbe : public SrpProbe {
 public:
  AheadProbe(const Scenario& scenario, unsigned ttw, Cycle arrival)
      : SrpProbe(scenario), ttw_(ttw), arrival_(arrival) {}
  void cycle(Cycle now, Network& network) override {
    SrpProbe::cycle(now, network);
    if (now <= arrival_ + 1 || expected_ != 0) return;
    const NetworkContext& context = network.nic(kSecond).context();
    const unsigned used = network.router(1).outstanding_flits(
        context.topology.deliver_port(kDestination),
        static_cast<unsigned>(context.layout.speculative_vc));
    most_ = std::max(most_, used);
    if (now - 1 - arrival_ + (used > 2 ? used - 2 : 0) > ttw_) expected_ = now;
  }
  void report(Figures& figures) const override {
    SrpProbe::report(figures);
    figures["expected"] = static_cast<double>(expected_);
    figures["most ahead"] = most_;
  }

 private:
  Cycle ttw_, arrival_, expected_ = 0;
  unsigned most_ = 0;
};

TEST(SrpOrder, APredictiveHeadIsDroppedForWhatIsAheadOfIt) {
  for (const unsigned ttw : {5u, 10u, 16u}) {
    Cycles drops[2];
    RunSummary run;
    for (const bool predictive : {false, true}) {
      Scenario scenario = srp_hotspot(ttw);
      set_mechanism(scenario, "predictive_drop", predictive);
      AheadProbe probe(scenario, ttw, 4);
      run = run_in_child(scenario, &probe);
      ASSERT_EQ(complaint(run), "") << ttw;
      drops[predictive] = times(events_of(run), "dropped", Kind::kSpeculativeData, kSecond, 0);
    }
    EXPECT_EQ(drops[0], (Cycles{4 + ttw + 2})) << ttw;
    EXPECT_EQ(drops[1], (Cycles{static_cast<Cycle>(run.seen.at("expected"))})) << ttw;
    EXPECT_LT(drops[1][0], drops[0][0])
        << ttw << ": at most " << run.seen.at("most ahead") << " ahead";
  }
}

}  // namespace
}  // namespace chokepoint::test
