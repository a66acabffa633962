// SPDX-License-Identifier: Apache-2.0
// Asks the technique, and checks its answers.
#include "sim/switch/plain_router/buffer_plan.h"

#include <fmt/format.h>

namespace chokepoint {

BufferPlan::BufferPlan(const SwitchingTechnique& technique, const NetworkContext& context)
    : organisation_(organisation_of(context.scenario.network.input_queues)),
      vcs_(context.layout.total),
      lanes_(organisation_.queues({context.topology.radix(), context.topology.nodes()})),
      shared_(vcs_) {
  const auto fail = [&context](const std::string& what) {
    const Scenario& scenario = context.scenario;
    throw InputError(fmt::format("{}: switching technique {}: {}",
                                 scenario.origin("network", "switching"),
                                 scenario.network.switching, what));
  };
  InputShape shape{lanes_, vcs_, 0};
  for (unsigned vc = 0; vc < vcs_; ++vc) shape.voq |= uint32_t{context.layout.is_voq(vc)} << vc;
  count_ = technique.queues(shape);
  if (count_ > kMostQueues) {
    const Scenario& scenario = context.scenario;
    throw InputError(fmt::format(
        "{}: input_queues: {} makes {} queues of an input; legal is at most {}: a smaller network, "
        "or fewer VCs",
        scenario.origin("network", "input_queues"), organisation_.name, count_, kMostQueues));
  }
  for (unsigned output = 0; output < lanes_; ++output) {
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

unsigned BufferPlan::queue(unsigned vc, unsigned output) const {
  if (lane(vc, 0) == lane(vc, lanes_ - 1)) return lane(vc, 0);
  if (organisation_.queue(output, 0) != organisation_.queue(output, lanes_ - 1)) {
    throw CheckError(
        fmt::format("a mechanism names a queue of VC {} by its output, which with "
                    "input_queues = \"{}\" has none",
                    vc, organisation_.name));
  }
  return lane(vc, organisation_.queue(output, 0));
}

}  // namespace chokepoint
