// SPDX-License-Identifier: Apache-2.0
// The registry of queue organisations.
#include "sim/switch/queueing/organisation.h"

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

const QueueOrganisation& organisation_of(InputQueues queues) {
  return *registry().at(queues);
}

}  // namespace chokepoint
