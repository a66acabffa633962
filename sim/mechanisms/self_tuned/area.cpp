// SPDX-License-Identifier: Apache-2.0
// Storage of self-tuned throttling, unit by unit.
#include "sim/hooks/area.h"

#include "sim/units/self_tuned/storage.h"

namespace chokepoint {
namespace {

std::vector<AreaUnit> self_tuned_units(const std::map<std::string, uint64_t>& values) {
  const auto get = [&](const char* name) { return static_cast<unsigned>(values.at(name)); };
  SelfTunedNode::Params node;
  node.dimensions = get("dimensions");
  node.full_bits = get("full_bits");
  node.delivered_bits = get("delivered_bits");
  node.count_bits = get("count_bits");
  node.delivery_bits = get("delivery_bits");
  node.pieces = get("pieces");
  node.tick_bits = get("tick_bits");
  node.validate();
  SidebandPhase::Params phase;
  phase.dimensions = node.dimensions;
  phase.gather_bits = get("gather_bits");
  phase.validate();

  std::vector<AreaUnit> units;
  units.push_back(area_unit("router", "self_tuned_node", 0, storage(node)));
  units.push_back(area_unit("router", "sideband_node", 1, storage(node.sideband())));
  units.push_back(area_unit("router", "congestion_estimator", 1, storage(node.estimator())));
  units.push_back(area_unit("router", "threshold_tuner", 1, storage(node.tuner())));
  units.push_back(area_unit("router", "injection_gate", 1, storage(node.gate())));
  units.push_back(area_unit("router", "sideband_phase", 0, storage(phase)));
  if (const unsigned bits = get("restart_bits"); bits != 0) {
    const SidebandRestart::Params restart{bits};
    restart.validate();
    units.push_back(area_unit("router", "sideband_restart", 0, storage(restart)));
  }
  return units;
}

const AreaRegistration registration{
    AreaInfo{"self_tuned",
             {{"dimensions", 2, "dimensions of the network"},
              {"full_bits", 12, "width of the network's number of full buffers"},
              {"delivered_bits", 15, "width of the flits delivered in a gather"},
              {"count_bits", 4, "width of a router's own number of full buffers"},
              {"delivery_bits", 1, "width of the flits that its nodes take in a cycle"},
              {"pieces", 1, "transfers of a side-band word"},
              {"tick_bits", 5, "fraction bits of the estimate"},
              {"gather_bits", 8, "width of a gather's length, of the one sideband_phase of a chip"},
              {"restart_bits", 0, "width of the cycles of a chip's one sideband_restart; 0: none"}},
             self_tuned_units}};

}  // namespace
}  // namespace chokepoint
