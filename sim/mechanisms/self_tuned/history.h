// SPDX-License-Identifier: Apache-2.0
// How threshold, estimate, full buffers and throughput went: a row for each tuning period.
#pragma once

#include <string>
#include <vector>

#include "sim/units/self_tuned/self_tuned_node.h"

namespace chokepoint::self_tuned {

/// As one node sees it; without faults all see the same.
class History {
 public:
  /// In every cycle in which the node is clocked, before its clock. `totals_valid`, `period_last`:
  /// of the phase.
  void look(Cycle now, const SelfTunedNode::Out& node, bool totals_valid, bool period_last) {
    held_ += node.hold ? 1 : 0;
    returned_ |= node.returned_valid;
    relocated_ |= node.relocated_valid;
    if (!totals_valid) return;
    delivered_ += node.total_delivered;
    if (period_last) add(now, node);
  }
  bool empty() const { return rows_.empty(); }
  std::string csv() const;

 private:
  struct Row {
    Cycle cycle;
    uint64_t delivered;
    uint32_t full, estimate, threshold, held;
    bool returned, relocated;
  };
  void add(Cycle now, const SelfTunedNode::Out& node);
  std::vector<Row> rows_;
  uint64_t delivered_ = 0;
  uint32_t held_ = 0;
  bool returned_ = false, relocated_ = false;
};

}  // namespace chokepoint::self_tuned
