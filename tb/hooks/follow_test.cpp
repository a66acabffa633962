// SPDX-License-Identifier: Apache-2.0
// What a mechanism sees of a router: packets on their way through it, occupancy, channels, gates.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sim/hooks/mechanism.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/router_state.h"
#include "sim/network/network.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

Cycle open_at = 0;        ///< gates of routers are closed before
bool wrong_gate = false;  ///< a gate that is none is closed in cycle 50

uint64_t mixed(uint64_t sum, uint64_t value) {
  sum = (sum ^ value) * 0x9E3779B97F4A7C15u;
  return sum ^ (sum >> 29);
}

struct Totals {
  std::map<std::string, uint64_t> counts;
  uint64_t hash = 0;  ///< of all that was seen: a sum, whoever ran first
};

/// Follows every packet, and keeps books of its own that the router's answers are held against.
class Follower : public RouterAttachment {
 public:
  Follower(RouterState& router, Totals& totals) : router_(router), totals_(totals) {
    router.track_channels(&channels_);
  }
  ~Follower() override = default;
  bool follows_packets() const override { return true; }
  void packet_arrived(Cycle now, const PacketPlace& at) override {
    note("arrived", now, at);
    if (!inside_.emplace(&at.packet, Way{now, 0, 0}).second) throw CheckError("arrives twice");
  }
  void packet_assigned(Cycle now, const PacketPlace& at) override {
    note("assigned", now, at);
    if (now < open_at) throw CheckError("assigned behind a closed gate");
  }
  void head_left(Cycle now, const PacketPlace& at) override {
    note("head_left", now, at);
    way(at).left = now;
  }
  void tail_left(Cycle now, const PacketPlace& at) override {
    note("tail_left", now, at);
    if (now + 1 < way(at).left + (at.flits() + 1) / 2) throw CheckError("faster than the speed-up");
  }
  void head_sent(Cycle now, const PacketPlace& at) override {
    note("head_sent", now, at);
    if (now <= way(at).left) throw CheckError("not a cycle in the output buffer");
    way(at).sent = now;
  }
  void tail_sent(Cycle now, const PacketPlace& at) override {
    note("tail_sent", now, at);
    if (now < way(at).sent + at.flits() - 1) throw CheckError("more than a flit a cycle");
    totals_.counts["flits"] += at.flits();
    inside_.erase(&at.packet);
  }
  void begin_cycle(Cycle now) override {
    if (wrong_gate && now >= 50) router_.set_gate(router_.radix(), 0, 0, false);
    if (open_at != 0 && (now == 0 || now == open_at || !closed_ == (now < open_at))) {
      set_gates(now >= open_at);
    }
  }
  bool busy() const override { return open_at != 0; }
  void end_cycle(Cycle now) override {
    // What is in the buffers is what has come and not gone.
    for (unsigned port = 0; port < router_.radix(); ++port) {
      for (unsigned vc = 0; vc < router_.context().layout.total; ++vc) {
        hash(now * 64 + port,
             router_.input_flits(port, vc) * 65536 + router_.output_flits(port, vc));
        hash(vc, router_.downstream_credits(port, vc));
        const unsigned without_credit = router_.outstanding_flits(port, vc);
        const unsigned beyond = without_credit - router_.output_flits(port, vc);
        if (beyond > router_.context().scenario.network.vc_buffer_flits) {
          throw CheckError("more flits without a credit than the next buffer holds");
        }
        hash(vc, without_credit);
      }
      totals_.counts["full"] += router_.full_input_vcs(port) != 0 ? 1 : 0;
      totals_.counts["full_outputs"] += router_.full_output_vcs(port) != 0 ? 1 : 0;
    }
    for (const ChannelCycles& channel : std::exchange(channels_, Channels(channels_.size()))) {
      totals_.counts["busy"] += channel.busy;
      totals_.counts["stalled"] += channel.stalled;
    }
  }

