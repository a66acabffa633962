// SPDX-License-Identifier: Apache-2.0
// What a mechanism declares about its packets; from it come the VCs of a run, the names in faults
// and in summary.json, and docs/reference/messages.md.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/packet/message_spec.h"
#include "sim/packet/vc_class.h"

namespace chokepoint {

struct Declarations {
  /// Beside the data VCs, in the order of their numbers. One kDroppable class at most.
  std::vector<VcClassSpec> vc_classes;
  std::vector<MessageSpec> messages;
  /// Sets of data VCs, one per kind of traffic that the mechanism keeps apart; empty: one.
  std::function<unsigned(const Scenario&)> data_sets = {};
  /// Data goes in blocks that were reserved: a NIC side that has not heard of a block cannot be
  /// told of its packets. (A rogue source of a fault is one for the whole run then.)
  bool reserves = false;

  const VcClassSpec* vc_class(const std::string& name) const;
  const MessageSpec* message(const std::string& name) const;
  /// What no run can make sense of, e.g. two messages of one name, in words; "": nothing.
  std::string problem() const;
};

}  // namespace chokepoint
