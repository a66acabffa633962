// SPDX-License-Identifier: Apache-2.0
// Queue organisation `fifo`: one queue. Whatever its first packet waits for, all behind it wait.
#include "sim/switch/queueing/organisation.h"

namespace chokepoint {
namespace {

class OneQueue : public QueueOrganisation {
 public:
  OneQueue() : QueueOrganisation("fifo") {}
  /// Numbered as with a queue for each output, of which it uses the first: the stream switch does.
  unsigned queues(const QueueingShape& shape) const override { return shape.outputs; }
  unsigned queue(unsigned, NodeId) const override { return 0; }
};

const OneQueue one_queue;
const QueueingRegistration registration{InputQueues::kFifo, one_queue};

}  // namespace
}  // namespace chokepoint
