// SPDX-License-Identifier: Apache-2.0
// SRP's storage, unit by unit, the retransmission buffer included.
#include "sim/hooks/area.h"

#include "sim/units/srp/storage.h"

namespace chokepoint {
namespace {

std::vector<AreaUnit> srp_units(const std::map<std::string, uint64_t>& values) {
  const auto get = [&](const char* name) { return static_cast<unsigned>(values.at(name)); };
  SrpRouter::Params router;
  router.nodes = get("nodes");
  router.radix = get("radix");
  router.speculative_vcs = get("speculative_vcs");
  router.wait_bits = get("wait_bits");
  router.validate();
  SrpNic::Params nic;
  nic.nodes = get("nodes");
  nic.reservation_entries = get("reservation_entries");
  nic.max_packets = get("max_packets");
  nic.timeouts = get("timeouts");
  nic.validate();

  std::vector<AreaUnit> units;
  units.push_back(area_unit("router", "srp_router", 0, storage(router)));
  units.push_back(area_unit("router", "speculative_dropper", 1, storage(router.dropper())));
  // Beside the unit: the stamp in the head flit of each packet that the speculative buffers hold.
  Storage stamps;
  stamps.state = uint64_t{router.lanes()} * values.at("packets_per_vc") * router.wait_bits;
  units.push_back(area_unit("router", "stamps_in_input_buffers", 0, stamps));
  units.push_back(area_unit("nic", "srp_nic", 0, storage(nic)));
  units.push_back(area_unit("nic", "reservation_requester", 1, storage(nic.requester())));
  if (nic.timeouts != 0) {
    const uint64_t all = storage(nic.requester()).state;
    ReservationRequester::Params without = nic.requester();
    without.timeouts = 0;
    Storage timeouts;
    timeouts.state = all - storage(without).state;
    units.push_back(area_unit("nic", "timeouts", 2, timeouts));
  }
  units.push_back(area_unit("nic", "reservation_scheduler", 1, storage(nic.scheduler())));
  units.push_back(
      area_unit("nic", "acknowledgement_generator", 1, storage(nic.acknowledgements())));
  // Beside the unit: speculative packets until they are acknowledged, memory of the NIC.
  Storage buffer;
  buffer.state =
      values.at("retransmission_packets") * values.at("packet_flits") * values.at("flit_bits");
  units.push_back(area_unit("nic", "retransmission_buffer", 0, buffer));
  return units;
}

const AreaRegistration registration{
    AreaInfo{"srp",
             {{"speculative_vcs", 1, "speculative VCs per input: 1, with UGAL 2"},
              {"wait_bits", 16, "width of time stamps"},
              {"packets_per_vc", 16, "packets that a speculative input buffer holds"},
              {"reservation_entries", 16, "destinations with a reservation at a time"},
              {"max_packets", 64, "largest n_max that the requester is built for"},
              {"timeouts", 0, "1: what is not answered in time is asked or sent again"},
              {"retransmission_packets", 512, "packets in the retransmission buffer"},
              {"packet_flits", 32, "flits of a packet"},
              {"flit_bits", 64, "bits of a flit"}},
             srp_units}};

}  // namespace
}  // namespace chokepoint
