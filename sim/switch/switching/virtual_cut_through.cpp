// SPDX-License-Identifier: Apache-2.0
// The default technique, virtual cut-through: what a packet needs, all of it needs at once.
#include "sim/switch/switching/registry.h"

namespace chokepoint {
namespace {

/// VcAllocation::kDownstream. For what an output VC's buffer holds there are credits: nothing there
/// ever waits for the next router. So VCs of several deadlock classes may share a queue.
class Downstream : public SwitchingTechnique {
 public:
  /// `shared`: mask of the VCs with one output queue.
  explicit Downstream(uint32_t shared) : shared_(shared) {}
  bool grants(const OutputVcState& vc, unsigned flits) const override {
    const unsigned without_credits = vc.taken - vc.claimed;
    return SwitchingTechnique::grants(vc, flits) && without_credits + flits <= vc.credits;
  }
  unsigned output_queue(unsigned vc) const override {
    return (shared_ >> vc & 1) != 0 ? static_cast<unsigned>(__builtin_ctz(shared_)) : vc;
  }

 private:
  uint32_t shared_;
};

const TechniqueRegistration registration{
    {kDefaultTechnique,
     "a packet gets an output VC when there is room for all of it (network.vc_allocation says "
     "where), and leaves when the next router has",
     [](const TechniqueSetup& setup) -> std::unique_ptr<SwitchingTechnique> {
       if (setup.network.vc_allocation == VcAllocation::kDownstream)
         return std::make_unique<Downstream>(setup.sharing);
       return std::make_unique<SwitchingTechnique>();
     }}};

}  // namespace
}  // namespace chokepoint
