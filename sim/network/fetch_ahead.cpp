// SPDX-License-Identifier: Apache-2.0
// When the next site's state is fetched; what it is, StreamSwitch and NodeGroup say.
#include "sim/network/fetch_ahead.h"

#include <algorithm>

#include "sim/hooks/context.h"
#include "sim/network/site.h"

namespace chokepoint {

void FetchAhead::prepare(const std::vector<Site*>& sites, const NetworkContext& context) {
  if (context.fetch_ahead == FetchUse::kNever || context.lookahead() < kFewest) return;
  StateLines lines;
  for (const Site* site : sites) {
    site->list_state(lines);
    lines.end_group();
  }
  if (context.fetch_ahead == FetchUse::kWhereItPays && !pays(lines, context.lookahead())) return;
  lines_ = std::move(lines);
  for (Site* site : sites) sites_.push_back(&site->router());
}

/// Whether the state is too large for a second-level cache, and few lines are to be asked for in
/// each cycle; many only pay where they come from memory.
bool FetchAhead::pays(const StateLines& lines, Cycle cycles) {
  const size_t bytes = lines.lines() * StateLines::kLine;
  const bool few = lines.lines() <= kFewLines * lines.groups() * cycles;
  return bytes >= kFarAway || (bytes >= kWorthFetching && few);
}

FetchAhead::Turn FetchAhead::begin_turn(size_t next, Cycle first, Cycle cycles) {
  if (next >= sites_.size()) return {};
  ++counts_.turns;
  Turn turn;
  turn.ahead = this;
  turn.router = sites_[next];
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
