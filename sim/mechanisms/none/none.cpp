// SPDX-License-Identifier: Apache-2.0
// Mechanism `none`: the network as it is, without congestion management.
#include "sim/hooks/mechanism.h"

namespace chokepoint {
namespace {

const MechanismRegistration registration{{
    "none",
    "no congestion management",
    {},
    [](const Scenario&) { return std::make_unique<Mechanism>(); },
    {},
}};

}  // namespace
}  // namespace chokepoint
