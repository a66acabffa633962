// SPDX-License-Identifier: Apache-2.0
// Who is struck and when; sinks that stop, registers that are upset.
#include "sim/faults/injector.h"

#include <fmt/format.h>

#include <algorithm>

#include "sim/faults/upset.h"
#include "sim/network/network.h"

namespace chokepoint {

namespace {

const char* name_of(FaultKind kind) {
  switch (kind) {
    case FaultKind::kLose:
      return "lose";
    case FaultKind::kDuplicate:
      return "duplicate";
    case FaultKind::kDelay:
      return "delay";
    case FaultKind::kSetMark:
      return "set_mark";
    case FaultKind::kClearMark:
      return "clear_mark";
    case FaultKind::kStuckAt1:
      return "stuck_at_1";
    case FaultKind::kStuckAt0:
      return "stuck_at_0";
    case FaultKind::kRogue:
      return "rogue";
    case FaultKind::kStopDraining:
      return "stop_draining";
    case FaultKind::kReset:
      return "reset";
    case FaultKind::kUpset:
      break;
  }
  return "upset";
}

bool of_messages(FaultKind kind) {
  return kind == FaultKind::kLose || kind == FaultKind::kDuplicate || kind == FaultKind::kDelay;
}
bool of_packets(FaultKind kind) {
  return of_messages(kind) || kind == FaultKind::kSetMark || kind == FaultKind::kClearMark;
}

std::string describe(const FaultConfig& fault) {
  std::string text = name_of(fault.kind);
  if (!fault.wire.empty()) {
    text += (fault.message == "any" ? " wire " : " " + fault.message + " of wire ") + fault.wire;
  } else if (of_messages(fault.kind)) {
    text += " " + (fault.message == "any" ? "message" : fault.message);
  }
  if (fault.kind == FaultKind::kUpset) {
    text += fault.state.empty() ? "" : " " + fault.state;
    return text + (fault.unit.empty() ? "" : " of " + fault.unit);
  }
  if (fault.router >= 0) text += fmt::format(" at router {}", fault.router);
  if (fault.port >= 0) text += fmt::format(" output {}", fault.port);
  if (fault.node >= 0) text += fmt::format(" at node {}", fault.node);
  if (fault.sender >= 0) text += fmt::format(" from node {}", fault.sender);
  return text;
}

const FaultRegistration registration([](const Scenario& scenario, NetworkContext& context) {
  return std::make_unique<FaultInjector>(scenario, context);
});

}  // namespace

FaultInjector::FaultInjector(const Scenario& scenario, NetworkContext& context)
    : faults_(scenario.faults), context_(context) {
  const unsigned nodes = context.topology.nodes(), routers = context.topology.routers();
  rogue_.resize(nodes);
  stuck_.resize(routers);
  random_.resize(faults_.size());
  for (size_t f = 0; f < faults_.size(); ++f) {
    const FaultConfig& fault = faults_[f];
    counts_.push_back({describe(fault), fault.origin, 0, 0, 0});
    if (of_packets(fault.kind)) {
      const uint32_t receivers = nodes + (fault.wire.empty() ? 0 : routers);
      for (uint32_t receiver = 0; receiver < receivers; ++receiver) {
        random_[f].emplace_back(scenario.run.seed, receiver, RandomPurpose::kFault,
                                static_cast<uint32_t>(f));
      }
    }
    if (fault.kind == FaultKind::kRogue) rogue_[static_cast<size_t>(fault.node)].push_back(f);
    if (fault.kind == FaultKind::kStuckAt1 || fault.kind == FaultKind::kStuckAt0) {
      for (RouterId router = 0; router < routers; ++router) {
        if (fault.router < 0 || static_cast<unsigned>(fault.router) == router) {
          stuck_[router].push_back(f);
        }
      }
    }
    if (fault.kind == FaultKind::kStopDraining) {
      const auto node = static_cast<NodeId>(fault.node);
      const bool known = std::any_of(sinks_.begin(), sinks_.end(),
                                     [node](const Sink& sink) { return sink.node == node; });
      if (!known) sinks_.push_back({node, {}});
    }
  }
  if (std::any_of(faults_.begin(), faults_.end(),
                  [](const FaultConfig& fault) { return !fault.wire.empty(); })) {
    context.wires.disturb(
        [this](Cycle now, const WireBoard::Arrival& arrival) { return of_wire(now, arrival); });
  }
}

FaultInjector::~FaultInjector() = default;

void FaultInjector::note(size_t fault, Cycle now) {
  FaultCount& count = counts_[fault];
  if (count.struck++ == 0) count.first = now;
  count.last = now;
}

bool FaultInjector::chosen(size_t f, size_t receiver) {
  const FaultConfig& fault = faults_[f];
  if (fault.probability < 1) {
    constexpr uint64_t kOne = uint64_t{1} << 32;
    const auto limit = static_cast<uint64_t>(fault.probability * static_cast<double>(kOne));
    if (random_[f][receiver].below(kOne) >= limit) return false;
  }
  return fault.count == 0 || counts_[f].struck < fault.count;
}

/// A packet that has come to `node` and that the fault's keys describe.
bool FaultInjector::strikes(size_t f, Cycle now, NodeId node, const Packet& packet) {
  const FaultConfig& fault = faults_[f];
  if (!active(f, now) || (fault.node >= 0 && static_cast<NodeId>(fault.node) != node) ||
      (fault.sender >= 0 && static_cast<NodeId>(fault.sender) != packet.source)) {
    return false;
  }
  if (of_messages(fault.kind) && fault.message != "any" &&
      fault.message != context_.layout.name_of(packet.kind)) {
    return false;
  }
  return chosen(f, node);
}

FaultInjector::Fate FaultInjector::of_message(Cycle now, NodeId node, const Packet& packet) {
  Fate fate;
  for (size_t f = 0; f < faults_.size(); ++f) {
    if (!of_messages(faults_[f].kind) || !faults_[f].wire.empty() ||
        !strikes(f, now, node, packet)) {
      continue;
    }
    note(f, now);
    if (faults_[f].kind != FaultKind::kDuplicate) fate.handed_on = false;
    if (faults_[f].kind != FaultKind::kLose) fate.again = faults_[f].cycles;
    break;  // the first that fits
  }
  return fate;
}

bool FaultInjector::mark_of(Cycle now, NodeId node, const Packet& packet) {
  bool mark = packet.mark;
  for (size_t f = 0; f < faults_.size(); ++f) {
    const FaultKind kind = faults_[f].kind;
    if (kind != FaultKind::kSetMark && kind != FaultKind::kClearMark) continue;
    const bool wanted = kind == FaultKind::kSetMark;
    if (mark == wanted || !strikes(f, now, node, packet)) continue;
    mark = wanted;
    note(f, now);
  }
  return mark;
}

std::optional<bool> FaultInjector::stuck(Cycle now, RouterId router, unsigned output) const {
  for (const uint64_t f : stuck_[router]) {
    if (!active(f, now) ||
        (faults_[f].port >= 0 && static_cast<unsigned>(faults_[f].port) != output)) {
      continue;
    }
    return faults_[f].kind == FaultKind::kStuckAt1;
  }
  return std::nullopt;
}

bool FaultInjector::any_reset(RouterId router) const {
  return std::any_of(faults_.begin(), faults_.end(), [&](const FaultConfig& fault) {
    return fault.kind == FaultKind::kReset && static_cast<RouterId>(fault.router) == router;
  });
}

std::optional<size_t> FaultInjector::reset(Cycle now, RouterId router) const {
  for (size_t f = 0; f < faults_.size(); ++f) {
    const FaultConfig& fault = faults_[f];
    if (fault.kind == FaultKind::kReset && static_cast<RouterId>(fault.router) == router &&
        fault.from == now) {
      return f;
    }
  }
  return std::nullopt;
}

void FaultInjector::stuck_struck(Cycle now, RouterId router, unsigned output) {
  for (const uint64_t f : stuck_[router]) {
    if (faults_[f].port >= 0 && static_cast<unsigned>(faults_[f].port) != output) continue;
    if (active(f, now)) return note(f, now);
  }
}

bool FaultInjector::rogue(Cycle now, NodeId node) const {
  return std::any_of(rogue_[node].begin(), rogue_[node].end(),
                     [&](uint64_t f) { return active(f, now); });
}

bool FaultInjector::any_rogue(NodeId node) const {
  return !rogue_[node].empty();
}

void FaultInjector::rogue_struck(Cycle now, NodeId node) {
  for (const uint64_t f : rogue_[node]) {
    if (active(f, now)) return note(f, now);
  }
}

void FaultInjector::cycle(Cycle now, Network& network) {
  if (!sinks_.empty()) stop_sinks(now, network);
  for (; next_upset_ < upsets_.size() && upsets_[next_upset_].cycle <= now; ++next_upset_) {
    upset(upsets_[next_upset_], network);
  }
}

/// A stopped sink's flits wait in front of it, without credit; afterwards it takes one per cycle.
void FaultInjector::stop_sinks(Cycle now, Network& network) {
  for (Sink& sink : sinks_) {
    size_t stopped = faults_.size();
    for (size_t f = 0; f < faults_.size(); ++f) {
      const FaultConfig& fault = faults_[f];
      if (fault.kind == FaultKind::kStopDraining && static_cast<NodeId>(fault.node) == sink.node &&
          active(f, now)) {
        stopped = f;
      }
    }
    if (stopped == faults_.size() && sink.held.empty()) continue;
    const RouterId router = context_.topology.router_of(sink.node);
    const unsigned port = sink.node - context_.topology.first_node(router);
    std::vector<DueFlit>& due = network.group(router).endpoint().flits.due(now);
    for (auto flit = due.begin(); flit != due.end();) {
      if (flit->port != port) {
        ++flit;
        continue;
      }
      sink.held.push_back(*flit);
      flit = due.erase(flit);
      if (stopped != faults_.size()) note(stopped, now);
    }
    if (stopped != faults_.size() || sink.held.empty()) continue;
    due.push_back(sink.held.front());
    sink.held.pop_front();
  }
}

unsigned FaultInjector::held_flits(NodeId node, unsigned vc) const {
  unsigned flits = 0;
  for (const Sink& sink : sinks_) {
    if (sink.node != node) continue;
    for (const DueFlit& flit : sink.held) flits += flit.vc() == vc ? 1 : 0;
  }
  return flits;
}

uint64_t FaultInjector::held_tails() const {
  uint64_t tails = 0;
  for (const Sink& sink : sinks_) {
    for (const DueFlit& flit : sink.held) tails += flit.tail() ? 1 : 0;
  }
  return tails;
}

std::string FaultInjector::describe_wait() const {
  std::string text;
  for (const Sink& sink : sinks_) {
    if (sink.held.empty()) continue;
    text += fmt::format("  NIC {} has stopped draining: {} flits wait in front of it\n", sink.node,
                        sink.held.size());
  }
  return text;
}

/// Times and bits are drawn at once: uniform over time, and over all bits of all units that are
/// named.
void FaultInjector::prepare() {
  check_wires();
  for (size_t f = 0; f < faults_.size(); ++f) {
    const FaultConfig& fault = faults_[f];
    if (fault.kind != FaultKind::kUpset) continue;
    struct Place {
      const std::string* unit;
      size_t register_index;
      uint64_t end;  ///< bits of this and all earlier places
    };
    std::vector<Place> places;
    uint64_t bits = 0;
    for (const auto& [path, unit] : upsettable_units()) {
      if (path.compare(0, fault.unit.size(), fault.unit) != 0) continue;
      for (size_t r = 0; r < unit->registers().size(); ++r) {
        if (unit->registers()[r].name.find(fault.state) == std::string::npos) continue;
        bits += unit->registers()[r].bits;
        places.push_back({&path, r, bits});
      }
    }
    if (places.empty()) {
      throw InputError(
          fmt::format("{}: kind: there is no register to upset{}", fault.origin,
                      upsettable_units().empty()
                          ? "; only the program chokepoint_upset (make faults) can reach registers"
                          : fmt::format(": no unit '{}' with '{}' in a register's name", fault.unit,
                                        fault.state)));
    }
    const RunConfig& run = context_.scenario.run;
    const Cycle to = std::min(fault.to, run.warmup + run.measure);
    RandomStream random(run.seed, 0, RandomPurpose::kFault, static_cast<uint32_t>(f));
    for (uint64_t i = 0; i < fault.count && to > fault.from; ++i) {
      const Cycle when = fault.from + random.below(to - fault.from);
      const uint64_t bit = random.below(bits);
      const auto place = std::upper_bound(places.begin(), places.end(), bit,
                                          [](uint64_t b, const Place& p) { return b < p.end; });
      const uint64_t first = place == places.begin() ? 0 : std::prev(place)->end;
      upsets_.push_back({when, f, *place->unit, place->register_index, bit - first});
    }
  }
  std::stable_sort(upsets_.begin(), upsets_.end(),
                   [](const Upset& a, const Upset& b) { return a.cycle < b.cycle; });
}

/// With the clock that ends this cycle; a unit that sleeps is woken for it.
void FaultInjector::upset(const Upset& upset, Network& network) {
  upsettable_units().at(upset.unit)->flip(upset.register_index, upset.bit);
  note(upset.fault, upset.cycle);
  const size_t number = upset.unit.find('_') + 1;
  const auto id = static_cast<unsigned>(std::stoul(upset.unit.substr(number)));
  if (upset.unit.compare(0, 4, "nic_") == 0) {
    network.nic(id).attachment()->upset();
    network.group(context_.topology.router_of(id)).wake();
  } else {
    network.router(id).attachment()->upset();
  }
}

}  // namespace chokepoint
