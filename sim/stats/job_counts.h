// SPDX-License-Identifier: Apache-2.0
// What became of the jobs of a workload: of a node's part, or of all.
#pragma once

#include <algorithm>

#include "sim/common/types.h"

namespace chokepoint {

struct JobCounts {
  uint64_t jobs = 0, done = 0;
  uint64_t latency_sum = 0, latency_max = 0;  ///< cycles from a job's begin to its end
  Cycle finish = 0;                           ///< the cycle in which the last one ended
  void end_job(Cycle began, Cycle now) {
    ++done;
    latency_sum += now - began;
    latency_max = std::max<uint64_t>(latency_max, now - began);
    finish = now;
  }
  void add(const JobCounts& other) {
    jobs += other.jobs;
    done += other.done;
    latency_sum += other.latency_sum;
    latency_max = std::max(latency_max, other.latency_max);
    finish = std::max(finish, other.finish);
  }
};

}  // namespace chokepoint
