// SPDX-License-Identifier: Apache-2.0
// A race put in on purpose: the thread sanitizer must report it, or its silence about the network
// means nothing. Each thread of a crew, as a network's shards have them, counts for itself and
// reads its neighbour's count within the same job, as a site would that looks into another one.
// With the argument "sound" it reads that in the next job: right, and not to be reported. Exit 1: a
// count is wrong.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "sim/network/crew.h"

int main(int count, char** words) {
  constexpr unsigned kThreads = 2, kJobs = 1000;
  const bool sound = count == 2 && std::strcmp(words[1], "sound") == 0;
  std::vector<uint64_t> own(kThreads), seen(kThreads);
  chokepoint::Crew crew(kThreads);
  for (unsigned job = 0; job < kJobs; ++job) {
    const auto tick = [&](unsigned thread) { ++own[thread]; };
    const auto look = [&](unsigned thread) { seen[thread] += own[(thread + 1) % kThreads]; };
    const auto both = [&](unsigned thread) {
      tick(thread);
      look(thread);
    };
    if (sound) {
      crew.run(tick);
      crew.run(look);
    } else {
      crew.run(both);
    }
  }
  std::printf("%s: %llu jobs\n", sound ? "sound" : "seeded race",
              static_cast<unsigned long long>(own[0]));
  return own[0] == kJobs && own[1] == kJobs ? 0 : 1;
}
