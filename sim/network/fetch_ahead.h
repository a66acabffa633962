// SPDX-License-Identifier: Apache-2.0
// While a site runs, the state of the one that runs next is fetched.
#pragma once

#include <vector>

#include "sim/common/state_lines.h"
#include "sim/common/types.h"
#include "sim/hooks/fetch_use.h"

namespace chokepoint {

class Site;
struct NetworkContext;
class Switch;

/// Of a large network a site finds little of its state in the second-level cache when its turn
/// comes, and waits for one line after the other. So the site before it asks for them, a few in
/// each of its cycles: first the lines that are needed in every tick, then what is told of flits
/// and credits, then what these flits are about. No result depends on any of it.
class FetchAhead {
 public:
  /// Lists the state of the sites that take turns, in their order. To be called once all is wired,
  /// before the first tick; without it, or where it does not pay, nothing is fetched.
  void prepare(const std::vector<Site*>& sites, const NetworkContext& context);

  /// The turn of a site.
  struct Turn {
    /// In each of its cycles.
    void step() {
      if (ahead != nullptr) ahead->fetch(*this);
    }

    FetchAhead* ahead = nullptr;     ///< null: nothing is fetched
    const Switch* router = nullptr;  ///< of the next site
    Cycle first = 0, cycles = 0, done = 0;
    uint32_t position = 0, end = 0, lines_a_cycle = 0;
  };
  /// What is to be fetched in a cycle of a turn.
  void fetch(Turn& turn);
  const FetchCounts& counts() const { return counts_; }
  /// A site runs `cycles` cycles from `first` on; the one at `next` in the order will be after it.
  Turn begin(size_t next, Cycle first, Cycle cycles) {
    return sites_.empty() || cycles < kFewest ? Turn() : begin_turn(next, first, cycles);
  }

 private:
  static constexpr Cycle kFewest = 8;  ///< cycles of a turn: with fewer the lines come too late
  // Measured where the second level has 1 MiB and some 8 of the third are left: bytes of all lists,
  // and a turn's lines in each of its cycles. 32 routers, 1.1 MB, lose by it; 64, 2.2 MB, gain with
  // 17 lines a cycle and lose with 59.
  static constexpr size_t kWorthFetching = size_t{3} << 19, kFarAway = size_t{8} << 20;
  static constexpr size_t kFewLines = 32;
  static bool pays(const StateLines& lines, Cycle cycles);
  Turn begin_turn(size_t next, Cycle first, Cycle cycles);

  StateLines lines_;  ///< a group for each site
  std::vector<const Switch*> sites_;
  FetchCounts counts_;
};

}  // namespace chokepoint
