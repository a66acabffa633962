// SPDX-License-Identifier: Apache-2.0
// ECN's storage, unit by unit.
#include "sim/hooks/area.h"

#include "sim/units/ecn/storage.h"

namespace chokepoint {
namespace {

std::vector<AreaUnit> ecn_units(const std::map<std::string, uint64_t>& values) {
  const auto get = [&](const char* name) { return static_cast<unsigned>(values.at(name)); };
  EcnRouter::Params router;
  router.radix = get("radix");
  router.speedup = get("speedup");
  router.occupancy_bits = get("occupancy_bits");
  router.rate_bits = get("rate_bits");
  router.validate();
  EcnNic::Params nic;
  nic.nodes = get("nodes");
  nic.delay_entries = get("delay_entries");
  nic.mode = get("mode");
  nic.delay_bits = get("delay_bits");
  nic.table_entries = get("table_entries");
  nic.validate();

  std::vector<AreaUnit> units;
  units.push_back(area_unit("router", "ecn_router", 0, storage(router)));
  units.push_back(area_unit("router", "voq_occupancy", 1, storage(router.occupancy())));
  units.push_back(area_unit("router", "congestion_marker", 1, storage(router.marker())));
  units.push_back(area_unit("nic", "ecn_nic", 0, storage(nic)));
  units.push_back(area_unit("nic", "notification_echo", 1, storage(nic.echo())));
  units.push_back(nic.mode == 0 ? area_unit("nic", "delay_limiter", 1, storage(nic.delay()))
                                : area_unit("nic", "cct_limiter", 1, storage(nic.cct())));
  return units;
}

const AreaRegistration registration{
    AreaInfo{"ecn",
             {{"speedup", 2, "switch passes per cycle"},
              {"occupancy_bits", 16, "width of an output's flit counter"},
              {"rate_bits", 0, "width of the marking-rate counters; 0: none"},
              {"delay_entries", 16, "destinations that a source can hold back at a time"},
              {"mode", 0, "0: additive delay; 1: congestion control table"},
              {"delay_bits", 12, "width of an inter-packet delay"},
              {"table_entries", 128, "words of the congestion control table"}},
             ecn_units}};

}  // namespace
}  // namespace chokepoint
