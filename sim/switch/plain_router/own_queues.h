// SPDX-License-Identifier: Apache-2.0
// The queues that a mechanism makes in the input ports of a router with a plain switch.
#pragma once

#include <functional>
#include <vector>

#include "sim/hooks/context.h"
#include "sim/hooks/queue_control.h"
#include "sim/switch/plain_router/driver.h"

namespace chokepoint {

/// Beside `usual` queues of each input, QueueOwner::most_queues() further ones. CheckError, from
/// `fail`, for what QueueControl does not allow.
class OwnQueues : public QueueControl {
 public:
  using Fail = std::function<void(const std::string&)>;
  OwnQueues(QueueOwner& owner, const NetworkContext& context, unsigned inputs, unsigned usual,
            Fail fail)
      : owner_(owner),
        context_(context),
        usual_(usual),
        fail_(std::move(fail)),
        created_(inputs, std::vector<bool>(owner.most_queues())) {}

  unsigned create_queue(unsigned input) override;
  void free_queue(unsigned input, unsigned queue) override;
  void block_queue(unsigned input, unsigned queue, bool blocked) override;
  void swap_queues(unsigned input, unsigned a, unsigned b) override;
  const Packet* queue_front(unsigned input, unsigned queue) const override;
  unsigned usual_queue(unsigned vc, unsigned output) const override;

  /// The switch is there: the owner takes control of its queues.
  void begin(const plain::PlainSwitch& core);
  unsigned most_queues() const { return owner_.most_queues(); }
  /// The owner's choice, which is a queue of the input.
  unsigned choose(const Packet& packet, unsigned input, unsigned vc, unsigned output,
                  unsigned usual);
  /// Before VC allocation: an output VC is held by a queue, so its head may not go elsewhere.
  void change(plain::SwitchDriver& driver);

 private:
  void check(unsigned input, unsigned queue) const;
  QueueOwner& owner_;
  const NetworkContext& context_;
  unsigned usual_;
  Fail fail_;
  std::vector<std::vector<bool>> created_;  ///< by input and further queue
  std::vector<plain::QueueIn> pending_;     ///< before the next VC allocation
  const plain::PlainSwitch* core_ = nullptr;
};

/// The queue that packets of an input VC for `output` go to: with VOQ data VCs have one per output.
inline unsigned usual_queue(const NetworkContext& context, unsigned vc, unsigned output) {
  const unsigned place = context.layout.is_voq(vc) ? output : context.topology.radix();
  return place * context.layout.total + vc;
}

}  // namespace chokepoint
