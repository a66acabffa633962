// SPDX-License-Identifier: Apache-2.0
// Where a congestion-management mechanism attaches to routers and NICs, and how it registers
// itself.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/common/state_lines.h"
#include "sim/common/types.h"
#include "sim/hooks/declarations.h"
#include "sim/hooks/packet_place.h"
#include "sim/packet/packet.h"
#include "sim/packet/queue_head.h"
#include "sim/scenario/own_keys.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

class QueueOwner;   // sim/hooks/queue_control.h
class RouterState;  // sim/hooks/router_state.h: what a mechanism may read and mask in a router
class NicState;     // sim/hooks/nic_state.h
class WaveSignals;  // sim/wave/wave_signals.h

/// Router side. Per cycle: speculative_arrived for the heads that come in, begin_cycle,
/// head_crosses, end_cycle. Called in every cycle in which the router holds a packet; otherwise
/// begin_cycle and end_cycle while busy(). These two are left out unless every_cycle().
class RouterAttachment {
 public:
  virtual ~RouterAttachment() = default;
  /// The head flit of a speculative packet has come into the FIFO of speculative VC `index` of
  /// `input`. Drops and permissions wait for begin_cycle.
  virtual void speculative_arrived(Cycle, Packet&, unsigned /*input*/, unsigned /*index*/) {}
  /// The unit's answers visible in this cycle are applied (marks, drops, permissions, masks).
  virtual void begin_cycle(Cycle) {}
  /// A head flit crosses the crossbar in switch pass `pass` to VC `vc` of `output`.
  virtual void head_crosses(Cycle, Packet&, unsigned /*output*/, unsigned /*vc*/,
                            unsigned /*pass*/) {}
  /// True: the six hooks below are called, each in the cycle in which it happens, whatever ends a
  /// tick. Asked once; who does not want them pays nothing.
  virtual bool follows_packets() const { return false; }
  /// The head has come into its queue, and its output is chosen. Also of speculative packets,
  /// before speculative_arrived.
  virtual void packet_arrived(Cycle, const PacketPlace&) {}
  /// The packet has got an output VC. A NACK made in place of a packet comes here first.
  virtual void packet_assigned(Cycle, const PacketPlace&) {}
  /// The head flit, the tail flit, has left the queue of the input.
  virtual void head_left(Cycle, const PacketPlace&) {}
  virtual void tail_left(Cycle, const PacketPlace&) {}
  /// The head flit, the tail flit, has gone onto the channel of the output.
  virtual void head_sent(Cycle, const PacketPlace&) {}
  virtual void tail_sent(Cycle, const PacketPlace&) {}
  /// The unit is clocked with what was seen in this cycle, or that is written down for catch_up.
  virtual void end_cycle(Cycle) {}
  /// Called after one or several cycles, before anything can see what was answered about heads that
  /// crossed in them (Site): a unit whose answers act on such packets only may be clocked here, for
  /// all these cycles at once. That costs less: its code and state are fetched once.
  virtual void catch_up(Cycle /*last*/) {}
  /// Once, before the run: adds what it looks at in every tick, see FetchAhead.
  virtual void list_state(StateLines&) const {}
  /// Asks for what it looks at in so many cycles to come and is not in the list. Called before its
  /// turn, in that of another router: it sees what there is between two turns.
  virtual void fetch(Cycle /*cycles*/) const {}
  /// False: begin_cycle and end_cycle have nothing to do. Asked once.
  virtual bool every_cycle() const { return true; }
  /// True while end_cycle must be called although the router has no work.
  virtual bool busy() const { return false; }
  virtual void enable(bool) {}
  /// A head that crosses to VC `vc` of `output` gets a mark if that output is congested; asked for
  /// faults, at head_crosses().
  virtual bool markable(const Packet& packet, unsigned /*output*/, unsigned /*vc*/) const {
    return packet.kind == PacketKind::kData;
  }
  /// Registers of a unit were changed from outside: from now on it must be clocked in every cycle,
  /// however quiet it is. That it may be left out is proved of states that it reaches by itself.
  virtual void upset() {}
  /// For faults, before end_cycle(): what the unit is told that it counts in its router is all that
  /// there could be, or nothing; nullopt: it is what there is. False: it counts nothing.
  virtual bool stick(std::optional<bool> /*at*/) { return false; }
  /// For faults, before end_cycle(): the clock that ends this cycle resets the unit and what times
  /// it, those of no other router. False: there is no such reset.
  virtual bool reset(Cycle) { return false; }
  /// Null: it makes no queues in this router. Asked once, before the run.
  virtual QueueOwner* queue_owner() { return nullptr; }
  virtual void describe_wave(WaveSignals&) {}
};

/// What a NIC may do with the packet at the head of a send queue.
struct InjectionDecision {
  bool allowed = true;
  /// Refused: so is every head that would be asked about after it in this cycle. Saves the
  /// questions.
  bool ends_round = false;
  /// Data, or a class with VcUse::kData; see VcLayout::vc_class().
  VcClass vc_class = VcClass::kData;
  bool minimal_only = false;
  bool throttled = false;
  uint8_t vc_set = 0;  ///< set of data VCs (Declarations::data_sets)
  /// Flits of the VC's room at the router that this packet must leave to others; a switching
  /// technique that sends flit by flit does not look at it.
  uint16_t leaves_room = 0;
  /// Sent as kSpeculativeData in the droppable class, and only if no queue has a packet that is
  /// not; `vc_class` does not count then.
  bool speculative = false;
};

