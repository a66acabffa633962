// SPDX-License-Identifier: Apache-2.0
// Routing function `ugal` (local): the minimal route, or one by way of a random router where queue
// x hops is less.
#include "sim/routing/two_phase.h"

namespace chokepoint {
namespace {

class Ugal : public TwoPhase {
 public:
  explicit Ugal(const RoutingSetup& setup)
      : TwoPhase(setup, rows_of(setup)),
        threshold_(static_cast<uint64_t>(setup.keys.integer("ugal_threshold"))),
        metric_(setup.keys.text("ugal_metric") == "voq" ? QueueMetric::kVoq
                                                        : QueueMetric::kCredits),
        all_vcs_(setup.keys.text("ugal_vcs") == "all") {}

 private:
  /// Null: intermediate routers are any.
  static const FlattenedButterfly* rows_of(const RoutingSetup& setup) {
    if (setup.keys.text("ugal_intermediate") == "any") return nullptr;
    const auto* rows = dynamic_cast<const FlattenedButterfly*>(&setup.topology);
    if (rows == nullptr) {
      throw InputError(
          "ugal_intermediate: same_rows needs topology flattened_butterfly; use any here");
    }
    return rows;
  }
  bool detours(const QueueView& queues, const Packet& packet, RouterId router,
               RouterId intermediate) const override {
    const RouterId to = topology().deliver_router(packet.destination);
    const auto queue = [&](unsigned port) {
      return uint64_t{
          queues.queue_flits(port, all_vcs_ ? QueueView::kAllVcs : packet.vc_set, metric_)};
    };
    const uint64_t minimal = queue(minimal_output(topology(), router, packet.destination)) *
                             topology().minimal_hops(router, to);
    const uint64_t detour =
        queue(topology().minimal_port(router, intermediate)) *
        (topology().minimal_hops(router, intermediate) + topology().minimal_hops(intermediate, to));
    return minimal > detour + threshold_;
  }

  uint64_t threshold_;
  QueueMetric metric_;
  bool all_vcs_;
};

const RoutingRegistration registration{RoutingInfo{
    "ugal",
    "minimal, or by way of a random router where queue x hops is less",
    {integer_key("ugal_threshold", 0, 0, 1000000, "flits x hops",
                 "head start of the minimal route"),
     choice_key("ugal_metric", {"voq", "credits"},
                "queue of an output; credits: used credits and output buffer, voq: these and what "
                "waits for it at the inputs"),
     choice_key("ugal_vcs", {"own", "all"},
                "whose: of the VCs that the packet may wait for, or of all VCs of the output, "
                "those of messages too"),
     choice_key("ugal_intermediate", {"any", "same_rows"},
                "the random router: any, or one that differs from both ends only in dimensions in "
                "which they differ")},
    {"flattened_butterfly"},
    [](const RoutingSetup& setup) -> std::unique_ptr<RoutingFunction> {
      return std::make_unique<Ugal>(setup);
    },
    true}};

}  // namespace
}  // namespace chokepoint
