// SPDX-License-Identifier: Apache-2.0
// Asks the technique, and checks its answers.
#include "sim/switch/plain_router/buffer_plan.h"

#include <fmt/format.h>

namespace chokepoint {

BufferPlan::BufferPlan(const SwitchingTechnique& technique, const NetworkContext& context)
    : vcs_(context.layout.total), shared_(vcs_) {
  const auto fail = [&context](const std::string& what) {
    const Scenario& scenario = context.scenario;
    throw InputError(fmt::format("{}: switching technique {}: {}",
                                 scenario.origin("network", "switching"),
                                 scenario.network.switching, what));
  };
  InputShape shape{context.topology.radix(), vcs_, 0};
  for (unsigned vc = 0; vc < vcs_; ++vc) shape.voq |= uint32_t{context.layout.is_voq(vc)} << vc;
  count_ = technique.queues(shape);
  for (unsigned output = 0; output < shape.outputs; ++output) {
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const bool droppable = context.layout.is_speculative(vc);
      const unsigned queue = technique.queue(shape, vc, droppable ? shape.outputs : output);
      if (queue >= count_) {
        fail(fmt::format("VC {}, output {}: queue {} of {}", vc, output, queue, count_));
      }
      queues_.push_back(queue);
    }
  }
  for (unsigned vc = 0; vc < vcs_; ++vc) {
    const unsigned pool = technique.credit_pool(vc);
    const unsigned output_queue = technique.output_queue(vc);
    if (output_queue >= vcs_) {
      fail(fmt::format("VC {}: output queue {} of {}", vc, output_queue, vcs_));
    }
    if (pool >= vcs_) fail(fmt::format("VC {}: pool of credits {} of {}", vc, pool, vcs_));
    for (unsigned other = 0; other < vcs_; ++other) {
      shared_[vc] |= uint32_t{technique.credit_pool(other) == pool} << other;
    }
  }
}

}  // namespace chokepoint