 private:
  using Channels = std::vector<ChannelCycles>;
  struct Way {
    Cycle arrived, left, sent;
  };
  Way& way(const PacketPlace& at) {
    const auto found = inside_.find(&at.packet);
    if (found == inside_.end()) throw CheckError("a packet that has not arrived");
    return found->second;
  }
  void set_gates(bool open) {
    closed_ = !open;
    for (unsigned input = 0; input < router_.radix(); ++input) {
      for (unsigned output = 0; output < router_.radix(); ++output) {
        for (unsigned vc = 0; vc < router_.context().layout.data_vcs; ++vc) {
          router_.set_gate(input, vc, output, open);
        }
      }
    }
  }
  void hash(uint64_t a, uint64_t b) { totals_.hash += mixed(mixed(router_.id() + 1, a), b); }
  void note(const char* what, Cycle now, const PacketPlace& at) {
    ++totals_.counts[what];
    if (at.source() != at.packet.source || at.group() != at.packet.group) {
      throw CheckError("another packet's source or group");
    }
    const bool waits = what[0] == 'a' && what[1] == 'r';
    hash(now * 8 + static_cast<unsigned char>(what[5]), at.packet.id);
    hash(at.input * 4096 + at.queue, at.output * 64 + (waits ? 0 : at.output_vc));
  }
  RouterState& router_;
  Totals& totals_;
  Channels channels_;
  std::map<const Packet*, Way> inside_;
  bool closed_ = false;
};

/// Looks at its router in every cycle, and holds packets back by what it sees.
class Looker : public NicAttachment {
 public:
  Looker(NicState& nic, Totals& totals) : nic_(nic), totals_(totals) {}
  void begin_cycle(Cycle now) override {
    const RouterState& router = nic_.router();
    uint64_t seen = now;
    for (unsigned output = 0; output < router.radix(); ++output) {
      seen = mixed(seen, router.free_vcs(output));
      for (unsigned vc = 0; vc < router.context().layout.total; ++vc) {
        seen =
            mixed(seen, router.output_flits(output, vc) * 65536 + router.input_flits(output, vc));
      }
    }
    totals_.hash += mixed(seen, nic_.id());
  }
  InjectionDecision may_inject(Cycle, const QueueHead& head) override {
    const RouterState& router = nic_.router();
    const uint64_t outputs = nic_.candidate_outputs(head);
    const unsigned output = static_cast<unsigned>(__builtin_ctzll(outputs));
    InjectionDecision decision;
    decision.allowed = router.free_vcs(output) != 0;
    totals_.counts["refused"] += decision.allowed ? 0 : 1;
    return decision;
  }

 private:
  NicState& nic_;
  Totals& totals_;
};

class Following : public Mechanism {
 public:
  std::unique_ptr<RouterAttachment> attach_router(RouterState& router) override {
    return std::make_unique<Follower>(router, totals_);
  }
  std::unique_ptr<NicAttachment> attach_nic(NicState& nic) override {
    return std::make_unique<Looker>(nic, totals_);
  }
  std::map<std::string, uint64_t> counters() const override {
    std::map<std::string, uint64_t> counts = totals_.counts;
    counts["hash"] = totals_.hash;
    return counts;
  }

 private:
  Totals totals_;
};

const MechanismRegistration follower_registration{{
    "following",
    "follows every packet",
    {},
    [](const Scenario&) { return std::make_unique<Following>(); },
    {},
}};

Scenario followed(double rate, Arbitration arbitration = Arbitration::kPacket) {
  Scenario scenario = small_network("following");
  scenario.network.arbitration = arbitration;
  scenario.network.data_vcs = 2;
  scenario.network.vc_buffer_flits = 64;
  scenario.network.output_buffer_flits = 64;
  scenario.network.channel_latency = 20;
  scenario.run.measure = 4000;
  add_traffic(scenario, "hot", "hotspot", {0, 5, 8, 12}, {4}, rate);
  add_traffic(scenario, "ur", "uniform", {1, 2, 3, 6, 7, 9, 10, 11, 13, 14, 15}, {}, rate);
  return scenario;
}

class Follow : public ::testing::Test {
 protected:
  void SetUp() override {
    open_at = 0;
    wrong_gate = false;
  }
};

