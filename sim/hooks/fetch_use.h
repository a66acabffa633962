// SPDX-License-Identifier: Apache-2.0
// Whether the state of the sites that run next is fetched.
#pragma once

#include <cstdint>

namespace chokepoint {

/// For FetchAhead (sim/network/fetch_ahead.h). No result depends on it.
enum class FetchUse { kWhereItPays, kAlways, kNever };

/// What was asked for.
struct FetchCounts {
  uint64_t turns = 0;   ///< of sites, in which the state of the one that ran next was fetched
  uint64_t lines = 0;   ///< of lists, in all turns
  uint64_t events = 0;  ///< flits and ends of streams, whose packets and so on were asked for
};

}  // namespace chokepoint
