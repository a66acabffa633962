// SPDX-License-Identifier: Apache-2.0
// The sites of a network, shared out over threads.
#pragma once

#include <memory>
#include <vector>

#include "sim/common/tick.h"
#include "sim/hooks/context.h"
#include "sim/hooks/mechanism.h"
#include "sim/network/crew.h"
#include "sim/network/fetch_ahead.h"
#include "sim/network/site.h"
#include "sim/stats/delivery_mail.h"

namespace chokepoint {

/// Some sites, and all that changes while they run. While a tick runs one thread looks at it.
struct Shard {
  /// What cannot change, and is the same in all of a network.
  struct Plan {
    const Scenario& scenario;
    const Topology& topology;
    const Routing& routing;
    const VcLayout& layout;
  };
  /// `number` of `shards`.
  Shard(const Plan& plan, PacketStore& store, WireBoard& wires,
        std::unique_ptr<Mechanism> mechanism, const std::vector<uint8_t>& shard_of_node,
        unsigned number, unsigned shards);
  /// The sites' turns, in ascending order.
  void run(Cycle first, Tick tick);

  std::unique_ptr<Mechanism> mechanism;
  std::unique_ptr<Statistics> statistics;
  DeliveryMail mail;
  NetworkContext context;
  std::vector<Site*> sites;  ///< ascending
  FetchAhead fetch_ahead;
  std::vector<Delivery> deliveries;  ///< of the last tick, if they are wanted
};

/// Router r, with its NICs, is in shard r modulo their number: neighbours, which have much the same
/// to do, are in different ones. Within a tick shards see nothing of each other, so it does not
/// matter how many there are, nor which runs when.
class Shards {
 public:
  /// A shard for each of `mechanisms`, of which there is at least one.
  Shards(const Shard::Plan& plan, std::vector<std::unique_ptr<Mechanism>> mechanisms);

  unsigned size() const { return static_cast<unsigned>(shards_.size()); }
  Shard& at(unsigned number) { return *shards_[number]; }
  const Shard& at(unsigned number) const { return *shards_[number]; }
  Shard& of(RouterId router) { return *shards_[router % shards_.size()]; }
  /// Of what is the same in all of them.
  NetworkContext& first() { return shards_.front()->context; }
  const NetworkContext& first() const { return shards_.front()->context; }

  /// From start() on: 1 to size(), which it is unless said otherwise. A thread runs one shard or
  /// several.
  void use_threads(unsigned threads) { threads_ = threads; }
  /// All sites are there and wired. The threads begin.
  void start();
  /// The cycles from `first` on, in every site. What goes wrong in a thread is a failure().
  void run(Cycle first, Tick tick);
  /// The threads end, and what all shards have counted is in the first one's statistics. Once.
  void finish();

  void generate(bool on);
  void measure_until(Cycle end);
  /// Keeps deliveries from now on.
  void keep_deliveries();
  /// Of the last tick, by cycle, then by node.
  std::vector<Delivery> take_deliveries();
  const NetworkContext::Failure* failure() const;
  NetworkContext::Progress data() const { return sum(&NetworkContext::data); }
  NetworkContext::Progress control() const { return sum(&NetworkContext::control); }
  uint64_t packets_inside() const { return data().packets_inside + control().packets_inside; }
  uint64_t discarding() const;
  uint64_t streams() const;
  uint64_t recovered() const;
  FetchCounts fetched() const;
  uint64_t ejected_flits(unsigned group) const;
  std::map<std::string, uint64_t> mechanism_counters() const;
  std::map<std::string, std::string> mechanism_tables() const;

 private:
  void run_shard(unsigned number, Cycle first, Tick tick);
  NetworkContext::Progress sum(NetworkContext::Progress NetworkContext::*part) const;
  WireBoard wires_;
  PacketStore packets_;
  std::vector<uint8_t> shard_of_node_;
  std::vector<std::unique_ptr<Shard>> shards_;
  unsigned threads_;
  std::unique_ptr<Crew> crew_;  ///< null: one thread, or before start()
  uint64_t ticks_ = 0;
};

}  // namespace chokepoint
