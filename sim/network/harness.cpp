// SPDX-License-Identifier: Apache-2.0
// What a network is made of, and its clock process.
#include "sim/network/harness.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/hooks/observed.h"
#include "sim/hooks/queue_control.h"
#include "sim/network/make_switch.h"
#include "sim/network/run_checks.h"

namespace chokepoint {

namespace {

/// A packet that is recovered has the token: it must not be dropped.
void check_recovery(const Scenario& scenario, const Declarations& declares, bool makes_queues) {
  const auto drops = [](const VcClassSpec& spec) { return spec.use == VcUse::kDroppable; };
  if (!makes_queues &&
      std::none_of(declares.vc_classes.begin(), declares.vc_classes.end(), drops))
    return;
  throw InputError(fmt::format(
      "{}: function = \"{}\" does not go with mechanism {}, which may drop a packet that is being "
      "recovered; use another function, or recovery_timeout = 0 (no recovery)",
      scenario.origin("routing", "function"), scenario.routing.function, scenario.mechanism.name));
}

}  // namespace

NetworkHarness::NetworkHarness(sc_core::sc_module_name name, const Scenario& scenario,
                               const HarnessOptions& options, ClockPlan* plan)
    : sc_module(name),
      scenario_(scenario),
      options_(options),
      plan_(plan),
      looked_at_(is_observed(scenario, options.observer)),
      topology_(make_topology(scenario)) {
  routing_.emplace(scenario, *topology_);
  const auto threads_for = [&](Cycle cycles_of_tick) {
    return count_threads(options.threads, why_observed(scenario, options.observer),
                         topology_->routers(), cycles_of_tick);
  };
  thread_count_ = threads_for(NetworkContext::lookahead(ChannelSpans(*topology_)));
  std::vector<std::unique_ptr<Mechanism>> own;
  for (unsigned n = 0; n < thread_count_.threads; ++n) {
    own.push_back(mechanisms().at(scenario.mechanism.name).make(scenario));
  }
  Declarations declares = mechanisms().at(scenario.mechanism.name).declares;
  if (routing_->recovery_timeout() != 0) {
    check_recovery(scenario, declares, own.front()->makes_queues());
    VcClassSpec recovery;
    recovery.name = RoutingFunction::kRecoveryClass;
    recovery.use = VcUse::kData;
    recovery.priority = 1;
    recovery.doc = "packets that are recovered from a deadlock";
    declares.vc_classes.push_back(recovery);
  }
  layout_.emplace(scenario, declares, routing_->classes(),
                  routing_->first_vcs(scenario.network.data_vcs));
  switch_choice_ =
      choose_switch(options.switch_choice, scenario, *own.front(), *routing_, *layout_);
  const bool frees_packets = own.front()->makes_queues();
  shards_ = std::make_unique<Shards>(Shard::Plan{scenario, *topology_, *routing_, *layout_},
                                     std::move(own));
  for (unsigned n = 0; n < shards_->size(); ++n) {
    NetworkContext& context = shards_->at(n).context;
    context.statistics.name(layout_->class_names(), vc_class_names(), layout_->messages());
    context.observer = options.observer;
    context.fetch_ahead = options.fetch_ahead;
    context.frees_packets = frees_packets;
  }
  if (!scenario.faults.empty()) {
    Shard& only = shards_->at(0);
    faults_ = make_faults(scenario, only.context);
    only.context.faults = faults_.get();
    only.mechanism = faults_->wrap(std::move(only.mechanism));
  }
  cycle_counter_.emplace(&shards_->first().now);
  network_ = std::make_unique<Network>("network", *shards_, switch_choice_);
  // Wires come with the mechanism: ticks may be shorter than the channels alone would have them.
  thread_count_ = threads_for(network_->single_cycles() ? 1 : shards_->first().lookahead());
  shards_->use_threads(thread_count_.threads);
  SC_METHOD(clock);
}

/// First what was planned when its first cycle began, then the next plan. It runs when the last of
/// its cycles is half over.
void NetworkHarness::clock() {
  const sc_core::sc_time& cycle = options_.cycle_time;
  if (ended_) return;
  if (planned_) {
    const Tick tick = *std::exchange(planned_, std::nullopt);
    shards_->run(next_, tick);
    next_ += tick.cycles;
    if (on_delivery_) {
      for (const Delivery& delivery : shards_->take_deliveries()) on_delivery_(delivery);
    }
  }
  planned_ = plan_tick();
  if (!planned_) return;
  const sc_core::sc_time middle =
      cycle * static_cast<double>(next_ + planned_->cycles) - cycle / 2.0;
  next_trigger(middle - sc_core::sc_time_stamp());
}

std::optional<Tick> NetworkHarness::plan_tick() {
  if (plan_ != nullptr) return plan_->next_tick(next_);
  if (shards_->failure() != nullptr) {
    sc_core::sc_stop();
    return std::nullopt;
  }
  const Cycle most = std::min(options_.quantum, shards_->first().lookahead());
  return Tick{observed() ? 1 : std::max<Cycle>(1, most), observed()};
}

void NetworkHarness::send(NodeId source, NodeId destination, unsigned flits, unsigned group) {
  const unsigned nodes = topology_->nodes();
  if (source >= nodes || destination >= nodes || source == destination) {
    throw InputError(fmt::format("send: from node {} to node {}: two different nodes below {}",
                                 source, destination, nodes));
  }
  if (group >= scenario_.traffic.size()) {
    throw InputError(fmt::format("send: traffic group {}: the scenario has {}", group,
                                 scenario_.traffic.size()));
  }
  const unsigned packet = scenario_.traffic[group].packet_flits;
  constexpr unsigned kMostPackets = 65535;
  if (flits == 0 || flits > kMostPackets * packet) {
    throw InputError(fmt::format("send: {} flits: 1 to {}, which is {} packets", flits,
                                 kMostPackets * packet, kMostPackets));
  }
  const auto cycle = static_cast<Cycle>(sc_core::sc_time_stamp() / options_.cycle_time);
  Message message;
  message.destination = destination;
  message.flits = flits;
  message.packet_flits = static_cast<uint16_t>(packet);
  message.group = static_cast<uint8_t>(group);
  message.created = std::max(cycle, next_);
  network_->nic(source).submit(message);
  network_->group(topology_->router_of(source)).wake();
}

void NetworkHarness::on_delivery(std::function<void(const Delivery&)> call) {
  on_delivery_ = std::move(call);
  shards_->keep_deliveries();
}

std::exception_ptr NetworkHarness::end_threads() {
  if (!ended_) ended_ = end();
  return *ended_;
}

std::exception_ptr NetworkHarness::end() {
  const NetworkContext::Failure* failed = shards_->failure();
  const std::exception_ptr first = failed != nullptr ? failed->error : nullptr;
  std::exception_ptr later;
  try {
    network_->finish(next_);
  } catch (...) {
    later = std::current_exception();  // what failed first is the likely reason
  }
  try {
    shards_->finish();
  } catch (...) {
    if (!later) later = std::current_exception();
  }
  return first ? first : later;
}

void NetworkHarness::finish() {
  if (const std::exception_ptr failure = end_threads()) std::rethrow_exception(failure);
  check_conservation(*network_, statistics());
  network_->check_credits();
}

}  // namespace chokepoint
