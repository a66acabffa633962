// SPDX-License-Identifier: Apache-2.0
// A tick of all shards, and sums over them.
#include "sim/network/shards.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>
#include <tuple>
#include <utility>

#include "sim/engine/unit_instance.h"

namespace chokepoint {

Shard::Shard(const Plan& plan, PacketStore& store, WireBoard& wires, std::unique_ptr<Mechanism> own,
             const std::vector<uint8_t>& shard_of_node, unsigned number, unsigned shards)
    : mechanism(std::move(own)),
      statistics(std::make_unique<Statistics>(plan.scenario)),
      mail(shard_of_node, number, shards),
      context(plan.scenario, plan.topology, plan.routing, plan.layout, *statistics, store, wires,
              shards > 1) {
  if (shards > 1) statistics->announce_through(&mail);
}

void Shard::run(Cycle first, Tick tick) {
  use_cycle_counter(&context.now);
  deliveries.clear();
  for (size_t place = 0; place < sites.size(); ++place) {
    sites[place]->run(first, tick, fetch_ahead.begin(place + 1, first, tick.cycles));
  }
  context.now = first + tick.cycles;
}

namespace {

std::vector<RouterId> sites_of_nodes(const Topology& topology) {
  std::vector<RouterId> sites(topology.nodes());
  for (NodeId node = 0; node < sites.size(); ++node) sites[node] = topology.router_of(node);
  return sites;
}

}  // namespace

Shards::Shards(const Shard::Plan& plan, std::vector<std::unique_ptr<Mechanism>> mechanisms)
    : wires_(plan.topology.routers(), sites_of_nodes(plan.topology)),
      threads_(static_cast<unsigned>(mechanisms.size())) {
  const auto count = static_cast<unsigned>(mechanisms.size());
  for (NodeId node = 0; node < plan.topology.nodes(); ++node) {
    shard_of_node_.push_back(static_cast<uint8_t>(plan.topology.router_of(node) % count));
  }
  for (unsigned number = 0; number < count; ++number) {
    shards_.push_back(std::make_unique<Shard>(plan, packets_, wires_, std::move(mechanisms[number]),
                                              shard_of_node_, number, count));
  }
}

void Shards::start() {
  for (const auto& shard : shards_) shard->fetch_ahead.prepare(shard->sites, shard->context);
  if (threads_ > 1) crew_ = std::make_unique<Crew>(threads_);
}

void Shards::run(Cycle first, Tick tick) {
  wires_.exchange();
  ++ticks_;
  const unsigned threads = crew_ ? crew_->size() : 1;
  const auto work = [&](unsigned thread) {
    for (unsigned n = thread; n < size(); n += threads) run_shard(n, first, tick);
  };
  if (crew_ == nullptr) return work(0);
  crew_->run(work);
}

/// What fails outside the sites fails before them, for the shard's lowest one.
void Shards::run_shard(unsigned number, Cycle first, Tick tick) {
  Shard& shard = *shards_[number];
  shard.context.guard(number, [&] {
    shard.mail.begin_tick(ticks_);
    for (const auto& other : shards_) {
      if (other.get() != &shard) shard.statistics->collect(other->mail, ticks_ - 1);
    }
    shard.run(first, tick);
  });
}

void Shards::finish() {
  crew_.reset();
  Statistics& all = *shards_.front()->statistics;
  for (const auto& shard : shards_) {
    for (const auto& other : shards_) {
      if (other != shard) shard->statistics->collect(other->mail, ticks_);
    }
  }
  for (size_t n = 1; n < shards_.size(); ++n) all.merge(*shards_[n]->statistics);
}

void Shards::measure_until(Cycle end) {
  for (const auto& shard : shards_) shard->statistics->measure_until(end);
}

void Shards::generate(bool on) {
  for (const auto& shard : shards_) shard->context.generate = on;
}

void Shards::keep_deliveries() {
  for (const auto& shard : shards_) shard->context.deliveries = &shard->deliveries;
}

std::vector<Delivery> Shards::take_deliveries() {
  std::vector<Delivery> all;
  for (const auto& shard : shards_) {
    all.insert(all.end(), shard->deliveries.begin(), shard->deliveries.end());
    shard->deliveries.clear();
  }
  // On several VCs a node may get several tails in a cycle.
  const auto order = [](const Delivery& d) {
    return std::make_tuple(d.cycle, d.destination, d.source, d.message, d.packet);
  };
  std::sort(all.begin(), all.end(),
            [&order](const Delivery& a, const Delivery& b) { return order(a) < order(b); });
  return all;
}

const NetworkContext::Failure* Shards::failure() const {
  const NetworkContext::Failure* first = nullptr;
  for (const auto& shard : shards_) {
    const auto& failure = shard->context.failure;
    if (failure && (first == nullptr || failure->before(*first))) first = &*failure;
  }
  return first;
}

NetworkContext::Progress Shards::sum(NetworkContext::Progress NetworkContext::*part) const {
  NetworkContext::Progress all;
  for (const auto& shard : shards_) {
    const NetworkContext::Progress& progress = shard->context.*part;
    all.flits_moved += progress.flits_moved;
    all.packets_inside += progress.packets_inside;
  }
  return all;
}

uint64_t Shards::discarding() const {
  uint64_t all = 0;
  for (const auto& shard : shards_) all += shard->context.discarding;
  return all;
}

uint64_t Shards::streams() const {
  uint64_t all = 0;
  for (const auto& shard : shards_) all += shard->context.streams;
  return all;
}

uint64_t Shards::recovered() const {
  uint64_t all = 0;
  for (const auto& shard : shards_) all += shard->context.recovered;
  return all;
}

FetchCounts Shards::fetched() const {
  FetchCounts all;
  for (const auto& shard : shards_) {
    const FetchCounts& counts = shard->fetch_ahead.counts();
    all.turns += counts.turns;
    all.lines += counts.lines;
    all.events += counts.events;
  }
  return all;
}

uint64_t Shards::ejected_flits(unsigned group) const {
  uint64_t all = 0;
  for (const auto& shard : shards_) all += shard->statistics->ejected_flits(group);
  return all;
}

std::map<std::string, uint64_t> Shards::mechanism_counters() const {
  std::map<std::string, uint64_t> all;
  for (const auto& shard : shards_) {
    for (const auto& [name, count] : shard->mechanism->counters()) {
      const auto [known, is_new] = all.try_emplace(name, count);
      if (is_new) continue;
      const bool least = shard->mechanism->counts_least(name);
      known->second = least ? std::min(known->second, count) : known->second + count;
    }
  }
  return all;
}

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The numbers of the first two columns.
std::pair<uint64_t, uint64_t> place_of(const std::string& row) {
  const char* at = row.c_str();
  char* next = nullptr;
  const uint64_t first = std::strtoull(at, &next, 10);
  return {first, *next == ',' ? std::strtoull(next + 1, nullptr, 10) : 0};
}

/// Rows of two tables with one header, both in order of these numbers.
std::string merge_rows(const std::string& a, const std::string& b) {
  const std::vector<std::string> left = lines_of(a), right = lines_of(b);
  std::vector<std::string> rows;
  std::merge(left.begin() + 1, left.end(), right.begin() + 1, right.end(), std::back_inserter(rows),
             [](const std::string& one, const std::string& other) {
               return place_of(one) < place_of(other);
             });
  std::string all = left.front() + '\n';
  for (const std::string& row : rows) all += row + '\n';
  return all;
}

}  // namespace

std::map<std::string, std::string> Shards::mechanism_tables() const {
  std::map<std::string, std::string> all;
  for (const auto& shard : shards_) {
    for (const auto& [name, table] : shard->mechanism->tables()) {
      const auto [known, is_new] = all.try_emplace(name, table);
      if (!is_new) known->second = merge_rows(known->second, table);
    }
  }
  return all;
}

}  // namespace chokepoint
