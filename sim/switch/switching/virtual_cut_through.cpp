// SPDX-License-Identifier: Apache-2.0
// Virtual cut-through: what a packet needs, all of it needs at once.
#include "sim/switch/switching/virtual_cut_through.h"

#include "sim/switch/switching/registry.h"

namespace chokepoint {
namespace {

/// VcAllocation::kDownstream. What an output VC's buffer holds has credits, or gets them before
/// anybody else: nothing there ever waits for the next router.
class Downstream : public SwitchingTechnique {
 public:
  bool grants(const OutputVcState& vc, unsigned flits) const override {
    const unsigned without_credits = vc.taken - vc.claimed;
    return SwitchingTechnique::grants(vc, flits) && without_credits + flits <= vc.credits;
  }
};

const TechniqueRegistration registration{
    {kDefaultTechnique,
     "a packet gets an output VC when there is room for all of it (network.vc_allocation says "
     "where), and leaves when the next router has",
     [] { return std::make_unique<SwitchingTechnique>(); }}};

}  // namespace

std::unique_ptr<SwitchingTechnique> make_virtual_cut_through(const NetworkConfig& network) {
  if (network.vc_allocation == VcAllocation::kDownstream) return std::make_unique<Downstream>();
  return std::make_unique<SwitchingTechnique>();
}

}  // namespace chokepoint
