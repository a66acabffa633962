// SPDX-License-Identifier: Apache-2.0
// What the mechanism `set_aside` stores: a watermark for each node.
#include "sim/hooks/area.h"

namespace chokepoint {
namespace {

std::vector<AreaUnit> units(const std::map<std::string, uint64_t>&) {
  AreaUnit mark;
  mark.place = "router";
  mark.name = "watermark";
  mark.state_bits = 1;
  return {mark};
}
const AreaRegistration area{{"set_aside", {}, units}};

}  // namespace
}  // namespace chokepoint
