// SPDX-License-Identifier: Apache-2.0
// The queues that a mechanism makes in the output buffers of a router with a plain switch.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "sim/hooks/context.h"
#include "sim/hooks/output_queue_control.h"
#include "sim/hooks/queue_control.h"
#include "sim/switch/plain_router/driver.h"
#include "sim/switch/plain_router/made_queues.h"

namespace chokepoint {

/// Beside the queue of each VC, QueueOwner::most_output_queues() further ones of each output.
class OwnOutputQueues : public OutputQueueControl {
 public:
  /// `fail` throws CheckError.
  OwnOutputQueues(QueueOwner& owner, const NetworkContext& context,
                  std::function<void(const std::string&)> fail)
      : owner_(owner),
        context_(context),
        fail_(std::move(fail)),
        made_("output", context.topology.radix(), context.layout.total, owner.most_output_queues(),
              fail_) {}

  unsigned create_queue(unsigned output) override { return made_.make(output); }
  void free_queue(unsigned output, unsigned queue) override;
  void block_queue(unsigned output, unsigned queue, bool blocked) override;
  void swap_queues(unsigned output, unsigned a, unsigned b) override;
  const Packet* queue_front(unsigned output, unsigned queue) const override;
  unsigned queue_flits(unsigned output, unsigned queue) const override;

  void begin(const plain::PlainSwitch& core) { core_ = &core; }
  /// Before VC allocation: what was asked for, then the owner's choice for each head that waits.
  void change(plain::SwitchDriver& driver);

 private:
  void check(unsigned output, unsigned queue) const;
  void check_swap(const plain::OutputQueueIn& swap) const;
  bool chosen_by_crossing(unsigned output, unsigned queue) const;
  void choose(plain::SwitchDriver& driver, unsigned input, unsigned queue,
              const plain::InputPacket& head);
  const plain::OutputPacket* front(unsigned output, unsigned queue) const;
  QueueOwner& owner_;
  const NetworkContext& context_;
  std::function<void(const std::string&)> fail_;
  MadeQueues made_;
  std::vector<plain::OutputQueueIn> pending_;  ///< before the next VC allocation
  const plain::PlainSwitch* core_ = nullptr;
};

}  // namespace chokepoint
