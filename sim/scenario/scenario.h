// SPDX-License-Identifier: Apache-2.0
// A scenario as plain data: what the network, the traffic, the mechanism and the run are.
// Filled by sim/reader/scenario_reader.h from TOML; every default here is the documented default.
#pragma once

#include <array>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "sim/common/types.h"
#include "sim/scenario/own_keys.h"

namespace chokepoint {

/// How the input buffer of a data VC is organised: a queue per output, one, one per destination.
enum class InputQueues { kVoq, kFifo, kDestination };
/// Between what a router chooses, in the switch and on a channel: single flits, or packets. A
/// packet that has begun then goes before others, control packets apart.
enum class Arbitration { kFlit, kPacket };
/// When a packet may get an output VC: with room for all of it in the output buffer, or with
/// credits for all of it as well, so that it waits for the next router at its input.
enum class VcAllocation { kOutputBuffer, kDownstream };
/// Behind the crossbar: a queue for each VC, or one for all VCs of an output, those of messages
/// apart; either with network.output_buffer_flits.
enum class OutputQueues { kVc, kPort };
/// How the data VCs are split into classes against deadlock.
///  kPhase: the non-minimal first half has its own VCs, everything else shares the others;
///  kHops: by router-to-router channels already crossed; kPool: no classes (1-D only: may
///  deadlock).
enum class VcClasses { kPhase, kHops, kPool };
/// When a traffic group generates: all the time at its rate, one message per source, or in bursts.
enum class Generate { kRate, kImpulse, kPeriodic };
/// Times between the messages of a source: drawn, so that each cycle is as likely as every other
/// one, or all the same.
enum class Spacing { kRandom, kFixed };
/// What the weights of message sizes are shares of.
enum class WeightsBy { kMessages, kData };
/// How long a head packet counts as requesting (protocol: waiting = until granted; held = until its
/// tail left).
enum class RequestScope { kWaiting, kHeld };
enum class EngineKind { kModel, kRtl, kLockstep };

/// What goes wrong. Messages: control packets, or values of a wire, where they arrive. Marks: of
/// data packets, on the channel to their destination. kStuckAt1, kStuckAt0: `congested` of a
/// router's output.
enum class FaultKind {
  kLose,
  kDuplicate,
  kDelay,
  kSetMark,
  kClearMark,
  kStuckAt1,
  kStuckAt0,
  kRogue,
  kStopDraining,
  kReset,
  kUpset
};

/// [network]; sizes in flits, latencies in cycles.
struct NetworkConfig {
  std::string topology = "flattened_butterfly";  ///< a name of sim/topology/topology.h's registry
  OwnKeys shape;  ///< the topology's own keys; what is not there has its default
  unsigned data_vcs = 4;
  InputQueues input_queues = InputQueues::kVoq;
  std::string switching = "virtual_cut_through";  ///< a name of sim/switch/switching's registry
  OwnKeys switching_keys;  ///< the technique's own; what is not there has its default
  VcAllocation vc_allocation = VcAllocation::kOutputBuffer;
  Arbitration arbitration = Arbitration::kPacket;
  VcClasses vc_classes = VcClasses::kPhase;
  unsigned vc_buffer_flits = 256;
  OutputQueues output_queues = OutputQueues::kVc;
  unsigned output_buffer_flits = 128;  ///< of an output queue
  unsigned speedup = 2;                ///< switch passes per cycle, ...
  bool half_pass = false;              ///< ... one fewer in every second cycle
  unsigned channel_latency = 100;      ///< between routers, where the topology says nothing else
  unsigned node_channel_latency = 1;
  unsigned node_channel_vcs = 0;          ///< data VCs of a set there; 0 = all
  unsigned router_latency = 1;            ///< head's arrival to its earliest departure
  unsigned send_queue_flits = 8192;       ///< per destination; 0 = unbounded (never full)
  unsigned node_queue_flits = 0;          ///< of all send queues of a node; 0 = unbounded
  unsigned control_queue_packets = 256;   ///< NIC control send queue
  unsigned control_receive_packets = 16;  ///< NIC control receive queue per class; 0 = unbounded

