// SPDX-License-Identifier: Apache-2.0
// The queues of an input VC: packets for many outputs wait in one VC at once, more of them than
// stand with the VC itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "sim/network/network.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

constexpr NodeId kNodes = 8;  // of a router

/// How many of an input's queues hold packets, and that packets of a flow are delivered in the
/// order of their injection: one VC, one way.
class QueueProbe : public Probe {
 public:
  void cycle(Cycle now, Network& network) override {
    if (now % 64 != 0) return;
    std::map<std::string, unsigned> queues;  // by input: a line for each packet at a front
    std::istringstream lines(network.router(1).describe_packets());
    for (std::string line; std::getline(lines, line);) {
      most_ = std::max(most_, ++queues[line.substr(0, line.find(": packet"))]);
    }
  }
  void delivered(Cycle, const Packet& packet, unsigned) override {
    uint64_t& next = next_[packet.source][packet.destination];
    if (packet.id < next) ++overtaken_;
    next = packet.id + 1;
    if (packet.source < kNodes) ++from_afar_[packet.destination];
  }
  void report(Figures& figures) const override {
    figures["overtaken"] = overtaken_;
    figures["queues"] = most_;
    figures["destinations"] = static_cast<double>(from_afar_.size());
  }

 private:
  std::map<NodeId, std::map<NodeId, uint64_t>> next_;  ///< no smaller number comes
  std::map<NodeId, unsigned> from_afar_;
  double overtaken_ = 0;
  unsigned most_ = 0;
};

// Router 1's own nodes keep its eight ejection channels busy; single flits for all eight come from
// router 0 and wait in its input VC, eight queues of up to eight packets.
TEST(InputQueues, OneVcHoldsPacketsForManyOutputs) {
  for (const InputQueues queues : {InputQueues::kVoq, InputQueues::kFifo}) {
    Scenario scenario = small_network();
    scenario.network.shape.set_counts("dimensions", {2});
    scenario.network.shape.set("concentration", kNodes);
    scenario.network.data_vcs = 1;
    scenario.network.vc_buffer_flits = 64;
    scenario.network.input_queues = queues;
    scenario.run.drain = 200000;
    add_traffic(scenario, "local", "uniform", nodes_from(kNodes, 2 * kNodes), {}, 1.0, 32, 1);
    add_traffic(scenario, "afar", "hotspot", nodes_from(0, kNodes), nodes_from(kNodes, 2 * kNodes),
                0.1, 1, 1);
    QueueProbe probe;
    const RunSummary run = run_in_child(scenario, &probe);
    expect_complete(run);
    EXPECT_EQ(run.injected, run.delivered);
    EXPECT_EQ(run.at("overtaken"), 0) << (queues == InputQueues::kVoq ? "VOQs" : "FIFO");
    EXPECT_EQ(run.at("destinations"), kNodes);
    if (queues == InputQueues::kVoq) {
      EXPECT_GT(run.at("queues"), 3);  // what stands with the VC
    }
  }
}

}  // namespace
}  // namespace chokepoint::test
