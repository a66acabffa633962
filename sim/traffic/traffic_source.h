// SPDX-License-Identifier: Apache-2.0
// Generates the messages of one node: all its traffic groups, injection times drawn ahead.
#pragma once

#include <memory>
#include <vector>

#include "sim/common/state_lines.h"
#include "sim/common/types.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

struct Message {
  NodeId destination = 0;
  uint32_t flits = 0;         ///< of the whole message
  uint16_t packet_flits = 1;  ///< packets are cut to this size, the last may be shorter
  uint8_t group = 0;          ///< index into Scenario::traffic
  Cycle created = 0;
  uint32_t tag = 0;  ///< the workload's, handed over with the message
};

/// One node's generators. `next_time` is the earliest cycle at which some group wants to generate;
/// `peek` shows that message. The NIC calls `take` when its send queue has room. While the queue of
/// that message's destination is full it calls `stall(now)`: that group's generator waits (nothing
/// is generated, the message is created when it is taken) and is asked again at now + 1; other
/// groups of the node go on.
class TrafficSource {
 public:
  TrafficSource(const Scenario& scenario, NodeId node);
  ~TrafficSource();
  TrafficSource(TrafficSource&&) noexcept;
  Cycle next_time() const { return next_time_; }  ///< ~0: never
  Message peek() const;                           ///< `created` = next_time()
  void take();
  void stall(Cycle now);
  /// One more message, created in its own cycle, or as soon as it is taken if that is over. Cycles
  /// do not go back from one call to the next.
  void add(const Message& message);
  /// For fetching ahead: what next_time(), peek() and take() look at.
  void list_state(StateLines& lines) const;

 private:
  struct Generator;
  void find_next();
  std::vector<std::unique_ptr<Generator>> generators_;
  Generator* added_ = nullptr;  ///< of messages that were added; null: there were none
  Generator* next_ = nullptr;
  Cycle next_time_ = ~Cycle{0};
};

}  // namespace chokepoint
