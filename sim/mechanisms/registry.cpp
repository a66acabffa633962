// SPDX-License-Identifier: Apache-2.0
// The registry that mechanisms enter themselves into before main().
#include <cstdio>
#include <cstdlib>

#include "sim/mechanisms/mechanism.h"

namespace chokepoint {

namespace {
std::map<std::string, MechanismInfo>& registry() {
  static std::map<std::string, MechanismInfo> map;
  return map;
}
}  // namespace

const std::map<std::string, MechanismInfo>& mechanisms() { return registry(); }

MechanismRegistration::MechanismRegistration(MechanismInfo info) {
  const std::string name = info.name;
  if (!registry().emplace(name, std::move(info)).second) {
    std::fprintf(stderr, "two mechanisms register the name %s\n", name.c_str());
    std::abort();
  }
}

}  // namespace chokepoint
