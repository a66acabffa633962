// SPDX-License-Identifier: Apache-2.0
// VC classes and messages of a mechanism of the test's own: their VCs, their names in statistics,
// faults and errors; declarations that no run can make sense of.
#include <gtest/gtest.h>

#include "sim/hooks/nic_state.h"
#include "tb/network/network_run.h"
#include "tb/scenario/parse_text.h"

namespace chokepoint::test {
namespace {

constexpr PacketKind kHail{9}, kReply{10};

/// Set before a run: the child process inherits it.
struct CourierScript {
  std::function<void(NicState&, Cycle)> cycle;
  bool parcels = false;  ///< data goes as parcels
};
CourierScript script;

class CourierNic : public NicAttachment {
 public:
  CourierNic(NicState& nic, uint64_t& heard) : nic_(nic), heard_(heard) {
    if (script.parcels) decision_.vc_class = nic.context().layout.vc_class("parcel");
  }
  void begin_cycle(Cycle now) override {
    if (script.cycle) script.cycle(nic_, now);
  }
  InjectionDecision may_inject(Cycle, const QueueHead&) override { return decision_; }
  void control_received(Cycle, const Packet& packet) override {
    heard_ += packet.kind == kHail ? 1 : 0;
  }

 private:
  NicState& nic_;
  uint64_t& heard_;
  InjectionDecision decision_;
};

class Courier : public Mechanism {
 public:
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<CourierNic>(nic, heard_);
  }
  std::map<std::string, uint64_t> counters() const override { return {{"heard", heard_}}; }

 private:
  uint64_t heard_ = 0;
};

Declarations courier_declarations() {
  VcClassSpec parcel;
  parcel.name = "parcel";
  parcel.use = VcUse::kData;
  parcel.vcs = 2;
  parcel.priority = 0;
  parcel.voq = true;
  VcClassSpec slow;
  slow.name = "slow";
  slow.priority = 3;
  VcClassSpec express;
  express.name = "express";
  express.priority = 6;
  Declarations all{{parcel, slow, express}, {}};
  all.messages = {{"hail", kHail, "express", 0, {{"hat", 3}}, ""},
                  {"reply", kReply, "slow", 0, {}, ""}};
  return all;
}

const MechanismRegistration declaring_registration{{
    "courier",
    "messages and parcels of its own",
    {},
    [](const Scenario&) { return std::make_unique<Courier>(); },
    {},
    courier_declarations(),
}};

class DeclarationsTest : public ::testing::Test {
 protected:
  void SetUp() override { script = {}; }
  void TearDown() override { script = {}; }

  /// Node `from` sends `count` messages to the node four further at cycle 50.
  static void send(NodeId from, PacketKind kind, unsigned count) {
    const auto before = script.cycle;
    script.cycle = [=](NicState& nic, Cycle now) {
      if (before) before(nic, now);
      if (nic.id() != from || now != 50) return;
      for (unsigned i = 0; i < count; ++i) {
        if (!nic.control_ready(kind)) throw CheckError("no room for a message");
        nic.send_control(now, kind, from + 4, i);
      }
    };
  }
  static Scenario courier_network(const std::string& function = "minimal") {
    Scenario scenario = small_network("courier", function);
    scenario.run.measure = 2000;
    return scenario;
  }
};

/// When messages and data came, and on which VCs.
class Arrivals : public Probe {
 public:
  void delivered(Cycle now, const Packet& packet, unsigned vc) override {
    const std::string kind = std::to_string(static_cast<unsigned>(packet.kind));
    seen_.emplace("first " + kind, now);
    seen_["last " + kind] = static_cast<double>(now);
    ++seen_["vc " + std::to_string(vc)];
    if (packet.flits != 1 && carries_messages(packet.vc_class)) ++seen_["long messages"];
    if (packet.hops > 1) ++seen_["detours"];
  }
  void report(Figures& figures) const override { figures = seen_; }

