// SPDX-License-Identifier: Apache-2.0
// Where a congestion-management mechanism attaches to routers and NICs, and how it registers
// itself.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "sim/common/state_lines.h"
#include "sim/common/types.h"
#include "sim/packet/packet.h"
#include "sim/packet/queue_head.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

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
  /// Registers of a unit were changed from outside: it must be clocked, however quiet it was.
  virtual void upset() {}
  virtual void describe_wave(WaveSignals&) {}
};

/// What a NIC may do with the packet at the head of a send queue.
struct InjectionDecision {
  bool allowed = true;
  VcClass vc_class = VcClass::kData;
  bool minimal_only = false;
  bool throttled = false;
  uint8_t vc_set = 0;  ///< set of data VCs (mechanism `ideal`)
  /// Sent as kSpeculativeData on a speculative VC, and only if no queue has a packet that is not;
  /// `vc_class` does not count then.
  bool speculative = false;
};

/// NIC side.
class NicAttachment {
 public:
  virtual ~NicAttachment() = default;
  virtual void begin_cycle(Cycle) {}
  /// A packet that must be sent again, before all send queues; null: none. Asked of mechanisms with
  /// speculative VCs before may_inject(), when that would be asked if there were a send queue. The
  /// NIC copies it when an injection VC has credits for all of it; until then only speculative
  /// packets may start. Kind, VC class, destination, flits, message, sequence number,
  /// message_packets, group and created are taken from it; the copy gets a new id and is counted as
  /// retransmitted.
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

/// One mechanism of one run.
class Mechanism {
 public:
  virtual ~Mechanism() = default;
  virtual std::unique_ptr<RouterAttachment> attach_router(RouterState&) { return nullptr; }
  virtual std::unique_ptr<NicAttachment> attach_nic(NicState&) { return nullptr; }
  /// Extra VCs beside the data VCs.
  virtual bool needs_hotspot_vc() const { return false; }
  /// One per class of control packets, class 0 (responses) going first; classes above 0 (requests)
  /// may wait for responses, never the other way round.
  virtual unsigned control_vcs() const { return 0; }
  /// One per deadlock class of the routing; wants control VCs for the NACKs.
  virtual bool needs_speculative_vcs() const { return false; }
  /// Number of separate sets of data VCs (1, or the number of traffic classes for `ideal`).
  virtual unsigned vc_sets(const Scenario&) const { return 1; }
  /// Counters for summary.json's `mechanism` object.
  virtual std::map<std::string, uint64_t> counters() const { return {}; }
};

struct MechanismInfo {
  std::string name;
  std::string summary;
  std::vector<KeySpec> keys;
  std::function<std::unique_ptr<Mechanism>(const Scenario&)> make;
  /// Checks across keys; throws InputError whose message starts with the key's name, for a key of
  /// another table with "table.key: ". May be empty.
  std::function<void(const Scenario&)> check;
};

/// Mechanisms register themselves: `static const MechanismRegistration registration{info};` in
/// their folder.
const std::map<std::string, MechanismInfo>& mechanisms();
struct MechanismRegistration {
  explicit MechanismRegistration(MechanismInfo info);
};

}  // namespace chokepoint
