// SPDX-License-Identifier: Apache-2.0
// While a site runs, the state of the one that runs next is fetched.
#pragma once

#include <array>
#include <vector>

#include "sim/common/state_lines.h"
#include "sim/common/types.h"
#include "sim/network/tick.h"

namespace chokepoint {

class Network;
class Router;

/// Of a large network a site finds little of its state in the second-level cache when its turn
/// comes, and waits for one line after the other. So the site before it asks for them, a few in
/// each of its cycles: first the lines that are needed in every tick, then what is told of flits
/// and credits, then what these flits are about. No result depends on any of it.
class FetchAhead {
 public:
  enum class Use { kWhereItPays, kAlways, kNever };

  explicit FetchAhead(const Tick& tick) : tick_(tick) {}

  /// Lists the state of all sites. To be called once all is wired, before the first tick; without
  /// it, or where it does not pay, nothing is fetched.
  void prepare(Network& network, Use use);

  /// The turn of a site.
  class Turn {
   public:
    /// In each of its cycles.
    void step() {
      if (ahead_ != nullptr) ahead_->step(*this);
    }

   private:
    friend class FetchAhead;
    const FetchAhead* ahead_ = nullptr;  ///< null: nothing is fetched
    const Router* router_ = nullptr;     ///< of the next site
    Cycle first_ = 0, cycles_ = 0, done_ = 0;
    uint32_t position_ = 0, end_ = 0, lines_a_cycle_ = 0;
  };
  /// Turns of sites whose state was fetched in the turn before.
  uint64_t fetched() const { return fetched_; }
  /// A site runs `cycles` cycles from `first` on. The next one will be the one that came after it
  /// when sites ran in this order before.
  Turn begin(RouterId site, Cycle first, Cycle cycles) {
    return sites_.empty() || cycles < kFewest ? Turn() : begin_turn(site, first, cycles);
  }

 private:
  static constexpr RouterId kNobody = ~RouterId{0};
  static constexpr Cycle kFewest = 8;  ///< cycles of a turn: with fewer the lines come too late
  /// Bytes of all lists together: the second-level cache of the smaller processors.
  static constexpr size_t kWorthFetching = size_t{1} << 20;
  Turn begin_turn(RouterId site, Cycle first, Cycle cycles);
  void step(Turn& turn) const;

  struct Place {
    const Router* router = nullptr;
    std::array<RouterId, 2> next{};  ///< by order (Tick::turned()); the site itself: not known
  };
  const Tick& tick_;
  StateLines lines_;  ///< a group for each site
  std::vector<Place> sites_;
  RouterId last_ = 0;            ///< that has run
  RouterId expected_ = kNobody;  ///< to run next
  uint64_t fetched_ = 0;
};

}  // namespace chokepoint
