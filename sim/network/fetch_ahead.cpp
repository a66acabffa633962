// SPDX-License-Identifier: Apache-2.0
// When the next site's state is fetched; what it is, Router and NodeGroup say.
#include "sim/network/fetch_ahead.h"

#include <algorithm>

#include "sim/network/network.h"

namespace chokepoint {

void FetchAhead::prepare(Network& network, const NetworkContext& context) {
  if (context.fetch_ahead == FetchUse::kNever || context.lookahead() < kFewest) return;
  StateLines lines;
  std::vector<Place> places(network.routers());
  for (RouterId id = 0; id < places.size(); ++id) {
    network.site(id).list_state(lines);
    lines.end_group();
    places[id] = {&network.router(id), {id, id}};
  }
  if (context.fetch_ahead == FetchUse::kWhereItPays && !pays(lines, context.lookahead())) return;
  lines_ = std::move(lines);
  sites_ = std::move(places);
}

/// Whether the state is too large for a second-level cache, and few lines are to be asked for in
/// each cycle; many only pay where they come from memory.
bool FetchAhead::pays(const StateLines& lines, Cycle cycles) {
  const size_t bytes = lines.lines() * StateLines::kLine;
  const bool few = lines.lines() <= kFewLines * lines.groups() * cycles;
  return bytes >= kFarAway || (bytes >= kWorthFetching && few);
}

FetchAhead::Turn FetchAhead::begin_turn(RouterId site, Cycle first, Cycle cycles) {
  const size_t order = tick_.turned() ? 1 : 0;
  counts_.turns += site == expected_ ? 1 : 0;
  if (last_ != kNobody && last_first_ == first) sites_[last_].next[order] = site;
  last_ = site;
  last_first_ = first;
  const RouterId next = sites_[site].next[order];
  expected_ = next == site ? kNobody : next;
  if (next == site) return {};
  Turn turn;
  turn.ahead = this;
  turn.router = sites_[next].router;
  turn.first = first;
  turn.cycles = cycles;
  turn.position = lines_.begin(next);
  turn.end = lines_.end(next);
  turn.lines_a_cycle = (turn.end - turn.position) / static_cast<uint32_t>(cycles / 2) + 1;
  return turn;
}

/// What a step reads has been asked for by the ones before.
void FetchAhead::fetch(Turn& turn) {
  const Cycle cycle = turn.done++, told_from = turn.cycles / 2, told_steps = turn.cycles / 4;
  if (cycle < told_from) {
    const uint32_t to = std::min(turn.end, turn.position + turn.lines_a_cycle);
    lines_.fetch(turn.position, to);
    counts_.lines += to - turn.position;
    turn.position = to;
  } else if (cycle < told_from + told_steps) {
    const Cycle step = cycle - told_from;
    const Cycle from = turn.first + turn.cycles * step / told_steps;
    const Cycle to = turn.first + turn.cycles * (step + 1) / told_steps;
    turn.router->fetch_told(from, to);
  } else if (cycle == told_from + told_steps + 1) {
    counts_.events += turn.router->fetch_events(turn.first, turn.first + turn.cycles);
  }
}

}  // namespace chokepoint
