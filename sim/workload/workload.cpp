// SPDX-License-Identifier: Apache-2.0
// The registry of workloads.
#include "sim/workload/workload.h"

#include <utility>

#include "sim/common/registry.h"

namespace chokepoint {

namespace {
std::map<std::string, WorkloadInfo>& registry() {
  static std::map<std::string, WorkloadInfo> map;
  return map;
}
}  // namespace

const std::map<std::string, WorkloadInfo>& workloads() {
  return registry();
}

WorkloadRegistration::WorkloadRegistration(WorkloadInfo info) {
  const std::string name = info.name;
  register_as(registry(), "workloads", name, std::move(info));
}

std::unique_ptr<NodeWorkload> make_workload(const Scenario& scenario, NodeId node) {
  if (scenario.workload.name.empty()) return nullptr;
  return registry().at(scenario.workload.name).make(scenario, node);
}

}  // namespace chokepoint
