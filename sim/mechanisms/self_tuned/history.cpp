// SPDX-License-Identifier: Apache-2.0
#include "sim/mechanisms/self_tuned/history.h"

#include <fmt/format.h>

#include <iterator>

namespace chokepoint::self_tuned {

void History::add(Cycle now, const SelfTunedNode::Out& node) {
  rows_.push_back({now, delivered_, node.total_full, node.estimate, node.threshold, held_,
                   returned_, relocated_});
  delivered_ = 0;
  held_ = 0;
  returned_ = relocated_ = false;
}

std::string History::csv() const {
  std::string text =
      "cycle,full_buffers,delivered_flits,estimate,threshold,held_cycles,returned,relocated\n";
  for (const Row& row : rows_) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{}\n", row.cycle, row.full,
                   row.delivered, row.estimate, row.threshold, row.held, row.returned ? 1 : 0,
                   row.relocated ? 1 : 0);
  }
  return text;
}

}  // namespace chokepoint::self_tuned
