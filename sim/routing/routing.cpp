// SPDX-License-Identifier: Apache-2.0
// The registry of routing functions, and the choice between the candidates of a run's function.
#include "sim/routing/routing.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/common/key_error.h"
#include "sim/common/registry.h"

namespace chokepoint {

namespace {

std::map<std::string, RoutingInfo>& registry() {
  static std::map<std::string, RoutingInfo> map;
  return map;
}

std::unique_ptr<RoutingFunction> make_function(const Scenario& scenario, const Topology& topology) {
  std::vector<KeySpec> keys;
  try {
    const RoutingInfo& info = entry_of(registry(), "routing function", scenario.routing.function);
    keys = info.keys;
    return info.make({topology, scenario.network.vc_classes, RouteDraw(scenario.run.seed),
                      with_defaults(info.keys, scenario.routing.keys)});
  } catch (const InputError& error) {
    const std::string key = KeyError(error).key;
    if (has_key(keys, key)) throw InputError(scenario.origin("routing", key) + ": " + error.what());
    throw InputError(
        fmt::format("{}: function: {}", scenario.origin("routing", "function"), error.what()));
  }
}

}  // namespace

const std::map<std::string, RoutingInfo>& routing_functions() {
  return registry();
}

RoutingRegistration::RoutingRegistration(RoutingInfo info) {
  const std::string name = info.name;
  register_as(registry(), "routing functions", name, std::move(info));
}

bool goes_with(const RoutingInfo& function, const TopologyInfo& topology) {
  const auto named = [](const std::vector<std::string>& list, const std::string& name) {
    return std::find(list.begin(), list.end(), name) != list.end();
  };
  return named(function.topologies, topology.name) || named(topology.routing, function.name);
}

void RouteCandidates::fail() {
  throw CheckError(fmt::format("a routing function gives more than {} candidates", kMost));
}

Routing::Routing(const Scenario& scenario, const Topology& topology)
    : topology_(topology),
      name_(scenario.routing.function),
      function_(make_function(scenario, topology)),
      classes_(function_->classes()),
      radix_(topology.radix()),
      turn_pool_(function_->turn_pool()) {
  if (function_->adaptive() && scenario.network.input_queues != InputQueues::kFifo) {
    throw InputError(fmt::format(
        "{}: function: {} is asked again while a head waits, which a queue by output or "
        "destination does not allow; set network.input_queues = \"fifo\"",
        scenario.origin("routing", "function"), name_));
  }
}

unsigned Routing::classes(const Scenario& scenario, const Topology& topology) {
  return make_function(scenario, topology)->classes();
}

bool Routing::turns_back(const Scenario& scenario, const Topology& topology) {
  return make_function(scenario, topology)->turns_back();
}

uint64_t Routing::candidate_outputs(const QueueView& queues, const Packet& packet, RouterId router,
                                    unsigned input) const {
  uint64_t outputs = 0;
  for (const RouteCandidate& way :
       function_->candidates(queues, packet, {router, input, packet.hops})) {
    check(way, packet, router);
    outputs |= uint64_t{1} << way.port;
  }
  return outputs;
}

const RouteCandidate& Routing::best(const RouteCandidates& ways, const QueueView& queues,
                                    const Packet& packet, RouterId router) const {
  if (ways.size() == 0) fail(packet, router, "no candidate");
  const bool by_free = function_->takes_free_vcs();
  const auto rank = [&](const RouteCandidate& way) {
    const bool free = by_free && queues.vc_free(way.port, packet, way.vc_class);
    return std::make_pair(free, way.priority);
  };
  const auto flits = [&](const RouteCandidate& way) {
    return queues.queue_flits(way.port, packet.vc_set, QueueMetric::kVoq);
  };
  const RouteCandidate* best = ways.begin();
  auto highest = rank(*best);
  unsigned fewest = flits(*best);
  for (const RouteCandidate* other = best + 1; other != ways.end(); ++other) {
    const auto own_rank = rank(*other);
    if (own_rank < highest) continue;
    const unsigned own = flits(*other);
    if (own_rank == highest && own >= fewest) continue;
    best = other;
    highest = own_rank;
    fewest = own;
  }
  return *best;
}

std::vector<unsigned> Routing::first_vcs(unsigned data_vcs) const {
  std::vector<unsigned> first;
  for (unsigned c = 0; c <= classes_; ++c) first.push_back(function_->first_vc(c, data_vcs));
  return first;
}

void Routing::check(const RouteCandidate& way, const Packet& packet, RouterId router) const {
  if (way.port >= radix_) {
    fail(packet, router, fmt::format("output {}; there are {}", way.port, radix_));
  }
  if (way.vc_class >= classes_ && !topology_.target(router, way.port).is_node) {
    fail(packet, router,
         fmt::format("VC class {} of output {}; the function declares {} classes", way.vc_class,
                     way.port, classes_));
  }
}

void Routing::fail(const Packet& packet, RouterId router, const std::string& what) const {
  throw CheckError(fmt::format(
      "router {}: routing function {} gives packet {:#x} from node {} to {}, {} channels on its "
      "way, {}",
      router, name_, packet.id, packet.source, packet.destination, packet.hops, what));
}

}  // namespace chokepoint
