// SPDX-License-Identifier: Apache-2.0
// Limits on the threads of a run.
#include "sim/network/thread_count.h"

#include <fmt/format.h>

#include <algorithm>

namespace chokepoint {

ThreadCount count_threads(const ThreadWish& wish, const std::string& single, unsigned sites,
                          Cycle cycles) {
  ThreadCount count;
  const unsigned most = std::min(wish.most, kMostThreads);
  if (most <= 1) return count;
  if (!single.empty()) {
    count.reason = single;
    return count;
  }
  const uint64_t work = uint64_t{sites} * cycles;
  const uint64_t useful = std::min<uint64_t>(sites, work / std::max(1u, wish.least_work));
  count.threads = static_cast<unsigned>(std::clamp<uint64_t>(useful, 1, most));
  if (count.threads < wish.most) {
    count.reason = fmt::format(
        "{} routers run {} cycles at a time: too little for more than {} thread{} to share", sites,
        cycles, count.threads, count.threads == 1 ? "" : "s");
  }
  return count;
}

}  // namespace chokepoint
