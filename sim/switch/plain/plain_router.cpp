// SPDX-License-Identifier: Apache-2.0
// What goes into a router's switch in a cycle, and what becomes of what comes out.
#include "sim/switch/plain/plain_router.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/switch/plain/difference.h"

namespace chokepoint {

namespace {

plain::SwitchSizes sizes_of(const NetworkContext& context, unsigned further_queues) {
  const NetworkConfig& network = context.scenario.network;
  const VcLayout& layout = context.layout;
  plain::SwitchSizes sizes;
  sizes.inputs = sizes.outputs = context.topology.radix();
  sizes.vcs = layout.total;
  sizes.queues = (context.topology.radix() + 1) * layout.total + further_queues;
  sizes.counts = layout.sets + 2;
  sizes.buffer_flits = network.vc_buffer_flits;
  sizes.output_buffer_flits = network.output_buffer_flits;
  sizes.passes = network.speedup;
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
    : Switch(name, context, id, context.layout.speculative_vcs != 0 ? context.layout.total : 0),
      vcs_(context.layout.total),
      technique_(std::move(technique)),
      twin_technique_(std::move(twin)),
      no_runs_(radix_, vcs_, static_cast<uint16_t>(context.scenario.network.vc_buffer_flits)),
      credit_links_(radix_),
      discards_(size_t{radix_} * vcs_) {
  for (unsigned port = 0; port < radix_; ++port) {
    node_outputs_ |= uint64_t{context.topology.target(id, port).is_node} << port;
  }
}

void PlainRouter::end_of_elaboration() {
  queue_owner_ = dynamic_cast<QueueOwner*>(attachment_.get());
  const unsigned further = queue_owner_ == nullptr ? 0 : queue_owner_->most_queues();
  const plain::SwitchSizes sizes = sizes_of(context_, further);
  core_ = std::make_unique<plain::PlainSwitch>(sizes, *technique_);
  if (twin_technique_) twin_ = std::make_unique<plain::PlainSwitch>(sizes, *twin_technique_);
  created_.assign(radix_, std::vector<bool>(further));
  if (queue_owner_ != nullptr) queue_owner_->take_control(*this);
  for (unsigned port = 0; port < radix_; ++port) {
    flit_runs_.connect(port, outputs[port]->flit_link());
    credit_links_[port] = inputs[port]->credit_link();
  }
}

/// A mechanism's clock stands still in a router without packets, unless it is busy.
void PlainRouter::step(Cycle now) {
  next_cycle_ = now + 1;
  take_credits(now);
  in_.flits.clear();
  in_.replacements.clear();
  in_.permits.clear();
  in_.originated.reset();
  // All are routed before any is taken in: routing does not see the other heads of this cycle.
  endpoint_.flits.take(now, [&](unsigned port, FlitCell flit) { route_flit(port, flit); });
  for (const plain::FlitIn& flit : in_.flits) take_flit(now, flit);
  const bool quiet = core_->packets() == 0 && originated_ == nullptr;
  const bool clocked = each_cycle_ != nullptr && (!quiet || each_cycle_->busy());
  if (clocked) each_cycle_->begin_cycle(now);
  change_queues();
  if (originated_ != nullptr) offer_originated();
  core_->move(in_.originated, out_);
  if (twin_) compare_with_twin(now);
  send_flits(now);
  if (out_.originated) entered_originated(now);
  report_assignments(now);
  report_crossings(now);
  give_credits(now);
  if (clocked) each_cycle_->end_cycle(now);
  for (const plain::FrontOut& front : out_.fronts) becomes_front(now + 1, front);
}

void PlainRouter::take_credits(Cycle now) {
  in_.credits.clear();
  endpoint_.credits.take(now, [&](unsigned port, unsigned vc, unsigned flits) {
    in_.credits.push_back({port, vc, flits});
  });
  core_->take_credits(in_.credits, out_);
  check_credits();
}

void PlainRouter::route_flit(unsigned port, FlitCell flit) {
  check_arrival(port, flit);
  plain::FlitIn in{port, flit.vc(), flit.head(), flit.tail(), {}};
  in.packet.packet = flit.packet();
  if (flit.head()) {
    Packet& head = packet(flit.packet());
    if ((node_outputs_ >> port & 1) == 0) ++head.hops;
    in.packet = head_of(head, port, flit.vc(), false);
    check_order(port, flit, in.packet, 1);
  }
  in_.flits.push_back(in);
}

void PlainRouter::take_flit(Cycle now, const plain::FlitIn& flit) {
  core_->take_flit(flit, out_);
  const plain::ArrivalOut& arrival = out_.arrivals.back();
  if (arrival.discarded) return discarded(arrival);
  if (flit.head) head_arrived(now, flit.input, flit, arrival.front);
  if (voq_events_ != nullptr && packet(flit.packet.packet).vc_class == VcClass::kData) {
    voq_events_->arrived |= uint64_t{1} << flit.input;
    voq_events_->output[flit.input] = static_cast<uint8_t>(arrival.output);
  }
}

/// Route computation, and what the switch has to know of the packet.
plain::PacketHead PlainRouter::head_of(Packet& packet, unsigned input, unsigned input_vc,
                                       bool may_turn_back) {
  const bool speculative = is_droppable(packet.vc_class);
  plain::PacketHead head;
  head.packet = packet.slot;
  head.flits = packet.flits;
  head.output = static_cast<uint8_t>(
      speculative ? context_.routing.route(id_, speculative_queues_, packet)
                  : context_.routing.route(id_, *this, packet));
  if (head.output == input && !may_turn_back) {
    fail(fmt::format("packet {:#x} would leave by port {}, by which it came in", packet.id, input));
  }
  // An ejection channel ends at a sink: every VC of the packet's set will do.
  head.vcs = (node_outputs_ >> head.output & 1) != 0
                 ? context_.layout.injection(packet)
                 : context_.layout.allowed(packet, context_.routing.vc_class(packet));
  unsigned queue = queue_of(input_vc, head.output);
  if (queue_owner_ != nullptr && !speculative) {
    queue = queue_owner_->choose_queue(context_.now, packet, input, input_vc, head.output, queue);
    check_queue(input, queue);
  }
  head.queue = static_cast<uint16_t>(queue);
  head.count = static_cast<uint8_t>(count_of(packet));
  head.gated = speculative && gated_;
  return head;
}

void PlainRouter::head_arrived(Cycle now, unsigned port, const plain::FlitIn& flit, bool front) {
  const plain::PacketHead& head = flit.packet;
  if (front) becomes_front(now, {port, head.queue, head.output, flit.vc, head.packet});
  Packet& arrived = packet(head.packet);
  if (!is_droppable(arrived.vc_class)) return;
  if (discards_[port * vcs_ + flit.vc].packet != nullptr) {
    fail(fmt::format("input {} VC {}: packet {:#x}: a head before the tail of the dropped packet",
                     port, flit.vc, arrived.id));
  }
  if (attachment_) {
    attachment_->speculative_arrived(now, arrived, port, flit.vc - speculative_vc(0));
  }
}

void PlainRouter::send_flits(Cycle now) {
  const bool whole_packets = core_->sizes().whole_packets;
  Statistics::FlitHops hops;
  for (const plain::FlitOut& flit : out_.flits) {
    hops.add(packet(flit.packet).vc_class, (node_outputs_ >> flit.output & 1) != 0);
    const FlitCell cell(flit.packet, flit.vc, flit.head, flit.tail);
    if (whole_packets) {
      flit_runs_.send(now, flit.output, cell);
    } else {
      flit_runs_.tell(now, flit.output, cell);
    }
  }
  flit_runs_.end_cycle(now, 0);
  context_.control.flits_moved += hops.control();
  context_.data.flits_moved += hops.all() - hops.control();
  context_.statistics.flit_hops(now, hops);
}

void PlainRouter::report_assignments(Cycle now) {
  for (const plain::AssignmentOut& assigned : out_.assignments) {
    const Packet& winner = packet(assigned.packet);
    if (is_droppable(winner.vc_class)) leave_speculative_heads(winner);
    if (request_scope_ == RequestScope::kWaiting) {
      end_request(now, assigned.input, assigned.output, assigned.input_vc);
    }
  }
}

void PlainRouter::report_crossings(Cycle now) {
  for (const plain::CrossingOut& flit : out_.crossings) {
    Packet& crossing = packet(flit.packet);
    if (voq_events_ != nullptr && crossing.vc_class == VcClass::kData) {
      voq_events_->crossed[flit.pass] |= uint64_t{1} << flit.output;
    }
    if (flit.head && attachment_) {
      attachment_->head_crosses(now, crossing, flit.output, flit.vc, flit.pass);
    }
    if (flit.tail && request_scope_ == RequestScope::kHeld) {
      end_request(now, flit.input, flit.output, flit.input_vc);
    }
    ++context_.progress_of(crossing.vc_class).flits_moved;
  }
}

void PlainRouter::give_credits(Cycle now) {
  for (const plain::CreditOut& credit : out_.credits) {
    const CreditLink& link = credit_links_[credit.input];
    if (credit.pass == plain::CreditOut::kFreed) {
      link.send_many(now, credit.vc, credit.flits);
    } else {
      link.send(now, credit.vc, credit.pass);
    }
  }
}

void PlainRouter::becomes_front(Cycle from, const plain::FrontOut& front) {
  Packet& head = packet(front.packet);
  if (is_droppable(head.vc_class)) {
    speculative_heads_.push_back({&head, front.input, front.vc - speculative_vc(0)});
  }
  if (requests_ == nullptr || front.vc >= request_vcs_) return;
  requests_->add({from, true, front.input, front.output, front.vc});
  if (heads_ != nullptr) {
    (*heads_)[(front.input * radix_ + front.output) * request_vcs_ + front.vc] = &head;
  }
}

void PlainRouter::end_request(Cycle now, unsigned input, unsigned output, unsigned vc) {
  if (requests_ != nullptr && vc < request_vcs_) {
    requests_->add({now + 1, false, input, output, vc});
  }
}

void PlainRouter::compare_with_twin(Cycle now) {
  twin_->step(in_, twin_out_);
  const std::string difference = plain::first_difference(out_, twin_out_);
  if (difference.empty()) return;
  throw CheckError(
      fmt::format("cycle {}: router {}: switches in lockstep differ: {}", now, id_, difference));
}

unsigned PlainRouter::count_of(const Packet& packet) const {
  if (packet.vc_class == VcClass::kData) return packet.vc_set;
  return context_.layout.sets + (is_droppable(packet.vc_class) ? 0 : 1);
}

/// Credits that are missing and what is in the output buffer; by the metric also what waits here.
unsigned PlainRouter::queue_flits(unsigned output, unsigned vc_set) const {
  const VcLayout& layout = context_.layout;
  const bool voq = context_.scenario.routing.ugal_metric == UgalMetric::kVoq;
  const bool data = vc_set < layout.sets;
  const unsigned first = data ? vc_set * layout.data_vcs : speculative_vc(0);
  const unsigned count = data ? layout.data_vcs : layout.speculative_vcs;
  unsigned flits = voq ? core_->waiting_flits(output, vc_set) : 0;
  for (unsigned vc = first; vc < first + count; ++vc) {
    flits += core_->sizes().buffer_flits - credits(output, vc) + core_->outputs()[output].held(vc);
  }
  return flits;
}

}  // namespace chokepoint
