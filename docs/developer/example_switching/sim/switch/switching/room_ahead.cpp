// SPDX-License-Identifier: Apache-2.0
// Switching technique `room_ahead`: a packet gets an output VC only when the next router has room
// for all of it, too. So no packet waits in an output buffer for credits; it waits at its input,
// where mechanisms see it. The worked example of docs/developer/new-switching.md.
#include "sim/switch/switching/registry.h"

namespace chokepoint {
namespace {

class RoomAhead : public SwitchingTechnique {
 public:
  bool grants(const OutputVcState& vc, unsigned flits) const override {
    // What is in the output buffer has claimed credits if it is leaving, and needs them if not.
    const unsigned promised = vc.taken - vc.claimed;
    return flits <= vc.free && promised + flits <= vc.credits;
  }
};

const TechniqueRegistration registration{
    {"room_ahead", "example: an output VC is given only with room in the next router as well",
     [](const TechniqueSetup&) { return std::make_unique<RoomAhead>(); }}};

}  // namespace
}  // namespace chokepoint
