// SPDX-License-Identifier: Apache-2.0
// Numbering of the virtual channels of a run.
#include "sim/hooks/vc_layout.h"

#include <fmt/format.h>

#include <stdexcept>

#include "sim/hooks/mechanism.h"

namespace chokepoint {

VcLayout::VcLayout(const Scenario& scenario, const Mechanism& mechanism, unsigned routing_classes)
    : data_vcs(scenario.network.data_vcs),
      sets(mechanism.vc_sets(scenario)),
      classes(routing_classes),
      voq(scenario.network.input_queues == InputQueues::kVoq) {
  const auto fail = [&](const std::string& what) {
    throw InputError(scenario.origin("network", "data_vcs") + ": data_vcs: " + what);
  };
  if (classes > data_vcs) {
    fail(
        fmt::format("{} data VCs are fewer than the {} deadlock classes that this routing needs; "
                    "use at least {}, or vc_classes = \"phase\"",
                    data_vcs, classes, classes));
  }
  total = data_vcs * sets;
  if (mechanism.needs_hotspot_vc()) hotspot_vc = static_cast<int>(total++);
  if (mechanism.needs_speculative_vcs()) {
    speculative_vc = static_cast<int>(total);
    speculative_vcs = classes;
    total += speculative_vcs;
  }
  control_vcs = mechanism.control_vcs();
  if (control_vcs != 0) control_vc = static_cast<int>(total);
  total += control_vcs;
  if (speculative_vcs != 0 && control_vcs == 0) {
    throw std::logic_error("a mechanism with speculative VCs has no control VC for NACKs");
  }
  if (total > kMaxVcs) {
    fail(
        fmt::format("{} VCs in all (with the sets that mechanism `ideal` gives each traffic "
                    "class) are more than 32; use fewer data VCs or fewer traffic classes",
                    total));
  }
  for (unsigned vc = 0; vc < total; ++vc) {
    const bool control = control_vcs != 0 && static_cast<int>(vc) >= control_vc;
    priority_[vc] = control ? (static_cast<int>(vc) == control_vc ? 4 : 3) : is_data(vc) ? 1 : 0;
    if (priority_[vc] == 0) continue;
    levels_[priority_[vc] == 1 ? 2 : 4u - priority_[vc]] |= uint32_t{1} << vc;
  }
}

}  // namespace chokepoint
