// SPDX-License-Identifier: Apache-2.0
// The queues that a mechanism makes in the input ports of a router with a plain switch, and what it
// does with the heads of queues.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "sim/hooks/context.h"
#include "sim/hooks/queue_control.h"
#include "sim/switch/plain_router/buffer_plan.h"
#include "sim/switch/plain_router/driver.h"
#include "sim/switch/plain_router/made_queues.h"
#include "sim/switch/plain_router/own_output_queues.h"

namespace chokepoint {

/// What the router does for them.
struct QueueServices {
  std::function<void(const std::string&)> fail;  ///< throws CheckError
  /// A packet leaves its queue; a message takes its place, or nothing does.
  std::function<void(const plain::ReplacementIn&, const NackHeader*)> give_way;
  /// The head of that queue requests its output no longer.
  std::function<void(unsigned input, const plain::InputPacket&)> end_request;
};

/// Beside the usual queues of each port, QueueOwner::most_queues() further ones there and at each
/// further input. CheckError for what QueueControl does not allow.
class OwnQueues : public QueueControl {
 public:
  OwnQueues(QueueOwner& owner, const NetworkContext& context, const BufferPlan& plan,
            QueueServices services)
      : owner_(owner),
        context_(context),
        plan_(plan),
        services_(std::move(services)),
        made_("input", context.topology.radix() + owner.further_inputs(), plan.queues(),
              owner.most_queues(), services_.fail),
        outputs_(owner, context, services_.fail) {}

  unsigned create_queue(unsigned input) override { return made_.make(input); }
  void free_queue(unsigned input, unsigned queue) override;
  void block_queue(unsigned input, unsigned queue, bool blocked) override;
  void swap_queues(unsigned input, unsigned a, unsigned b) override;
  unsigned usual_queue(unsigned vc, unsigned output) const override;
  const Packet* queue_front(unsigned input, unsigned queue) const override;
  bool head_waits(unsigned input, unsigned queue) const override;
  unsigned head_flits(unsigned input, unsigned queue) const override;
  unsigned queue_flits(unsigned input, unsigned queue) const override;
  void drop_head(unsigned input, unsigned queue) override { take_away(input, queue, nullptr); }
  void replace_head(unsigned input, unsigned queue, const NackHeader& by) override {
    take_away(input, queue, &by);
  }
  void move_head(unsigned input, unsigned queue, unsigned to_input, unsigned to_queue,
                 uint32_t vcs) override;
  unsigned further_room(unsigned input) const override;
  OutputQueueControl& outputs() override { return outputs_; }

  /// The switch is there: the owner takes control of its queues.
  void begin(const plain::PlainSwitch& core);
  unsigned most_queues() const { return owner_.most_queues(); }
  unsigned most_output_queues() const { return owner_.most_output_queues(); }
  unsigned further_inputs() const { return owner_.further_inputs(); }
  /// The owner's choice, which is a queue of the input.
  unsigned choose(const Packet& packet, unsigned input, unsigned vc, unsigned output,
                  unsigned usual);
  /// The mechanism's begin_cycle() comes: from now until change() heads may be taken away.
  void open() { open_ = true; }
  /// Before VC allocation: an output VC is held by a queue, so its head may not go elsewhere.
  void change(plain::SwitchDriver& driver);

 private:
  void take_away(unsigned input, unsigned queue, const NackHeader* by);
  void check(unsigned input, unsigned queue) const;
  void check_swap(const plain::QueueIn& swap) const;
  void check_move(const plain::QueueIn& move) const;
  const plain::InputPacket* front(unsigned input, unsigned queue) const;
  QueueOwner& owner_;
  const NetworkContext& context_;
  const BufferPlan& plan_;
  QueueServices services_;
  MadeQueues made_;
  std::vector<plain::QueueIn> pending_;  ///< before the next VC allocation
  OwnOutputQueues outputs_;
  const plain::PlainSwitch* core_ = nullptr;
  bool open_ = false;
};

}  // namespace chokepoint