 private:
  Figures seen_;
};

TEST_F(DeclarationsTest, AMessageIsDeliveredInItsVcAndCountedByName) {
  send(0, kHail, 10);
  send(1, kReply, 7);
  Arrivals arrivals;
  const RunSummary run = run_in_child(courier_network(), &arrivals);
  expect_complete(run);
  EXPECT_EQ(run.mechanism.at("heard"), 10u);
  EXPECT_EQ(run.at("vc 7"), 10);  // 4 data, 2 parcel, slow, express
  EXPECT_EQ(run.at("vc 6"), 7);
  EXPECT_EQ(run.at("long messages"), 0);
  EXPECT_EQ(run.summary["messages"]["hail"]["packets_injected"], 10);
  EXPECT_EQ(run.summary["messages"]["hail"]["packets_delivered"], 10);
  EXPECT_EQ(run.summary["messages"]["reply"]["packets_delivered"], 7);
  EXPECT_EQ(run.summary["classes"]["express"]["packets_delivered"], 10);
  EXPECT_EQ(run.summary["classes"]["express"]["channel_flits"], 10);
  EXPECT_EQ(run.summary["classes"]["express"]["ejection_flits"], 10);
  EXPECT_EQ(run.summary["classes"]["slow"]["ejection_flits"], 7);
  EXPECT_EQ(run.summary["classes"]["parcel"]["packets_injected"], 0);
  EXPECT_EQ(run.summary["control"]["packets_delivered"], 17);
}

TEST_F(DeclarationsTest, PriorityIsAsDeclared) {
  // Nodes 0 .. 2 of router 0 each have 60 flits for router 1: the channel takes one class after the
  // other. Node 2's are data.
  send(0, kReply, 60);
  send(1, kHail, 60);
  Scenario scenario = courier_network();
  add_messages(scenario, {{50, 2, 6, 60}}, 1);
  Arrivals arrivals;
  const RunSummary run = run_in_child(scenario, &arrivals);
  expect_complete(run);
  EXPECT_EQ(run.at("last 9"), run.at("first 9") + 59);
  EXPECT_EQ(run.at("first 10"), run.at("last 9") + 1);
  EXPECT_EQ(run.at("first 0"), run.at("last 10") + 1);
  EXPECT_EQ(run.at("last 0"), run.at("first 0") + 59);
}

TEST_F(DeclarationsTest, DataGoesInAClassOfItsOwn) {
  script.parcels = true;
  Scenario scenario = courier_network("valiant");
  add_traffic(scenario, "ur", "uniform", nodes_from(0, 16), {}, 0.5, 8);
  Arrivals arrivals;
  const RunSummary run = run_in_child(scenario, &arrivals);
  expect_complete(run);
  const auto& parcel = run.summary["classes"]["parcel"];
  EXPECT_GT(parcel["packets_injected"], 1000);
  EXPECT_EQ(parcel["packets_injected"], run.summary["groups"]["ur"]["packets_injected"]);
  EXPECT_EQ(parcel["packets_injected"], parcel["packets_delivered"]);
  EXPECT_EQ(run.summary["classes"]["data"]["packets_injected"], 0);
  EXPECT_GT(run.at("vc 4"), 100);
  EXPECT_GT(run.at("vc 5"), 100);
  EXPECT_EQ(run.at("detours"), 0);  // one deadlock class is enough for minimal routes only
  EXPECT_TRUE(VcLayout(scenario, courier_declarations(), 2).is_voq(5));
  EXPECT_FALSE(VcLayout(scenario, courier_declarations(), 2).is_voq(6));
  EXPECT_EQ(VcLayout(scenario, courier_declarations(), 2).class_mask(1), 0b1100u);
  const VcLayout uneven(scenario, courier_declarations(), 2, {0, 1, 4});
  EXPECT_EQ(uneven.class_mask(0), 0b0001u);
  EXPECT_EQ(uneven.class_mask(1), 0b1110u);
  Packet packet;
  EXPECT_EQ(uneven.allowed(packet, 1), 0b1110u);
}

TEST_F(DeclarationsTest, AFaultStrikesAMessageByName) {
  send(0, kHail, 10);
  send(1, kReply, 10);
  Scenario scenario = courier_network();
  FaultConfig fault;
  fault.message = "hail";
  fault.count = 3;
  scenario.faults = {fault};
  const RunSummary run = run_in_child(scenario);
  expect_complete(run);
  EXPECT_EQ(run.mechanism.at("heard"), 7u);
  EXPECT_EQ(run.summary["faults"][0]["what"], "lose hail");
  EXPECT_EQ(run.summary["faults"][0]["struck"], 3);
}

TEST_F(DeclarationsTest, AScenarioIsToldWhichMessagesThereAre) {
  const std::string head = "[mechanism]\nname = \"courier\"\n[[traffic]]\nname = \"t\"\n";
  EXPECT_EQ(error_of(head + "[[fault]]\nkind = \"lose\"\nmessage = \"hail\"\n"), "accepted");
  const std::string error = error_of(head + "[[fault]]\nkind = \"lose\"\nmessage = \"ack\"\n");
  EXPECT_NE(error.find("f.toml:7: message: 'ack' is no message of mechanism courier; legal is any, "
                       "hail, reply"),
            std::string::npos)
      << error;
}

TEST_F(DeclarationsTest, AMessageThatIsNotDeclaredIsAnError) {
  Scenario scenario = courier_network();
  add_messages(scenario, {{50, 2, 6, 4}}, 4);
  script.cycle = [](NicState& nic, Cycle now) {
    if (nic.id() == 2 && now == 10) nic.send_control(now, PacketKind{14}, 0, 0);
  };
  const RunSummary run = run_in_child(scenario);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.error.find("message of kind 14"), std::string::npos) << run.error;
}

