// SPDX-License-Identifier: Apache-2.0
// The registry of workloads.
#include "sim/workload/workload.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

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
  if (!registry().emplace(name, std::move(info)).second) {
    std::fprintf(stderr, "two workloads register the name %s\n", name.c_str());
    std::abort();
  }
}

std::unique_ptr<NodeWorkload> make_workload(const Scenario& scenario, NodeId node) {
  if (scenario.workload.name.empty()) return nullptr;
  return registry().at(scenario.workload.name).make(scenario, node);
}

}  // namespace chokepoint