/// NIC side.
class NicAttachment {
 public:
  virtual ~NicAttachment() = default;
  virtual void begin_cycle(Cycle) {}
  /// A packet that must be sent again, before all send queues; null: none. Asked of mechanisms with
  /// droppable packets before may_inject(), when that would be asked if there were a send queue.
  /// The NIC copies it when an injection VC has credits for all of it; until then only speculative
  /// packets may start. Kind, VC class, destination, flits, message, sequence number,
  /// message_packets, group, created and tag are taken from it; the copy gets a new id and is
  /// counted as retransmitted.
  virtual const Packet* retransmission(Cycle) { return nullptr; }
  /// May the packet at the head of this send queue start to enter in this cycle? Asked for any
  /// number of queues per cycle: an answer must change nothing.
  virtual InjectionDecision may_inject(Cycle, const QueueHead&) { return {}; }
  /// Another number whenever may_inject() may allow a head that it refused, or allow one in another
  /// way, or retransmission() may answer otherwise: a NIC asks about a head that was refused again
  /// only then, or when there are credits that a head lacked.
  virtual uint64_t decisions(Cycle now) const { return now; }
  /// A data packet begins to enter: of a send queue, or (a copy of) the retransmission().
  virtual void injected(Cycle, const Packet&) {}
  /// A message was generated and queued.
  virtual void generated(Cycle, NodeId /*destination*/, unsigned /*flits*/) {}
  /// A data packet's tail arrived: the receiver has had this packet before and drops the copy.
  /// Asked once for each, before received().
  virtual bool is_copy(const Packet&) { return false; }
  /// A data packet's tail arrived.
  virtual void received(Cycle, const Packet&) {}
  /// With network.control_receive_packets: may this control packet, the first that waits, be
  /// handed over now? Asked in every cycle until it is. Without a bound it is not asked: packets
  /// are handed over as they come, and the mechanism keeps those that its hardware would refuse.
  virtual bool takes_control(Cycle, const Packet&) { return true; }
  /// A control packet arrived.
  virtual void control_received(Cycle, const Packet&) {}
  virtual void end_cycle(Cycle) {}
  /// After end_cycle: the first cycle in which begin_cycle and end_cycle must be called again,
  /// unless another hook is called before it. They may be called earlier.
  virtual Cycle sleeps_until(Cycle now) const { return now + 1; }
  /// Once, before the run: adds what most of its hooks look at, see FetchAhead.
  virtual void list_state(StateLines&) const {}
  /// No packet is owed: unacknowledged, or to be sent again. A run does not end its drain before.
  virtual bool idle() const { return true; }
  /// The run is over: `cycles` have been simulated.
  virtual void finish(Cycle /*cycles*/) {}
  virtual void enable(bool) {}
  /// As of a router.
  virtual void upset() {}
  /// What it waits for, or makes packets wait for; after a drain that cannot complete. "": nothing.
  virtual std::string describe_wait() const { return ""; }
  virtual void describe_wave(WaveSignals&) {}
};

/// One mechanism of one run. Each thread of a run has an object of its own, for the routers and
/// NICs of its sites: its attachments may share what is in it, and nothing else that changes.
class Mechanism {
 public:
  virtual ~Mechanism() = default;
  virtual std::unique_ptr<RouterAttachment> attach_router(RouterState&) { return nullptr; }
  virtual std::unique_ptr<NicAttachment> attach_nic(NicState&) { return nullptr; }
  /// Its router side makes queues (QueueOwner), which takes the plain switch.
  virtual bool makes_queues() const { return false; }
  /// Counters for summary.json's `mechanism` object.
  virtual std::map<std::string, uint64_t> counters() const { return {}; }
  /// Of several objects, each for the sites of one thread, the counter's least value counts (the
  /// first cycle of something), not the sum.
  virtual bool counts_least(const std::string& /*counter*/) const { return false; }
  /// Tables of its own, written beside the run's: by file name, as CSV. If several objects have it,
  /// each has rows of its own sites, in the order of the whole numbers in the first two columns.
  virtual std::map<std::string, std::string> tables() const { return {}; }
};

struct MechanismInfo {
  std::string name;
  std::string summary;
  std::vector<KeySpec> keys;
  std::function<std::unique_ptr<Mechanism>(const Scenario&)> make;
  /// Checks across keys; throws InputError whose message starts with the key's name, for a key of
  /// another table with "table.key: ". May be empty.
  std::function<void(const Scenario&)> check;
  /// VC classes and messages. A message that waits for another one (a request for its response) has
  /// a VC of its own: messages of one VC may wait for those of VCs before it, never the other way
  /// round.
  Declarations declares = {};
};

/// Names of the VC classes of all mechanisms, data included, in alphabetical order.
std::vector<std::string> vc_class_names();

/// Mechanisms register themselves: `static const MechanismRegistration registration{info};` in
/// their folder.
const std::map<std::string, MechanismInfo>& mechanisms();
struct MechanismRegistration {
  explicit MechanismRegistration(MechanismInfo info);
};

}  // namespace chokepoint
