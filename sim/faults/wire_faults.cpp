// SPDX-License-Identifier: Apache-2.0
// Faults of values that go over wires: which are struck, and whether there are such.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/faults/injector.h"

namespace chokepoint {

bool FaultInjector::strikes_wire(size_t f, Cycle now, const WireBoard::Arrival& arrival) {
  const FaultConfig& fault = faults_[f];
  const WirePlace to = arrival.to, from = arrival.from;
  if (fault.wire != arrival.wire || (fault.message != "any" && fault.message != arrival.message)) {
    return false;
  }
  const auto other = [](int wanted, bool kind, uint32_t number) {
    return wanted >= 0 && !(kind && static_cast<uint32_t>(wanted) == number);
  };
  if (!active(f, now) || other(fault.node, to.is_nic(), to.number) ||
      other(fault.router, !to.is_nic(), to.number) ||
      other(fault.sender, from.is_nic(), from.number)) {
    return false;
  }
  return chosen(f, to.is_nic() ? to.number : context_.topology.nodes() + to.number);
}

WireBoard::Fate FaultInjector::of_wire(Cycle now, const WireBoard::Arrival& arrival) {
  WireBoard::Fate fate;
  for (size_t f = 0; f < faults_.size(); ++f) {
    if (!strikes_wire(f, now, arrival)) continue;
    note(f, now);
    if (faults_[f].kind != FaultKind::kDuplicate) fate.handed_on = false;
    if (faults_[f].kind != FaultKind::kLose) fate.again = faults_[f].cycles;
    break;  // the first that fits
  }
  return fate;
}

/// Which wires there are is known when the mechanism has attached.
void FaultInjector::check_wires() const {
  const std::vector<std::string> names = context_.wires.names();
  for (const FaultConfig& fault : faults_) {
    if (fault.wire.empty()) continue;
    if (std::find(names.begin(), names.end(), fault.wire) != names.end()) {
      check_message(fault);
      continue;
    }
    throw InputError(fmt::format(
        "{}: wire: mechanism {} has no wire '{}'{}", fault.origin, context_.scenario.mechanism.name,
        fault.wire,
        names.empty() ? ", nor any other" : fmt::format("; legal is {}", fmt::join(names, ", "))));
  }
}

/// One that its wire carries.
void FaultInjector::check_message(const FaultConfig& fault) const {
  if (fault.message == "any") return;
  const std::vector<std::string> names = context_.wires.messages(fault.wire);
  if (std::find(names.begin(), names.end(), fault.message) != names.end()) return;
  throw InputError(fmt::format("{}: message: wire '{}' carries no message '{}'; legal is any{}{}",
                               fault.origin, fault.wire, fault.message,
                               names.empty() ? ": its values are of one kind" : ", ",
                               fmt::join(names, ", ")));
}

}  // namespace chokepoint
