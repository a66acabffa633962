// SPDX-License-Identifier: Apache-2.0
// In coverage builds: writes Verilator's counters into CHOKEPOINT_COVERAGE_FILE after the last
// test.
#include <gtest/gtest.h>
#include <verilated.h>
#include <verilated_cov.h>

#include <cstdlib>

#include "sim/engine/verilated_hooks.h"

namespace {

class WriteCoverage : public ::testing::Environment {
  void TearDown() override {
    if (const char* file = std::getenv("CHOKEPOINT_COVERAGE_FILE"))
      chokepoint::verilated_context().coveragep()->write(file);
  }
};

const auto* const registered = ::testing::AddGlobalTestEnvironment(new WriteCoverage);

}  // namespace
