// SPDX-License-Identifier: Apache-2.0
// A SystemC model of one's own around a network: three processors read from a memory.
//
// usage: own_model network.toml [--quantum N] [--threads N]
// Prints a line for each message of the model that has come: cycle, source, destination, flits.
// The lines are the same whatever N is, up to a quantum of 60 cycles, which is what the model
// promises: nobody here answers sooner.
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "sim/network/harness.h"
#include "sim/reader/scenario_reader.h"

namespace {

using chokepoint::Cycle;
using chokepoint::Delivery;
using chokepoint::NetworkHarness;
using chokepoint::NodeId;

const sc_core::sc_time kCycle(2, sc_core::SC_NS);
constexpr NodeId kMemory = 15;
constexpr NodeId kProcessors[] = {0, 5, 10};
constexpr unsigned kReads = 40;  // of each processor
constexpr unsigned kRequestFlits = 1, kAnswerFlits = 64;
constexpr Cycle kAccess = 80, kThink = 60;  // cycles

sc_core::sc_time until(Cycle cycle) {
  return kCycle * static_cast<double>(cycle) - sc_core::sc_time_stamp();
}

/// Reads, waits for the answer, thinks, and reads again.
class Processor : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Processor);
  Processor(sc_core::sc_module_name name, NetworkHarness& network, NodeId node)
      : sc_module(name), network_(network), node_(node) {
    SC_THREAD(run);
  }
  void delivered(const Delivery& answer) {
    answer_came_ = answer.cycle;
    answered_.notify();
  }
  bool done() const { return done_; }

 private:
  void run() {
    for (unsigned read = 0; read < kReads; ++read) {
      network_.send(node_, kMemory, kRequestFlits);
      wait(answered_);
      wait(until(answer_came_ + kThink));
    }
    done_ = true;
  }
  NetworkHarness& network_;
  NodeId node_;
  sc_core::sc_event answered_;
  Cycle answer_came_ = 0;
  bool done_ = false;
};

/// Answers each request some cycles after it came.
class Memory : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Memory);
  Memory(sc_core::sc_module_name name, NetworkHarness& network)
      : sc_module(name), network_(network) {
    SC_METHOD(answer);
    sensitive << accesses_;
    dont_initialize();
  }
  void delivered(const Delivery& request) {
    readers_.push_back(request.source);
    accesses_.notify(until(request.cycle + kAccess));
  }

 private:
  void answer() {
    network_.send(kMemory, readers_.front(), kAnswerFlits);
    readers_.pop_front();
  }
  NetworkHarness& network_;
  sc_core::sc_event_queue accesses_;
  std::deque<NodeId> readers_;
};

unsigned number(const char* text) {
  return static_cast<unsigned>(std::strtoul(text, nullptr, 10));
}

int simulate(int argc, char* argv[]) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: own_model network.toml [--quantum N] [--threads N]\n");
    return 2;
  }
  chokepoint::HarnessOptions options;
  options.cycle_time = kCycle;
  for (int i = 2; i + 1 < argc; i += 2) {
    if (std::string(argv[i]) == "--quantum") options.quantum = number(argv[i + 1]);
    if (std::string(argv[i]) == "--threads") options.threads = {number(argv[i + 1]), 1};
  }
  const chokepoint::Scenario scenario =
      chokepoint::read_scenario(argv[1], {}, chokepoint::EngineKind::kModel);

  NetworkHarness network("network", scenario, options);
  Memory memory("memory", network);
  std::map<NodeId, std::unique_ptr<Processor>> processors;
  for (const NodeId node : kProcessors) {
    const std::string name = "processor_" + std::to_string(node);
    processors[node] = std::make_unique<Processor>(name.c_str(), network, node);
  }
  network.on_delivery([&](const Delivery& packet) {
    if (packet.group != 0 || packet.packet + 1 != packet.packets) return;  // not the model's last
    std::printf("%llu %u %u %u\n", static_cast<unsigned long long>(packet.cycle), packet.source,
                packet.destination, packet.destination == kMemory ? kRequestFlits : kAnswerFlits);
    if (packet.destination == kMemory) return memory.delivered(packet);
    processors.at(packet.destination)->delivered(packet);
  });

  sc_core::sc_start(until(40000));
  network.finish();  // throws if a check of the network has failed
  for (const auto& [node, processor] : processors) {
    if (processor->done()) continue;
    std::fprintf(stderr, "own_model: processor %u has not got all it asked for\n", node);
    return 1;
  }
  std::fprintf(stderr, "own_model: %u thread(s), digest %016llx\n", network.threads().threads,
               static_cast<unsigned long long>(network.statistics().digest()));
  return 0;
}

}  // namespace

int sc_main(int argc, char* argv[]) {
  try {
    return simulate(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "own_model: %s\n", error.what());
    return 1;
  }
}
