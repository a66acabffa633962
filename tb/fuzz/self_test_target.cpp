// SPDX-License-Identifier: Apache-2.0
// Fuzz target that finds something in every input that asks for it: the driver must notice.
#include "tb/fuzz/check.h"
#include "tb/fuzz/target.h"

namespace chokepoint::fuzz {
namespace {

const TargetRegistration registration("self_test", [](const std::string& input) {
  require(input.find("finding") == std::string::npos, "the input asks for it");
});

}  // namespace
}  // namespace chokepoint::fuzz