  struct Room {
    const char* key;
    unsigned flits;  ///< 0: unbounded
  };
  /// What a message must fit into before it can be sent.
  std::array<Room, 2> send_rooms() const {
    return {{{"send_queue_flits", send_queue_flits}, {"node_queue_flits", node_queue_flits}}};
  }
  /// Of an input VC's buffer, what each destination has for itself; 0: they share it as it comes.
  unsigned share_flits(unsigned nodes) const {
    return input_queues == InputQueues::kDestination ? vc_buffer_flits / nodes : 0;
  }
};

/// [routing]
struct RoutingConfig {
  std::string function = "minimal";  ///< a name of sim/routing/routing_function.h's registry
  OwnKeys keys;                      ///< the function's own; what is not there has its default
};

/// [mechanism]: `name` and the keys that the mechanism declares, all of them: defaults are filled
/// in by the reader.
struct MechanismConfig : OwnKeys {
  std::string name = "none";
};

/// [workload]: `name` and the keys that the workload declares, as above.
struct WorkloadConfig : OwnKeys {
  std::string name;                                  ///< empty: none
  std::map<std::string, std::vector<NodeId>> nodes;  ///< its lists of nodes, resolved
  Cycle grid = 1024;         ///< the run ends at a multiple of so many cycles
  unsigned first_group = 0;  ///< of its traffic groups, which are behind all others
};

/// One message of a traffic list.
struct ListEntry {
  Cycle cycle = 0;
  NodeId source = 0, destination = 0;
  unsigned flits = 0;
};

/// One [[traffic]] group.
struct TrafficConfig {
  std::string name;
  std::string pattern = "uniform";  ///< a name of sim/traffic/pattern.h's registry
  std::vector<NodeId>
      sources;  ///< resolved: explicit list, "all" or "rest" (nodes of no other group)
  std::vector<NodeId>
      destinations;    ///< uniform: who is addressed (default: the sources); hotspot: the hotspots
  int64_t offset = 0;  ///< permutation: destination = source + offset mod nodes
  std::vector<NodeId> mapping;  ///< permutation: destination of sources[i] (else by offset)
  double rate = 0.1;            ///< flits/cycle/node, 0 .. 1
  unsigned packet_flits = 32;
  unsigned message_packets = 4;
  unsigned message_packets_max = 0;       ///< uniform in message_packets .. this; 0: no range
  std::vector<unsigned> message_sizes;    ///< instead: packets of a message, one of these ...
  std::vector<unsigned> message_weights;  ///< ... with these shares; empty: equal ones
  WeightsBy message_weights_by = WeightsBy::kMessages;
  Generate generate = Generate::kRate;
  Spacing spacing = Spacing::kRandom;
  Cycle burst_cycles = 1000;    ///< kPeriodic: generates for so long ...
  Cycle period_cycles = 10000;  ///< ... from `start` and every so many cycles after it
  Cycle start = 0;
  Cycle stop = ~Cycle{0};          ///< first cycle without generation
  std::string file;                ///< list: CSV cycle,source,destination,flits
  std::vector<ListEntry> entries;  ///< list: the file's rows, by source, then cycle
  bool of_workload = false;        ///< its messages are the workload's: no pattern, no rate
  std::string traffic_class;  ///< `ideal` gives each class its own VCs; default: the group's name
};

/// [run]; cycles.
struct RunConfig {
  Cycle warmup = 10000;
  Cycle measure = 20000;
  Cycle drain = 0;         ///< at most this long after the measurement, without generation; 0: none
  Cycle interval = 1000;   ///< of the time series
  Cycle start_cycle = 0;   ///< value of the hardware's cycle counter at cycle 0 (wrap-around tests)
  Cycle watchdog = 50000;  ///< no flit moved for so long with packets inside: deadlock
  uint64_t seed = 1;
  Cycle disable_at = ~Cycle{0};    ///< mechanism switched off at ...
  Cycle enable_at = ~Cycle{0};     ///< ... and on again
  std::string saturation_group;    ///< the run ends early when this one is plainly saturated
  Cycle saturation_window = 5000;  ///< of the judgement, see SaturationWatch
};

/// [wave]
struct WaveConfig {
  std::vector<std::string> what;  ///< router.1, nic.4
  Cycle from = 0, to = ~Cycle{0};
};

/// One [[fault]]; -1: any.
struct FaultConfig {
  FaultKind kind = FaultKind::kLose;
  Cycle from = 0, to = ~Cycle{0};  ///< it may strike in from .. to - 1
  std::string message = "any";     ///< kind of control packet
  std::string wire;                ///< instead: values of this wire; empty: control packets
  int node = -1;                   ///< where it strikes
  int sender = -1;                 ///< of the packet
  int router = -1, port = -1;
  double probability = 1;  ///< of each packet that fits
  uint64_t count = 0;      ///< at most so many; 0: no limit. kUpset: so many
  Cycle cycles = 0;        ///< kDelay, kDuplicate: how much later
  std::string unit;        ///< kUpset: its path begins so ("nic_4", "router_"); empty: any
  std::string state;       ///< kUpset: part of the register's name; empty: any
  std::string origin;      ///< "file:line"
};

struct Scenario {
  std::string path;
  std::string title;
  NetworkConfig network;
  RoutingConfig routing;
  MechanismConfig mechanism;
  std::vector<TrafficConfig> traffic;
  WorkloadConfig workload;
  RunConfig run;
  WaveConfig wave;
  std::vector<FaultConfig> faults;
  EngineKind engine = EngineKind::kRtl;
  /// Where keys stand: "table.key" and "table" to "file:line" or "--set key=value"; no traffic.
  std::map<std::string, std::string> origins;
  /// Where a key, else its table, else the scenario stands.
  const std::string& origin(const std::string& table, const std::string& key) const;
  /// Sizes of the topology; throw InputError if there is no such topology.
  unsigned nodes() const;
  unsigned routers() const;
  unsigned radix() const;  ///< of the largest router
};

}  // namespace chokepoint
