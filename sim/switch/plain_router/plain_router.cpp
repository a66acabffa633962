// SPDX-License-Identifier: Apache-2.0
// What goes into a router's switch in a cycle, and what becomes of what comes out.
#include "sim/switch/plain_router/plain_router.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "sim/hooks/forwarding.h"
#include "sim/switch/plain_router/counts.h"

namespace chokepoint {

namespace {

plain::SwitchSizes sizes_of(const NetworkContext& context, const BufferPlan& plan,
                            const OwnQueues* own_queues) {
  const NetworkConfig& network = context.scenario.network;
  const VcLayout& layout = context.layout;
  plain::SwitchSizes sizes;
  sizes.inputs = sizes.outputs = context.topology.radix();
  sizes.vcs = layout.total;
  sizes.queues = plan.queues();
  if (own_queues != nullptr) {
    sizes.inputs += own_queues->further_inputs();
    sizes.queues += own_queues->most_queues();
    sizes.output_queues = own_queues->most_output_queues();
  }
  sizes.counts = layout.sets + 2;
  sizes.buffer_flits = network.vc_buffer_flits;
  sizes.output_buffer_flits = network.output_buffer_flits;
  sizes.passes = network.speedup;
  sizes.half_pass = network.half_pass;
  sizes.shares = context.share_flits != 0 ? context.topology.nodes() : 0;
  sizes.share_flits = context.share_flits;
  sizes.whole_packets = network.arbitration == Arbitration::kPacket;
  sizes.control_vcs = layout.control_mask();
  for (unsigned vc = 0; vc < layout.total; ++vc) {
    sizes.priority.push_back(static_cast<uint8_t>(layout.priority(vc)));
  }
  sizes.begun = VcLayout::kBegun;
  return sizes;
}

}  // namespace

PlainRouter::PlainRouter(sc_core::sc_module_name name, NetworkContext& context, RouterId id,
                         std::unique_ptr<SwitchingTechnique> technique,
                         std::unique_ptr<SwitchingTechnique> twin)
    : Switch(name, context, id, many_credits(context)),
      vcs_(context.layout.total),
      ports_(context.topology, id),
      techniques_{std::move(technique), std::move(twin)},
      plan_(*techniques_.own, context),
      routes_(context, *this, ports_, plan_),
      no_runs_(radix_, vcs_, static_cast<uint16_t>(context.scenario.network.vc_buffer_flits)),
      credit_links_(radix_),
      discards_(size_t{radix_} * vcs_) {}

void PlainRouter::end_of_elaboration() {
  if (QueueOwner* const owner = attachment_ ? attachment_->queue_owner() : nullptr) {
    QueueServices services;
    services.fail = [this](const std::string& what) { fail(what); };
    services.give_way = [this](const plain::ReplacementIn& gone, const NackHeader* by) {
      give_way(context_.now, gone, by);
    };
    services.end_request = [this](unsigned input, const plain::InputPacket& head) {
      if (!head.fresh) end_request(context_.now, input, head.head.output, head.vc);
    };
    own_queues_ = std::make_unique<OwnQueues>(*owner, context_, plan_, std::move(services));
  }
  if (techniques_.own->central_arbiter()) routes_.one_a_cycle();
  driver_ = std::make_unique<plain::SwitchDriver>(sizes_of(context_, plan_, own_queues_.get()),
                                                  std::move(techniques_.own),
                                                  std::move(techniques_.twin));
  if (own_queues_) own_queues_->begin(core());
  if (follower_ != nullptr) followed_ = std::make_unique<FollowedPackets>(*follower_, radix_, vcs_);
  for (unsigned port = 0; port < radix_; ++port) {
    flit_runs_.connect(port, outputs[port]->flit_link());
    credit_links_[port] = inputs[port]->credit_link();
  }
}

/// A mechanism's clock stands still in a router without packets, unless it is busy.
void PlainRouter::step(Cycle now) {
  take_credits(now);
  // All are routed before any is taken in: routing does not see the other heads of this cycle.
  std::vector<plain::ReplacementIn> again;
  if (DeadlockRecovery* const recovery = routes_.recovery()) recovery->look(now, core());
  if (context_.routing.adaptive()) again = routes_.again(core());
  arriving_.clear();
  endpoint_.flits.take(now, [&](unsigned port, FlitCell flit) { route_flit(port, flit); });
  for (const plain::FlitIn& flit : arriving_) take_flit(now, flit);
  for (const plain::ReplacementIn& answer : again) reroute(now, answer);
  const bool quiet = core().packets() == 0 && own_.waiting == nullptr;
  const bool clocked = each_cycle_ != nullptr && (!quiet || each_cycle_->busy());
  if (own_queues_) own_queues_->open();
  if (clocked) begin_mechanism(now);
  if (own_queues_) own_queues_->change(*driver_);
  if (const auto slot = routes_.slot(core(), driver_->technique())) driver_->change_queue(*slot);
  const uint64_t waiting = channels_ == nullptr ? 0 : plain::outputs_with_heads(core());
  const std::string difference = driver_->move(originated_offer());
  if (!difference.empty()) fail("switches in lockstep differ: " + difference);
  send_flits(now, waiting);
  if (driver_->out().originated) entered_originated(now);
  report_assignments(now);
  report_crossings(now);
  give_credits(now);
  if (clocked) each_cycle_->end_cycle(now);
  for (const plain::FrontOut& front : driver_->out().fronts) becomes_front(now + 1, front);
}

void PlainRouter::take_credits(Cycle now) {
  plain::SwitchIn& in = driver_->begin_cycle();
  endpoint_.credits.take(now, [&](unsigned port, unsigned vc, unsigned flits) {
    in.credits.push_back({port, vc, flits});
  });
  endpoint_.credits.take_shares(now, [&](unsigned port, unsigned destination, unsigned flits) {
    in.shares.push_back({port, destination, flits});
  });
  driver_->take_credits();
  check_credits();
}

/// The head of a queue requests another output than before.
void PlainRouter::reroute(Cycle now, const plain::ReplacementIn& answer) {
  const plain::InputPacket& front = *core().inputs()[answer.input].queues().front(answer.queue);
  const unsigned before = front.head.output;
  driver_->replace(answer);
  for (SpeculativeHead& head : speculative_heads_) {
    if (head.packet != &packet(answer.packet)) continue;
    head.output = front.head.output;
    head.vcs = context_.layout.speculative(front.head.vcs);
  }
  if (front.head.output == before) return;
  end_request(now - 1, answer.input, before, front.vc);
  request(now, {answer.input, answer.queue, front.head.output, front.vc, answer.packet});
}

void PlainRouter::route_flit(unsigned port, FlitCell flit) {
  check_arrival(port, flit);
  plain::FlitIn in{port, flit.vc(), flit.head(), flit.tail(), {}};
  in.packet.packet = flit.packet();
  if (flit.head()) {
    Packet& head = packet(flit.packet());
    if ((ports_.node_inputs >> port & 1) == 0) ++head.hops;
    in.packet = routes_.head(head, port, flit.vc(), false);
    if (own_queues_ && !is_droppable(head.vc_class)) {
      in.packet.queue = static_cast<uint16_t>(
          own_queues_->choose(head, port, flit.vc(), in.packet.output, in.packet.queue));
    }
    check_order(port, flit, in.packet, 1);
  }
  arriving_.push_back(in);
}

void PlainRouter::take_flit(Cycle now, const plain::FlitIn& flit) {
  const plain::ArrivalOut& arrival = driver_->take_flit(flit);
  if (arrival.discarded) return discarded(arrival);
  if (flit.head) head_arrived(now, flit.input, flit, arrival.front);
  if (voq_events_ != nullptr && packet(flit.packet.packet).vc_class == VcClass::kData) {
    voq_events_->arrived |= uint64_t{1} << flit.input;
    voq_events_->output[flit.input] = static_cast<uint8_t>(arrival.output);
  }
}

void PlainRouter::head_arrived(Cycle now, unsigned port, const plain::FlitIn& flit, bool front) {
  const plain::PacketHead& head = flit.packet;
  if (front) becomes_front(now, {port, head.queue, head.output, flit.vc, head.packet});
  Packet& arrived = packet(head.packet);
  if (follower_ != nullptr) {
    follower_->packet_arrived(now, {arrived, port, flit.vc, head.queue, head.output, 0});
  }
  if (!is_droppable(arrived.vc_class)) return;
  if (discards_[port * vcs_ + flit.vc].packet != nullptr) {
    fail(fmt::format("input {} VC {}: packet {:#x}: a head before the tail of the dropped packet",
                     port, flit.vc, arrived.id));
  }
  if (attachment_) {
    attachment_->speculative_arrived(now, arrived, port, flit.vc - speculative_vc(0));
  }
}

/// `waiting`: outputs that had a head in their buffers.
void PlainRouter::send_flits(Cycle now, uint64_t waiting) {
  const bool whole_packets = core().sizes().whole_packets;
  uint64_t sent = 0;
  for (const plain::FlitOut& flit : driver_->out().flits) {
    context_.count_sent(packet(flit.packet).vc_class,
                        (ports_.node_outputs >> flit.output & 1) != 0);
    const FlitCell cell(flit.packet, flit.vc, flit.head, flit.tail);
    if (whole_packets) {
      flit_runs_.send(now, flit.output, cell);
    } else {
      flit_runs_.tell(now, flit.output, cell);
    }
    if (followed_) followed_->sent(now, packet(flit.packet), flit);
    if (flit.tail && routes_.recovery() != nullptr &&
        (ports_.node_outputs >> flit.output & 1) != 0) {
      routes_.recovery()->tail_delivered(now, packet(flit.packet));
    }
    sent |= uint64_t{1} << flit.output;
  }
  count_channels(sent, waiting);
  flit_runs_.end_cycle(now, 0);
}

void PlainRouter::report_assignments(Cycle now) {
  for (const plain::AssignmentOut& assigned : driver_->out().assignments) {
    Packet& winner = packet(assigned.packet);
    winner.route = assigned.route;
    if (is_droppable(winner.vc_class)) leave_speculative_heads(winner);
    if (follower_ != nullptr) {
      follower_->packet_assigned(now, {winner, assigned.input, assigned.input_vc, assigned.queue,
                                       assigned.output, assigned.vc});
    }
    if (request_scope_ == RequestScope::kWaiting) {
      end_request(now, assigned.input, assigned.output, assigned.input_vc);
    }
  }
}

void PlainRouter::report_crossings(Cycle now) {
  for (const plain::CrossingOut& flit : driver_->out().crossings) {
    Packet& crossing = packet(flit.packet);
    if (voq_events_ != nullptr && crossing.vc_class == VcClass::kData) {
      voq_events_->crossed[flit.pass] |= uint64_t{1} << flit.output;
      voq_events_->input[flit.pass][flit.output] = static_cast<uint8_t>(flit.input);
    }
    if (flit.head && attachment_) {
      attachment_->head_crosses(now, crossing, flit.output, flit.vc, flit.pass);
    }
    if (flit.tail && request_scope_ == RequestScope::kHeld) {
      end_request(now, flit.input, flit.output, flit.input_vc);
    }
    if (followed_) followed_->crossed(now, crossing, flit);
    if (context_.share_flits != 0 && context_.layout.is_voq(flit.input_vc)) {
      credit_links_[flit.input].send_share(now, crossing.destination);
    }
  }
}

/// No channel ends at a mechanism's own inputs. What is freed of a VC in a cycle goes at once.
void PlainRouter::give_credits(Cycle now) {
  std::map<std::pair<unsigned, unsigned>, unsigned> freed;  // by input and VC
  for (const plain::CreditOut& credit : driver_->out().credits) {
    if (credit.input >= radix_) continue;
    if (credit.pass == plain::CreditOut::kFreed) {
      freed[{credit.input, credit.vc}] += credit.flits;
    } else {
      credit_links_[credit.input].send(now, credit.vc, credit.pass);
    }
  }
  for (const auto& [of, flits] : freed) credit_links_[of.first].send_many(now, of.second, flits);
}

void PlainRouter::becomes_front(Cycle from, const plain::FrontOut& front) {
  const plain::InputPacket* const first = core().inputs()[front.input].queues().front(front.queue);
  if (first == nullptr || first->head.packet != front.packet) return;  // the mechanism took it away
  Packet& head = packet(front.packet);
  if (is_droppable(head.vc_class)) {
    speculative_heads_.push_back({&head, front.input, front.vc - speculative_vc(0), front.output,
                                  context_.layout.speculative(first->head.vcs)});
  }
  request(from, front);
}

void PlainRouter::request(Cycle from, const plain::FrontOut& front) {
  if (requests_ == nullptr || front.vc >= request_vcs_ || front.input >= radix_) return;
  requests_->add({from, true, front.input, front.output, front.vc});
  if (heads_ != nullptr) {
    (*heads_)[(front.input * radix_ + front.output) * request_vcs_ + front.vc] =
        &packet(front.packet);
  }
}

void PlainRouter::end_request(Cycle now, unsigned input, unsigned output, unsigned vc) {
  if (requests_ != nullptr && vc < request_vcs_ && input < radix_) {
    requests_->add({now + 1, false, input, output, vc});
  }
}

bool PlainRouter::vc_free(unsigned output, const Packet& packet, unsigned vc_class) const {
  const bool node = (ports_.node_outputs >> output & 1) != 0;
  const uint32_t vcs =
      node ? context_.layout.injection(packet) : context_.layout.allowed(packet, vc_class);
  return plain::grantable_vcs(core(), driver_->technique(), output, vcs, packet.flits) != 0;
}

/// Credits that are missing and what is in the output buffer; by the metric also what waits here.
unsigned PlainRouter::queue_flits(unsigned output, unsigned vc_set, QueueMetric metric) const {
  const VcLayout& layout = context_.layout;
  const bool voq = metric == QueueMetric::kVoq;
  const bool all = vc_set == kAllVcs, data = vc_set < layout.sets;
  const unsigned first = all ? 0 : data ? vc_set * layout.data_vcs : speculative_vc(0);
  const unsigned count = all ? vcs_ : data ? layout.data_vcs : layout.speculative_vcs;
  unsigned flits = !voq  ? 0
                   : all ? plain::queued_flits(core(), output)
                         : core().waiting_flits(output, vc_set);
  for (unsigned vc = first; vc < first + count; ++vc) {
    const plain::OutputPort& port = core().outputs()[output];
    flits +=
        core().sizes().buffer_flits - static_cast<unsigned>(port.own_credits(vc)) + port.held(vc);
  }
  return flits;
}

}  // namespace chokepoint
