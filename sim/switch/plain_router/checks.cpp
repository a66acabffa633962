// SPDX-License-Identifier: Apache-2.0
// PlainRouter: checks of what comes in, and what the run's checks and the deadlock report ask for.
#include <fmt/format.h>

#include "sim/switch/plain_router/counts.h"
#include "sim/switch/plain_router/head_fields.h"
#include "sim/switch/plain_router/plain_router.h"

namespace chokepoint {

void PlainRouter::check_credits() const {
  for (const plain::CreditIn& credit : driver_->in().credits) {
    const int most = static_cast<int>(core().sizes().buffer_flits);
    if (core().outputs()[credit.output].own_credits(credit.vc) <= most) continue;
    fail(fmt::format("output {} VC {} has more credits than the buffer has flits ({})",
                     credit.output, credit.vc, most));
  }
  for (const plain::ShareIn& share : driver_->in().shares) {
    const unsigned left = core().outputs()[share.output].shares().left(share.destination);
    if (left <= context_.share_flits) continue;
    fail(fmt::format("output {} has {} flits of node {}'s share of the next buffer ({})",
                     share.output, left, share.destination, context_.share_flits));
  }
}

/// What a switch may rely on when a flit comes.
void PlainRouter::check_arrival(unsigned port, FlitCell flit) const {
  const plain::InputPort& input = core().inputs()[port];
  const plain::InputPacket* arriving = input.arriving(flit.vc());
  if (arriving == nullptr && !flit.head() && input.to_discard(flit.vc()) != 0) return;
  const uint32_t sharing = plan_.shared(flit.vc(), ports_, port);
  const unsigned most = plain::buffer_room(core(), sharing);
  if (plain::held_flits(core(), port, sharing) >= most) {
    fail(fmt::format("input {} VC {} overflows its buffer of {} flits", port, flit.vc(), most));
  }
  if (context_.share_flits != 0 && context_.layout.is_voq(flit.vc())) {
    const NodeId node = packet(flit.packet()).destination;  // whose queue is its alone
    if (plain::queue_flits(input, plan_.queue(flit.vc(), 0, node)) >= context_.share_flits) {
      fail(fmt::format("input {} VC {} overflows node {}'s share of {} flits", port, flit.vc(),
                       node, context_.share_flits));
    }
  }
  if (flit.head() != (arriving == nullptr)) {
    fail(fmt::format(
        "input {} VC {}: packet {:#x}: {}", port, flit.vc(), packet(flit.packet()).id,
        flit.head() ? "a head before the tail of the packet before it" : "a flit without a head"));
  }
  if (arriving == nullptr) return;  // check_order() once the packet's length is known
  check_order(port, flit, arriving->head, arriving->arrived + 1);
}

/// The flit is number `arrived` of that packet, and of a head all fields have their widths.
void PlainRouter::check_order(unsigned port, FlitCell flit, const plain::PacketHead& head,
                              unsigned arrived) const {
  if (const std::string wrong = flit.head() ? plain::too_wide(head) : ""; !wrong.empty()) {
    fail(fmt::format("packet {:#x}: its head's {}", packet(head.packet).id, wrong));
  }
  if (flit.packet() == head.packet && (arrived == head.flits) == flit.tail()) return;
  fail(fmt::format("input {} VC {}: packet {:#x}: flit {} of {} is out of order", port, flit.vc(),
                   packet(flit.packet()).id, arrived, head.flits));
}

void PlainRouter::check_speculative(unsigned input, unsigned index) const {
  if (input >= radix_ || index >= context_.layout.speculative_vcs) {
    fail(fmt::format("the mechanism drops from input {}, speculative VC {}, which is none", input,
                     index));
  }
}

unsigned PlainRouter::tails() const {
  unsigned count = 0;
  endpoint_.flits.for_each([&count](const DueFlit& flit) { count += flit.tail() ? 1 : 0; });
  for (const plain::InputPort& input : core().inputs()) {
    for (unsigned queue = 0; queue < input.queues().queues(); ++queue) {
      for (const plain::InputPacket& packet : input.queues().items(queue)) {
        count += packet.arrived == packet.head.flits ? 1 : 0;
      }
    }
  }
  for (const plain::OutputPort& output : core().outputs()) {
    for (unsigned queue = 0; queue < output.buffer().queues(); ++queue) {
      for (const plain::OutputPacket& packet : output.buffer().items(queue)) {
        count += packet.crossed == packet.flits ? 1 : 0;
      }
    }
  }
  return count;
}

void PlainRouter::check_empty() const {
  if (core().packets() != 0) fail(fmt::format("{} packets are left at the end", core().packets()));
  if (own_.waiting != nullptr) fail("a packet of the router's own has not entered the network");
  for (unsigned port = 0; port < radix_; ++port) {
    if (plain::queued_flits(core(), port) != 0 || plain::buffer_flits(core(), port) != 0) {
      fail(
          fmt::format("output {} ends with {} flits counted in input queues, {} in its buffer, {} "
                      "requests",
                      port, plain::queued_flits(core(), port), plain::buffer_flits(core(), port),
                      plain::waiting_packets(core(), port)));
    }
    for (unsigned node = 0; node < core().sizes().shares; ++node) {
      const unsigned left = core().outputs()[port].shares().left(node);
      if (left == context_.share_flits) continue;
      fail(fmt::format("output {} ends with {} of {} flits of node {}'s share of the next buffer",
                       port, left, context_.share_flits, node));
    }
    for (unsigned vc = 0; vc < vcs_; ++vc) {
      const int credits = core().outputs()[port].own_credits(vc);
      if (credits != static_cast<int>(core().sizes().buffer_flits)) {
        fail(fmt::format("output {} VC {} ends with {} of {} credits", port, vc, credits,
                         core().sizes().buffer_flits));
      }
      if (const Packet* packet = discards_[port * vcs_ + vc].packet) {
        fail(fmt::format("input {} VC {} still waits for flits of dropped packet {:#x}", port, vc,
                         packet->id));
      }
    }
  }
}

std::string PlainRouter::describe_packets() const {
  std::string text;
  for (unsigned port = 0; port < core().inputs().size(); ++port) {
    plain::for_each_front(core().inputs()[port], [&](const plain::InputPacket& front) {
      const Packet& packet = this->packet(front.head.packet);
      text += fmt::format(
          "  router {} input {} VC {}: packet {:#x} ({} -> {}, {} flits, {} arrived, {} crossed) "
          "for "
          "output {}, output VC buffers {}\n",
          id_, port, front.vc, packet.id, packet.source, packet.destination, front.head.flits,
          front.arrived, front.crossed, front.head.output,
          plain::buffer_flits(core(), front.head.output));
    });
  }
  return text;
}

void PlainRouter::fail(const std::string& what) const {
  throw CheckError(fmt::format("cycle {}: router {}: {}", context_.now, id_, what));
}

}  // namespace chokepoint
