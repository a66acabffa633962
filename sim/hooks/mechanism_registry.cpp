// SPDX-License-Identifier: Apache-2.0
// The registries that mechanisms, their areas and faults enter themselves into before main().
#include <set>

#include "sim/common/registry.h"
#include "sim/hooks/area.h"
#include "sim/hooks/fault_hooks.h"
#include "sim/hooks/mechanism.h"

namespace chokepoint {

namespace {
std::map<std::string, MechanismInfo>& registry() {
  static std::map<std::string, MechanismInfo> map;
  return map;
}
std::map<std::string, AreaInfo>& area_registry() {
  static std::map<std::string, AreaInfo> map;
  return map;
}
MakeFaults& fault_maker() {
  static MakeFaults make;
  return make;
}
}  // namespace

const std::map<std::string, MechanismInfo>& mechanisms() {
  return registry();
}

std::vector<std::string> vc_class_names() {
  std::set<std::string> names = {"data"};
  for (const auto& [name, info] : registry()) {
    for (const VcClassSpec& spec : info.declares.vc_classes) names.insert(spec.name);
  }
  return {names.begin(), names.end()};
}

MechanismRegistration::MechanismRegistration(MechanismInfo info) {
  const std::string name = info.name;
  register_as(registry(), "mechanisms", name, std::move(info));
}

const std::map<std::string, AreaInfo>& areas() {
  return area_registry();
}

AreaRegistration::AreaRegistration(AreaInfo info) {
  const std::string name = info.mechanism;
  register_as(area_registry(), "areas", name, std::move(info));
}

FaultRegistration::FaultRegistration(MakeFaults make) {
  fault_maker() = std::move(make);
}

std::unique_ptr<FaultHooks> make_faults(const Scenario& scenario, NetworkContext& context) {
  return scenario.faults.empty() ? nullptr : fault_maker()(scenario, context);
}

}  // namespace chokepoint
