// SPDX-License-Identifier: Apache-2.0
// Queue organisation `voq`: virtual output queues at switch level (VOQsw), one per output of the
// switch. Nobody waits for another output of this switch; that of the next one is not looked at.
#include "sim/switch/queueing/organisation.h"

namespace chokepoint {
namespace {

class QueuePerOutput : public QueueOrganisation {
 public:
  QueuePerOutput() : QueueOrganisation("voq") {}
  unsigned queues(const QueueingShape& shape) const override { return shape.outputs; }
  unsigned queue(unsigned output, NodeId) const override { return output; }
};

const QueuePerOutput queue_per_output;
const QueueingRegistration registration{InputQueues::kVoq, queue_per_output};

}  // namespace
}  // namespace chokepoint
