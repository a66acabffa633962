// SPDX-License-Identifier: Apache-2.0
// How many threads a run can use.
#pragma once

#include <string>

#include "sim/common/types.h"

namespace chokepoint {

struct ThreadWish {
  unsigned most = 1;  ///< 1 to kMostThreads
  /// A thread's share of a tick, in cycles of a site: with less the threads would mostly wait for
  /// each other. Measured: a site's cycle takes 0.2 to 2 us, a meeting of the threads some 5.
  unsigned least_work = 128;
};

constexpr unsigned kMostThreads = 64;

struct ThreadCount {
  unsigned threads = 1;
  std::string reason;  ///< why fewer than were wished for; empty: all of them
};

/// `single`: why a run has to have one thread, empty if it has not. `sites` run `cycles` in a tick.
ThreadCount count_threads(const ThreadWish& wish, const std::string& single, unsigned sites,
                          Cycle cycles);

}  // namespace chokepoint
