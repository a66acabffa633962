// SPDX-License-Identifier: Apache-2.0
// Queue organisation `fifo`: one queue. Whatever its first packet waits for, all behind it wait.
#include "sim/switch/queueing/organisation.h"

namespace chokepoint {
namespace {

class OneQueue : public QueueOrganisation {
 public:
  OneQueue() : QueueOrganisation("fifo") {}
  unsigned queues(const QueueingShape&) const override { return 1; }
  unsigned queue(unsigned, NodeId) const override { return 0; }
};

const OneQueue one_queue;
const QueueingRegistration registration{InputQueues::kFifo, one_queue};

}  // namespace
}  // namespace chokepoint
