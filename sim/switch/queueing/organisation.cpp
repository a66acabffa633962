// SPDX-License-Identifier: Apache-2.0
// The registry of queue organisations.
#include "sim/switch/queueing/organisation.h"

#include <fmt/format.h>

#include <map>
#include <stdexcept>

namespace chokepoint {

namespace {
std::map<InputQueues, const QueueOrganisation*>& registry() {
  static std::map<InputQueues, const QueueOrganisation*> all;
  return all;
}
}  // namespace

QueueingRegistration::QueueingRegistration(InputQueues queues,
                                           const QueueOrganisation& organisation) {
  if (!registry().emplace(queues, &organisation).second) {
    throw std::logic_error("two queue organisations are registered as " + organisation.name);
  }
}

void check_shares(const NetworkConfig& network, unsigned nodes) {
  if (network.input_queues != InputQueues::kDestination) return;
  if (network.data_vcs != 1) {
    throw InputError(fmt::format(
        "data_vcs: input_queues = \"destination\" shares out the buffer of one data VC, "
        "not of {}; legal is 1, with a routing function of one VC class",
        network.data_vcs));
  }
  if (network.share_flits(nodes) == 0) {
    throw InputError(
        fmt::format("vc_buffer_flits: with input_queues = \"destination\" each of {} nodes has an "
                    "equal share, of {} flits none; legal is at least {}",
                    nodes, network.vc_buffer_flits, nodes));
  }
}

const QueueOrganisation& organisation_of(InputQueues queues) {
  return *registry().at(queues);
}

}  // namespace chokepoint
