// SPDX-License-Identifier: Apache-2.0
// ALO's storage: there is none.
#include "sim/hooks/area.h"

#include "sim/units/alo/alo_test.h"

namespace chokepoint {
namespace {

std::vector<AreaUnit> alo_units(const std::map<std::string, uint64_t>& values) {
  AloTest::Params test;
  test.outputs = static_cast<unsigned>(values.at("radix"));
  test.vcs = static_cast<unsigned>(values.at("vcs"));
  test.validate();
  return {area_unit("nic", "alo_test", 0, Storage{})};
}

const AreaRegistration registration{
    AreaInfo{"alo", {{"vcs", 3, "VCs of an output"}}, alo_units}};

}  // namespace
}  // namespace chokepoint
