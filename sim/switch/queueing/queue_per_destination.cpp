// SPDX-License-Identifier: Apache-2.0
// Queue organisation `destination`: virtual output queues at network level (VOQnet), one per node
// of the network, each with an equal share of the buffer and credits of its own for it
// (NetworkConfig::share_flits): whoever sends claims them for a whole packet, a router when it
// gives an output VC. No packet waits for one that goes elsewhere; the memory grows with the
// network, so it is what others are compared with.
#include "sim/switch/queueing/organisation.h"

namespace chokepoint {
namespace {

class QueuePerDestination : public QueueOrganisation {
 public:
  QueuePerDestination() : QueueOrganisation("destination") {}
  unsigned queues(const QueueingShape& shape) const override { return shape.nodes; }
  unsigned queue(unsigned, NodeId destination) const override { return destination; }
};

const QueuePerDestination queue_per_destination;
const QueueingRegistration registration{InputQueues::kDestination, queue_per_destination};

}  // namespace
}  // namespace chokepoint