/// What VcLayout says of the declarations.
std::string refusal(const Declarations& declares, unsigned data_vcs = 4) {
  Scenario scenario = small_network("courier");
  scenario.network.data_vcs = data_vcs;
  scenario.origins["mechanism.name"] = "f.toml:2";
  scenario.origins["network.data_vcs"] = "f.toml:9";
  try {
    VcLayout(scenario, declares, 1);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST_F(DeclarationsTest, ThatMakeNoSenseAreRefused) {
  const std::string mechanism = "f.toml:2: name: mechanism courier declares ";
  using Change = std::function<void(Declarations&)>;
  const std::vector<std::pair<Change, std::string>> cases = {
      {[](Declarations&) {}, "accepted"},
      {[](Declarations& d) { d.messages[1].name = "hail"; }, mechanism + "two messages `hail`"},
      {[](Declarations& d) { d.messages[1].kind = kHail; },
       mechanism + "messages `hail` and `reply` have the same kind 9"},
      {[](Declarations& d) { d.messages[1].kind = PacketKind{1}; },
       mechanism + "message `reply` has kind 1; legal is 2 to 15"},
      {[](Declarations& d) {
         d.messages[1].fields = {{"most", 34}, {"more", 1}};
       },
       mechanism + "message `reply` has 65 bits; a flit has 64"},
      {[](Declarations& d) { d.messages[0].name = "any"; },
       mechanism + "`any` is no name of a message"},
      {[](Declarations& d) { d.messages[0].vc_class = "parcel"; },
       mechanism + "message `hail` wants VC class `parcel`, which is none for messages"},
      {[](Declarations& d) { d.messages[0].vc = 1; },
       mechanism + "message `hail` wants VC 1 of class `express`, which has 1"},
      {[](Declarations& d) { d.vc_classes[1].name = "parcel"; },
       mechanism + "two VC classes `parcel`"},
      {[](Declarations& d) { d.vc_classes[1].name = "Slow"; },
       mechanism + "`Slow` is no name of a VC class"},
      {[](Declarations& d) { d.vc_classes[0].priority = 5; },
       mechanism + "VC class `parcel` has priority 5; packets of several flits have 0 or 1"},
      {[](Declarations& d) { d.vc_classes[1].priority = 1; },
       mechanism + "VC class `slow` has priority 1; messages have 3 to 6"},
      {[](Declarations& d) { d.vc_classes[1].voq = true; },
       mechanism + "VC class `slow` has VOQs; only a class of kData can have them"},
      {[](Declarations& d) { d.vc_classes[0].vcs = 0; }, mechanism + "VC class `parcel` has no VC"},
      {[](Declarations& d) {
         d.vc_classes[0].use = VcUse::kDroppable;
         d.vc_classes[0].voq = false;
         d.vc_classes.push_back(d.vc_classes[0]);
         d.vc_classes.back().name = "other";
       },
       mechanism + "two classes of droppable packets"},
      {[](Declarations& d) {
         for (char c = 'a'; c < 'f'; ++c) {
           d.vc_classes.push_back(d.vc_classes[0]);
           d.vc_classes.back().name = std::string(1, c);
         }
       },
       mechanism + "8 VC classes; 7 is the most"},
      {[](Declarations& d) { d.vc_classes[0].vcs = 27; },
       "f.toml:9: data_vcs: 33 VCs in all are more than 32: 1 sets of 4 data VCs, 27 `parcel`, 1 "
       "`slow`, 1 `express` of mechanism courier"},
  };
  for (const auto& [change, expected] : cases) {
    Declarations declares = courier_declarations();
    change(declares);
    const std::string said = refusal(declares);
    EXPECT_EQ(said.find(expected), 0u) << "expected: " << expected << "\nsaid: " << said;
  }
}

}  // namespace
}  // namespace chokepoint::test
