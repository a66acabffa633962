// SPDX-License-Identifier: Apache-2.0
// RECN in the network: what its units are connected to in a router, and what a NIC counts
// (docs/reference/recn/recn.md).
#pragma once

#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sim/channel/wire.h"
#include "sim/hooks/nic_state.h"
#include "sim/hooks/queue_control.h"
#include "sim/hooks/router_state.h"
#include "sim/mechanisms/recn/config.h"
#include "sim/mechanisms/recn/port.h"

namespace chokepoint::recn {

using Ingress = Port<RecnIngress>;
using Egress = Port<RecnEgress>;

/// Over the routers and NICs of a thread.
struct Counters {
  uint64_t notifications = 0;  ///< to ports of routers; those to NICs, refused, are apart
  uint64_t accepted = 0, refused = 0, refused_by_nodes = 0;
  uint64_t detections = 0;  ///< detection queues that became SAQs
  uint64_t xoffs = 0, xons = 0;
  uint64_t made = 0, freed = 0, exhausted = 0;
  uint64_t packets_astray = 0, out_of_order = 0;
  std::vector<uint64_t> saq_packets;  ///< packets that joined a SAQ of an ingress port, by group
};

/// Where a channel comes from.
struct Upstream {
  bool router = false;  ///< else a node, or nothing
  RouterId number = 0;
  unsigned output = 0;
};

/// The ports of one router. A packet that comes waits for a cycle in the port's input register, the
/// queue that the switch has of itself, as its turns are compared with the lines; then it moves to
/// its queue. Of the heads that wait for an output one is chosen in each cycle, its turns are
/// compared with the lines of the egress port, and in the next cycle it alone may have the output.
class RouterSide : public RouterAttachment, public QueueOwner {
 public:
  RouterSide(const Config& config, RouterState& router, EngineKind engine,
             std::vector<Upstream> upstream, Counters& counters, History& history);

  unsigned most_queues() const override;
  unsigned most_output_queues() const override { return config_.egress.saqs; }
  void take_control(QueueControl& control) override;
  unsigned choose_output_queue(Cycle now, const Packet& packet, unsigned input,
                               unsigned output) override;

  QueueOwner* queue_owner() override { return this; }
  bool follows_packets() const override { return true; }
  void packet_arrived(Cycle now, const PacketPlace& at) override;
  void packet_assigned(Cycle now, const PacketPlace& at) override;
  void tail_left(Cycle now, const PacketPlace& at) override;
  void tail_sent(Cycle now, const PacketPlace& at) override;
  void begin_cycle(Cycle now) override;
  void end_cycle(Cycle now) override;
  bool busy() const override;
  void enable(bool on) override;
  void upset() override;
  void describe_wave(WaveSignals& signals) override;

  /// SAQs in use.
  unsigned saqs() const;

 private:
  struct Input {
    std::unique_ptr<Ingress> port;
    Upstream upstream;
    const Packet* arriving = nullptr;  ///< its head has come in this cycle
    const Packet* compared = nullptr;  ///< ... in the last one: in the input register
    unsigned stored = Ingress::kNone;  ///< in this cycle, in that queue
    std::vector<unsigned> left;        ///< names of queues that packets have left in this cycle
    TurnPath notice;                   ///< the path of the last message of an egress port
  };
  /// A head that waits for an output.
  struct Head {
    const Packet* packet = nullptr;
    unsigned input = 0, name = 0;  ///< name: of its queue, the switch's
    bool operator==(const Head& other) const {
      return packet == other.packet && input == other.input && name == other.name;
    }
  };
  struct Output {
    std::unique_ptr<Egress> port;
    bool to_router = false;
    RouterId router = 0;
    unsigned input = 0;             ///< there
    Head chosen;                    ///< compared in the last cycle, if there is one
    bool open = false;              ///< it may have the output in this cycle
    unsigned queue = 0;             ///< of the egress port that it will join then
    unsigned last = 0, tries = 0;   ///< who had the output last; heads since without room
    unsigned stored = Egress::kNone;
    unsigned left = Egress::kNone;
    std::unordered_map<const Packet*, unsigned> queues;  ///< of the packets here
    uint32_t blocked = 0;                                ///< SAQs
  };

  void receive(const LinkMessage& message);
  unsigned turn(const Packet& packet) const { return pool_.turn(packet.turns, packet.hops); }
  uint64_t turns_at(const Packet& packet, unsigned hop) const;
  void move_compared(unsigned number);
  void open_chosen(unsigned number);
  void block_saqs(unsigned number);
  bool room_for(const Output& output, unsigned queue, unsigned flits) const;
  void choose_heads();
  std::vector<std::vector<Head>> waiting_heads() const;
  void read_flits();
  void clock_ports(Cycle now, unsigned number);
  void tell_packets(unsigned clock);
  void join_ports(Cycle now);
  void pass_messages(Cycle now);
  void pass_upstream(Cycle now, Input& input);
  void pass_downstream(Cycle now, Output& output);
  void count(const RecnMessage& notice, bool to_node);
  void count_answer(const RecnMessage& answer);
  template <class U>
  void note_saqs(Cycle now, Port<U>& port, SaqPlace place, const TurnPath& path);
  void look_at_saqs(Cycle now);
  template <class U>
  void wave_of(WaveSignals& signals, Port<U>& port, const char* side, unsigned number);
  /// Calls `body` with each port.
  template <class Body>
  void for_each_port(Body&& body) {
    for (Input& input : inputs_)
      if (input.port) body(*input.port);
    for (Output& output : outputs_)
      if (output.port) body(*output.port);
  }
  template <class Body>
  bool any_port(Body&& body) const {
    for (const Input& input : inputs_)
      if (input.port && body(*input.port)) return true;
    for (const Output& output : outputs_)
      if (output.port && body(*output.port)) return true;
    return false;
  }

  const Config& config_;
  RouterState& router_;
  Counters& counters_;
  History& history_;
  TurnPool pool_;
  QueueControl* control_ = nullptr;
  Wire<LinkMessage> wire_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::vector<std::pair<unsigned, unsigned>> opened_;  ///< queues of inputs, in this cycle
  bool on_ = true;       ///< as the run says
  bool running_ = true;  ///< and the units are: SAQs of before are empty
  bool changed_ = true;
};

/// Counts packets that come out of order, by source.
class NicSide : public NicAttachment {
 public:
  explicit NicSide(Counters& counters) : counters_(counters) {}
  void received(Cycle now, const Packet& packet) override;

 private:
  Counters& counters_;
  std::unordered_map<NodeId, uint64_t> last_;  ///< numbers of packets, by source
};

}  // namespace chokepoint::recn
