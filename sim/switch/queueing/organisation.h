// SPDX-License-Identifier: Apache-2.0
// How an input buffers data packets: in which of a VC's queues a packet waits. One organisation per
// file in this folder; network.input_queues names it.
#pragma once

#include <string>
#include <vector>

#include "sim/common/types.h"
#include "sim/scenario/scenario.h"

namespace chokepoint {

/// What there is to choose by.
struct QueueingShape {
  unsigned outputs = 0, nodes = 0;
};

/// The queues of a VC share its memory, vc_buffer_flits. With one data VC that is the memory of the
/// port, and the credits of the VC are credits of the port.
class QueueOrganisation {
 public:
  explicit QueueOrganisation(std::string of) : name(std::move(of)) {}
  virtual ~QueueOrganisation() = default;
  /// Queues of a data VC at an input, and the one for a packet, below that.
  virtual unsigned queues(const QueueingShape& shape) const = 0;
  virtual unsigned queue(unsigned output, NodeId destination) const = 0;

  const std::string name;  ///< of network.input_queues
};

const QueueOrganisation& organisation_of(InputQueues queues);

/// InputError "key: what", a key of [network], if destinations cannot have shares of the buffer
/// (NetworkConfig::share_flits) in a network of so many nodes. Shares are of the one data VC: VCs
/// of several classes would wait for each other's shares.
void check_shares(const NetworkConfig& network, unsigned nodes);

struct QueueingRegistration {
  QueueingRegistration(InputQueues queues, const QueueOrganisation& organisation);
};
}  // namespace chokepoint
