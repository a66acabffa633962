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

#include "sim/common/types.h"
#include "sim/network/packet.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

class RouterState;  // sim/network/router_state.h: what a mechanism may read and mask in a router
class NicState;     // sim/network/nic_state.h
class WaveSignals;  // sim/wave/wave_signals.h

/// Router side. Per cycle the router calls begin_cycle, then the event hooks, then end_cycle.
class RouterAttachment {
 public:
  virtual ~RouterAttachment() = default;
  /// The unit's answers visible in this cycle are applied (marks, drops, masks).
  virtual void begin_cycle(Cycle) {}
  /// A head flit crosses the crossbar in switch pass `pass` to `output`.
  virtual void head_crosses(Cycle, Packet&, unsigned /*output*/, unsigned /*pass*/) {}
  /// The unit is clocked with what was seen in this cycle.
  virtual void end_cycle(Cycle) {}
  /// True while end_cycle must be called although the router has no work.
  virtual bool busy() const { return false; }
  virtual void enable(bool) {}
  virtual void describe_wave(WaveSignals&) {}
};

/// What a NIC may do with the packet at the head of a send queue.
struct InjectionDecision {
  bool allowed = true;
  VcClass vc_class = VcClass::kData;
  bool minimal_only = false;
  bool throttled = false;
  uint8_t vc_set = 0;  ///< set of data VCs (mechanism `ideal`)
};

/// NIC side.
class NicAttachment {
 public:
  virtual ~NicAttachment() = default;
  virtual void begin_cycle(Cycle) {}
  /// May the next packet (of `flits`) to `destination` start to enter in this cycle?
  virtual InjectionDecision may_inject(Cycle, NodeId /*destination*/, unsigned /*flits*/,
                                       unsigned /*group*/) {
    return {};
  }
  virtual void injected(Cycle, const Packet&) {}
  /// A message was generated and queued.
  virtual void generated(Cycle, NodeId /*destination*/, unsigned /*flits*/) {}
  /// A data packet's tail arrived.
  virtual void received(Cycle, const Packet&) {}
  /// A control packet arrived.
  virtual void control_received(Cycle, const Packet&) {}
  virtual void end_cycle(Cycle) {}
  /// The run is over: `cycles` have been simulated.
  virtual void finish(Cycle /*cycles*/) {}
  virtual void enable(bool) {}
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
  virtual bool needs_control_vc() const { return false; }
  /// Number of separate sets of data VCs (1, or the number of traffic classes for `ideal`).
  virtual unsigned vc_sets(const Scenario&) const { return 1; }
  /// Counters for summary.json's `mechanism` object.
  virtual std::map<std::string, uint64_t> counters() const { return {}; }
};

/// A key of a mechanism's part of the scenario: from it come parsing, checks, --help, `list` and
/// the docs.
struct KeySpec {
  enum class Type { kInteger, kReal, kBoolean, kChoice };
  std::string name;
  Type type = Type::kInteger;
  MechanismConfig::Value default_value;
  double min = 0, max = 0;           ///< kInteger, kReal: inclusive
  std::vector<std::string> choices;  ///< kChoice
  std::string unit;                  ///< "cycles", "flits", ""
  std::string doc;
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
