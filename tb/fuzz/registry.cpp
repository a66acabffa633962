// SPDX-License-Identifier: Apache-2.0
// The registry of fuzz targets; the entry that SystemC's library refers to.
#include "tb/fuzz/target.h"

namespace chokepoint::fuzz {

namespace {
std::map<std::string, Target>& registry() {
  static std::map<std::string, Target> map;
  return map;
}
}  // namespace

const std::map<std::string, Target>& targets() {
  return registry();
}

TargetRegistration::TargetRegistration(const std::string& name, Target target) {
  registry().emplace(name, std::move(target));
}

}  // namespace chokepoint::fuzz

extern "C" int sc_main(int, char*[]) {
  return 0;
}
