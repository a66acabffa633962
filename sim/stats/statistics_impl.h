// SPDX-License-Identifier: Apache-2.0
// The parts of Statistics; shared by the hooks and the writers.
#pragma once

#include <vector>

#include "sim/stats/counters.h"
#include "sim/stats/delivery_ledger.h"
#include "sim/stats/flow_table.h"
#include "sim/stats/statistics.h"

namespace chokepoint {

struct Statistics::Impl {
  explicit Impl(const Scenario& scenario);
  PacketCounts& of_message(const Packet& packet) {
    return messages[static_cast<size_t>(packet.kind) % messages.size()];
  }

  RunWindow window;
  uint64_t possible_flows = 0;  ///< source-destination pairs that the traffic may use
  Digest digest;
  std::vector<GroupCounts> groups;
  std::vector<uint64_t> sources;                ///< per group: number of source nodes
  PacketCounts packets, control;                ///< data and control; control alone
  std::array<ClassCounts, kVcClasses> classes;  ///< by number
  std::array<std::string, kVcClasses> class_names{{"data"}};
  std::vector<std::string> listed_classes{"data"};  ///< names, as the summary lists them
  /// By kind, messages only; those of counted_messages are shown.
  std::array<PacketCounts, MessageSpec::kLast + 1> messages{};
  std::vector<std::pair<std::string, PacketKind>> counted_messages;
  DeliveryLedger ledger;
  FlowTable flows;
};

}  // namespace chokepoint
