// SPDX-License-Identifier: Apache-2.0
// The clocks of a router's RECN units, and the messages between them and to neighbours.
#pragma once

#include <vector>

#include "sim/channel/wire.h"
#include "sim/hooks/router_state.h"
#include "sim/mechanisms/recn/config.h"
#include "sim/mechanisms/recn/sides.h"

namespace chokepoint::recn {

/// Over the routers and NICs of a thread.
struct Counters {
  uint64_t notifications = 0;  ///< to ports that have SAQs; those to NICs without are apart
  uint64_t accepted = 0, refused = 0, refused_by_nodes = 0;
  uint64_t nic_made = 0, nic_packets = 0;  ///< SAQs of NICs, and packets that they have held
  uint64_t detections = 0;  ///< detection queues that became SAQs
  uint64_t xoffs = 0, xons = 0;
  uint64_t made = 0, freed = 0, exhausted = 0;
  uint64_t packets_astray = 0, out_of_order = 0;
  std::vector<uint64_t> saq_packets;  ///< packets that joined a SAQ of an ingress port, by group

  void count(const RecnMessage& notice) {
    if (notice.kind == kNotif) ++notifications;
    if (notice.kind == kXoff) ++xoffs;
    if (notice.kind == kXon) ++xons;
  }
  void count_answer(const RecnMessage& answer) {
    if (answer.kind == kAcc) ++accepted;
    if (answer.kind == kRej) ++refused;
  }
};

/// Within a router messages go over when valid and ready meet in a clock; over a link in a wire,
/// one a cycle each way, into the places of a LinkQueue.
class Exchange {
 public:
  Exchange(const Config& config, RouterState& router, Sides& sides, Counters& counters,
           History& history);
  /// Clock `number` of the cycle's.
  void clock(Cycle now, unsigned number);
  /// A row of the table over time for each SAQ in use.
  void look(Cycle now);
  /// The turns of a packet from the router on that it reaches by its channel `hop`.
  uint64_t turns_at(const Packet& packet, unsigned hop) const {
    return pool_.left(packet.turns, hop) & low_mask(config_.ingress.pool_bits);
  }
  unsigned turn(const Packet& packet) const { return pool_.turn(packet.turns, packet.hops); }

 private:
  void receive(const LinkMessage& message);
  void tell_packets(unsigned clock);
  void join_ports(Cycle now);
  void join(unsigned input, unsigned output);
  void pass_messages(Cycle now);
  void pass_upstream(Cycle now, Input& input);
  void pass_downstream(Cycle now, Output& output);
  void clock_input(Cycle now, unsigned number);
  void clock_output(Cycle now, unsigned number, const TurnPath& notice);
  template <class U>
  void note_saqs(Cycle now, Port<U>& port, SaqPlace place, const TurnPath& path);

  const Config& config_;
  const RouterId router_;
  Sides& sides_;
  Counters& counters_;
  History& history_;
  const TurnPool pool_;
  Wire<LinkMessage> wire_;
};

}  // namespace chokepoint::recn