TEST_F(Follow, EveryStepOfEveryPacketIsSeenOnceAndInItsCycle) {
  for (const Arbitration arbitration : {Arbitration::kPacket, Arbitration::kFlit}) {
    const Scenario scenario = followed(0.6, arbitration);
    Probe probe;
    const RunSummary many = run_on_both(scenario), single = run_in_child(scenario, &probe);
    expect_complete(many);
    expect_complete(single);
    EXPECT_EQ(many.mechanism, single.mechanism) << "depends on how many cycles a tick has";
    EXPECT_EQ(many.digest, single.digest);
    const auto count = [&many](const char* what) { return many.mechanism.at(what); };
    EXPECT_GE(count("arrived"), many.delivered);
    for (const char* what : {"assigned", "head_left", "tail_left", "head_sent", "tail_sent"}) {
      EXPECT_EQ(count(what), count("arrived")) << what;
    }
    EXPECT_EQ(count("flits"), many.summary.at("flit_hops").get<uint64_t>());
    EXPECT_EQ(count("busy"), count("flits"));
    EXPECT_GT(count("stalled"), 0u) << "nothing ever lacked credits in front of a hotspot";
    EXPECT_GT(count("full"), 0u);
    EXPECT_GT(count("full_outputs"), 0u);
    EXPECT_GT(count("refused"), 0u);
  }
}

TEST_F(Follow, NothingWaitsBehindTheCrossbarForCreditsThatItHas) {
  for (const Arbitration arbitration : {Arbitration::kPacket, Arbitration::kFlit}) {
    Scenario scenario = followed(0.6, arbitration);
    scenario.network.vc_allocation = VcAllocation::kDownstream;
    Probe probe;
    const RunSummary many = run_on_both(scenario), single = run_in_child(scenario, &probe);
    expect_complete(many);
    EXPECT_EQ(many.digest, single.digest);
    EXPECT_EQ(many.mechanism, single.mechanism) << "depends on how many cycles a tick has";
    EXPECT_EQ(many.mechanism.at("stalled"), 0u);
    EXPECT_GT(many.mechanism.at("full"), 0u) << "nothing ever lacked credits";
    EXPECT_NE(many.digest, run_in_child(followed(0.6, arbitration)).digest);
  }
}

TEST_F(Follow, AClosedGateHoldsItsQueueBack) {
  for (const InputQueues queues : {InputQueues::kVoq, InputQueues::kFifo}) {
    open_at = 700;
    Scenario scenario = followed(0.2);
    scenario.network.input_queues = queues;
    Probe probe;
    const RunSummary many = run_on_both(scenario), single = run_in_child(scenario, &probe);
    expect_complete(many);
    EXPECT_EQ(many.digest, single.digest);
    EXPECT_EQ(many.mechanism, single.mechanism);
    open_at = 0;
    EXPECT_NE(run_in_child(scenario).digest, many.digest) << "the gates change nothing";
  }
}

/// Reads a waveform's signals in every cycle.
struct WaveReader : Probe {
  void cycle(Cycle now, Network& network) override {
    WaveSignals signals;
    for (RouterId r = 0; r < network.routers(); ++r) network.router(r).describe_wave(signals);
    for (const WaveSignals::Signal& signal : signals.signals) {
      const uint64_t value = signal.read();
      sum += mixed(mixed(now, sum), value) >> 32;
      if (signal.name == "waiting_heads" && now < open_at) waiting += value;
    }
  }
  void report(Figures& figures) const override {
    figures["sum"] = static_cast<double>(sum % 1000003);
    figures["waiting"] = static_cast<double>(waiting);
  }
  uint64_t sum = 0, waiting = 0;
};

TEST_F(Follow, HeadsBehindAClosedGateWaitInTheWaveform) {
  open_at = 700;
  WaveReader reader;
  const RunSummary run = run_on_both(followed(0.2), &reader);
  expect_complete(run);
  EXPECT_GT(run.at("waiting"), 1000);
}

TEST_F(Follow, AGateThatIsNoneIsRefused) {
  wrong_gate = true;
  const RunSummary run = run_on_both(followed(0.2));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_NE(run.error.find("sets the gate of input 7 VC 0 output 0, which has none"),
            std::string::npos)
      << run.error;
}

TEST_F(Follow, SameResultsWithThreads) {
  Scenario scenario = followed(0.4);
  scenario.run.measure = 1000;
  expect_same_with_threads(scenario, "stream switch", SwitchKind::kStream);
  expect_same_with_threads(scenario, "plain switch", SwitchKind::kPlain);
  open_at = 700;
  expect_same_with_threads(scenario, "closed gates");
}

}  // namespace
}  // namespace chokepoint::test
