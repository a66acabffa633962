// SPDX-License-Identifier: Apache-2.0
// Routing function `valiant`: every packet goes by way of a random router.
#include "sim/routing/two_phase.h"

namespace chokepoint {
namespace {

class Valiant : public TwoPhase {
 public:
  using TwoPhase::TwoPhase;

 private:
  bool detours(const QueueView&, const Packet&, RouterId, RouterId) const override { return true; }
};

const RoutingRegistration registration{
    RoutingInfo{"valiant",
                "by way of a random router",
                {},
                {"flattened_butterfly"},
                [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
                  return std::make_unique<Valiant>(setup);
                },
                true}};

}  // namespace
}  // namespace chokepoint
