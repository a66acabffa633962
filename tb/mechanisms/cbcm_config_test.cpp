// SPDX-License-Identifier: Apache-2.0
// What follows from CBCM's keys at the edge of what the network allows.
#include <gtest/gtest.h>

#include "sim/mechanisms/cbcm/config.h"
#include "tb/network/network_run.h"

namespace chokepoint::test {
namespace {

TEST(CbcmConfig, SamplesAllVcsUpToThirtyTwo) {
  for (const unsigned vcs : {1u, 4u, 31u, 32u}) {
    Scenario scenario = small_network("cbcm");
    scenario.network.data_vcs = vcs;
    EXPECT_EQ(cbcm::Config(scenario).sampled_vcs, (uint64_t{1} << vcs) - 1) << vcs << " data VCs";
  }
}

}  // namespace
}  // namespace chokepoint::test
