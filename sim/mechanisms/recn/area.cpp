// SPDX-License-Identifier: Apache-2.0
// Storage of RECN at one port of each side, of an egress port unit by unit; and at a NIC.
#include "sim/hooks/area.h"

#include "sim/units/recn/storage.h"

namespace chokepoint {
namespace {

std::vector<AreaUnit> recn_units(const std::map<std::string, uint64_t>& values) {
  const auto get = [&](const char* name) { return static_cast<unsigned>(values.at(name)); };
  RecnIngress::Params ingress;
  ingress.saqs = get("saqs");
  ingress.pool_bits = get("pool_bits");
  ingress.ports = get("radix");
  ingress.detection = get("detection");
  ingress.count_bits = get("count_bits");
  ingress.timer_bits = get("timer_bits");
  ingress.validate();
  RecnEgress::Params egress;
  egress.saqs = ingress.saqs;
  egress.pool_bits = ingress.pool_bits;
  egress.ports = ingress.ports;
  egress.count_bits = ingress.count_bits;
  egress.timer_bits = ingress.timer_bits;
  egress.validate();

  RecnEgress::Params nic = egress;
  nic.ports = 1;

  std::vector<AreaUnit> units;
  units.push_back(area_unit("router", "recn_ingress", 0, storage(ingress)));
  units.push_back(area_unit("router", "recn_egress", 0, storage(egress)));
  units.push_back(area_unit("router", "path_cam", 1, storage(egress.control().cam())));
  units.back().paper_bits = uint64_t{2} * egress.saqs * egress.pool_bits;
  units.back().paper_formula = "saqs x (turn pool + mask)";
  units.push_back(area_unit("router", "saq_set", 1, storage(egress.control().set())));
  units.push_back(area_unit("router", "saq_line", 1, storage(egress.control().line())));
  units.push_back(area_unit("router", "message_sender", 1, storage(egress.control().sender())));
  units.push_back(area_unit("router", "message_select", 1, storage(egress.select())));
  units.push_back(area_unit("nic", "recn_egress", 0, storage(nic)));
  return units;
}

const AreaRegistration registration{
    AreaInfo{"recn",
             {{"saqs", 8, "set-aside queues of a port"},
              {"pool_bits", 31, "bits of a turn pool"},
              {"detection", 1, "1: an ingress port has a detection queue for each output"},
              {"count_bits", 9, "width of a number of flits of a port's memory"},
              {"timer_bits", 10, "width of the waiting times"}},
             recn_units}};

}  // namespace
}  // namespace chokepoint
