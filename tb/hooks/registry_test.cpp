// SPDX-License-Identifier: Apache-2.0
// Two things of one kind and name are noticed before main(), not when the second one is missed.
#include <gtest/gtest.h>

#include "sim/hooks/area.h"
#include "sim/hooks/mechanism.h"
#include "sim/routing/routing_function.h"
#include "sim/switch/switching/registry.h"
#include "sim/topology/topology.h"
#include "sim/traffic/pattern.h"
#include "sim/workload/workload.h"

namespace chokepoint::test {
namespace {

/// What is registered already, once more.
template <class Registration, class Registry>
void register_again(const Registry& registry) {
  Registration(registry.begin()->second);
}

TEST(RegistryDeathTest, ASecondThingOfANameEndsTheProgram) {
  EXPECT_DEATH(register_again<MechanismRegistration>(mechanisms()),
               "two mechanisms register the name ");
  EXPECT_DEATH(register_again<AreaRegistration>(areas()), "two areas register the name ");
  EXPECT_DEATH(register_again<TechniqueRegistration>(techniques()),
               "two switching techniques register the name ");
  EXPECT_DEATH(register_again<PatternRegistration>(patterns()),
               "two traffic patterns register the name ");
  EXPECT_DEATH(register_again<WorkloadRegistration>(workloads()),
               "two workloads register the name request_reply");
  EXPECT_DEATH(register_again<RoutingRegistration>(routing_functions()),
               "two routing functions register the name ");
  EXPECT_DEATH(register_again<TopologyRegistration>(topologies()),
               "two topologies register the name butterfly");
}

}  // namespace
}  // namespace chokepoint::test
