// SPDX-License-Identifier: Apache-2.0
// The clocks of a router's RECN units: what they are told, what goes over between them.
#include "sim/mechanisms/recn/exchange.h"

#include <algorithm>

namespace chokepoint::recn {

Exchange::Exchange(const Config& config, RouterState& router, Sides& sides, Counters& counters,
                   History& history)
    : config_(config),
      router_(router.id()),
      sides_(sides),
      counters_(counters),
      history_(history),
      pool_(router.context().routing.turn_pool()) {
  wire_ = router.make_wire<LinkMessage>(
      link_wire(router.context().spans, config.nic_saqs),
      [this](Cycle, WirePlace, const LinkMessage& message) { receive(message); });
}

void Exchange::clock(Cycle now, unsigned number) {
  sides_.for_each_port([this](auto& port) { port.in.enable = sides_.running; });
  tell_packets(number);
  join_ports(now);
  std::vector<TurnPath> notices;  // of egress ports: what is dealt with in this clock
  for (const Output& output : sides_.outputs) {
    const bool any = output.port && !output.port->from_link.empty();
    notices.push_back(any ? output.port->from_link.front().path : TurnPath{});
  }
  pass_messages(now);
  for (unsigned port = 0; port < sides_.inputs.size(); ++port) {
    if (sides_.inputs[port].port) clock_input(now, port);
    if (sides_.outputs[port].port) clock_output(now, port, notices[port]);
  }
}

void Exchange::clock_input(Cycle now, unsigned number) {
  Input& input = sides_.inputs[number];
  Ingress& port = *input.port;
  counters_.exhausted += sides_.running && port.out().full_valid ? 1 : 0;
  // What is dealt with in this clock was taken before; one that is taken is held from now on.
  const TurnPath noted = input.notice;
  const uint32_t taken = sides_.running ? port.in.notice_valid & port.out().notice_ready : 0;
  if (taken != 0) {
    const unsigned from = lowest_bit(taken);
    input.notice.turns = port.in.notice_turns[from] << pool_.turn_bits | from;
    input.notice.mask = port.in.notice_mask[from] << pool_.turn_bits | low_mask(pool_.turn_bits);
  }
  port.clock(now, input.stored);
  input.stored = Ingress::kNone;
  note_saqs(now, port, {router_, false, number, 0}, noted);
}

void Exchange::clock_output(Cycle now, unsigned number, const TurnPath& notice) {
  Output& output = sides_.outputs[number];
  counters_.exhausted += sides_.running && output.port->out().full_valid ? 1 : 0;
  output.port->clock(now, output.stored);
  output.stored = Egress::kNone;
  note_saqs(now, *output.port, {router_, true, number, 0}, notice);
}

/// Packets that have joined and left queues, and those that are to be compared: in the last clock
/// of a cycle, so that the answer is there as the next one begins. A packet that has joined one while
/// the units were off, and so was not compared, joins a normal queue unsaid.
void Exchange::tell_packets(unsigned clock) {
  const auto answered = [this](const auto& port) {
    return sides_.running && port.out().match_valid;
  };
  const bool last = clock + 1 == config_.clocks;
  for (Input& input : sides_.inputs) {
    if (!input.port) continue;
    Ingress& port = *input.port;
    port.in.store_valid = input.stored != Ingress::kNone && answered(port);
    port.in.left_valid = !input.left.empty();
    if (port.in.left_valid) {
      port.in.left_queue = port.queue_of(input.left.front());
      input.left.erase(input.left.begin());
    }
    if (!last || input.arriving == nullptr) continue;
    port.in.packet_valid = true;
    port.in.packet_turns = turns_at(*input.arriving, input.arriving->hops);
    input.compared = input.arriving;
    input.arriving = nullptr;
  }
  for (Output& output : sides_.outputs) {
    if (!output.port) continue;
    Egress& port = *output.port;
    port.in.store_valid = output.stored != Egress::kNone && answered(port);
    port.in.left_valid = output.left != Egress::kNone;
    if (port.in.left_valid) port.in.left_queue = output.left;
    output.left = Egress::kNone;
    if (!last || output.chosen.packet == nullptr) continue;
    port.in.packet_valid = true;
    port.in.packet_turns = turns_at(*output.chosen.packet, output.chosen.packet->hops + 1u);
    port.in.packet_port = output.chosen.input;
  }
}

/// Valid and ready of all wires within the switch, and of the ends of links.
void Exchange::join_ports(Cycle now) {
  sides_.for_each_port([](auto& port) {
    port.in.notice_valid = port.in.reply_valid = port.in.notify_ready = port.in.answer_ready = 0;
  });
  for (unsigned i = 0; i < sides_.inputs.size(); ++i) {
    if (!sides_.inputs[i].port) continue;
    for (unsigned o = 0; o < sides_.outputs.size(); ++o) {
      if (sides_.outputs[o].port) join(i, o);
    }
    Ingress& port = *sides_.inputs[i].port;
    const bool ready =
        sides_.inputs[i].upstream.hears ? port.to_link.ready(now) : port.from_link.empty();
    port.in.notify_ready = ready ? 1 : 0;
    if (port.from_link.empty()) continue;
    const RecnMessage& message = port.from_link.front();
    port.in.reply_valid = 1;
    port.in.reply_kind[0] = message.kind;
    port.in.reply_turns[0] = message.path.turns;
    port.in.reply_mask[0] = message.path.mask;
  }
  for (Output& output : sides_.outputs) {
    if (!output.port) continue;
    Egress& port = *output.port;
    port.in.answer_ready = !output.to_router || port.to_link.ready(now) ? 1 : 0;
    if (port.from_link.empty()) continue;
    const RecnMessage& message = port.from_link.front();
    port.in.notice_valid = 1;
    port.in.notice_kind[0] = message.kind;
    port.in.notice_turns[0] = message.path.turns;
    port.in.notice_mask[0] = message.path.mask;
  }
}

/// An input and an output of the switch.
void Exchange::join(unsigned i, unsigned o) {
  Ingress& ingress = *sides_.inputs[i].port;
  Egress& egress = *sides_.outputs[o].port;
  if ((egress.out().notify_valid >> i & 1) != 0) {
    const RecnMessage& message = egress.out().notify;
    ingress.in.notice_valid |= 1u << o;
    ingress.in.notice_kind[o] = message.kind;
    ingress.in.notice_turns[o] = message.path.turns;
    ingress.in.notice_mask[o] = message.path.mask;
  }
  egress.in.notify_ready |= (ingress.out().notice_ready >> o & 1) << i;
  if ((ingress.out().answer_valid >> o & 1) != 0) {
    const RecnMessage& message = ingress.out().answer;
    egress.in.reply_valid |= 1u << i;
    egress.in.reply_kind[i] = message.kind;
    egress.in.reply_turns[i] = message.path.turns;
    egress.in.reply_mask[i] = message.path.mask;
  }
  ingress.in.answer_ready |= (egress.out().reply_ready >> i & 1) << o;
}

/// What is valid and ready in this clock goes over.
void Exchange::pass_messages(Cycle now) {
  for (Input& input : sides_.inputs) {
    if (!input.port) continue;
    pass_upstream(now, input);
    Ingress& port = *input.port;
    if (sides_.running && (port.out().answer_valid & port.in.answer_ready) != 0) {
      counters_.count_answer(port.out().answer);
    }
  }
  for (Output& output : sides_.outputs) {
    if (!output.port) continue;
    pass_downstream(now, output);
    Egress& port = *output.port;
    if (!sides_.running) continue;
    for (uint32_t taken = port.out().notify_valid & port.in.notify_ready; taken != 0;
         taken &= taken - 1) {
      counters_.count(port.out().notify);
    }
  }
}

/// The ends of the link of an ingress port. A NIC without SAQs refuses.
void Exchange::pass_upstream(Cycle now, Input& input) {
  Ingress& port = *input.port;
  const Upstream& up = input.upstream;
  const bool answered =
      port.in.reply_valid != 0 && (!sides_.on || (sides_.running && port.out().reply_ready != 0));
  if (answered) {
    port.from_link.pop();
    if (up.hears) {
      wire_.send(now, up.place, LinkMessage::free_place(up.output, LinkMessage::Way::kDownstream));
    }
  }
  if (!sides_.running || (port.out().notify_valid & port.in.notify_ready) == 0) return;
  const RecnMessage& said = port.out().notify;
  if (!up.hears) {
    if (said.kind != kNotif) return;
    ++counters_.refused_by_nodes;
    port.from_link.push({kRej, said.path});
    return;
  }
  counters_.count(said);
  port.to_link.take(now);
  wire_.send(now, up.place, LinkMessage::of(said, up.output, LinkMessage::Way::kUpstream));
}

/// Those of an egress port's.
void Exchange::pass_downstream(Cycle now, Output& output) {
  Egress& port = *output.port;
  if (port.in.notice_valid != 0 &&
      (!sides_.on || (sides_.running && port.out().notice_ready != 0))) {
    port.from_link.pop();
    wire_.send(now, WirePlace::router(output.router),
               LinkMessage::free_place(output.input, LinkMessage::Way::kUpstream));
  }
  if (!sides_.running || !output.to_router ||
      (port.out().answer_valid & port.in.answer_ready) == 0) {
    return;
  }
  const RecnMessage& said = port.out().answer;
  counters_.count_answer(said);
  port.to_link.take(now);
  wire_.send(now, WirePlace::router(output.router),
             LinkMessage::of(said, output.input, LinkMessage::Way::kDownstream));
}

void Exchange::receive(const LinkMessage& message) {
  const bool upstream = message.way == LinkMessage::Way::kUpstream;
  const RecnMessage said = message.said();
  if (upstream != message.place) {
    Egress& port = *sides_.outputs[message.port].port;
    message.place ? port.to_link.give() : port.from_link.push(said);
  } else {
    Ingress& port = *sides_.inputs[message.port].port;
    message.place ? port.to_link.give() : port.from_link.push(said);
  }
}

/// SAQs that the last clock made or freed. `path`: of the message that it dealt with.
template <class U>
void Exchange::note_saqs(Cycle now, Port<U>& port, SaqPlace place, const TurnPath& path) {
  for_each_bit(port.freed(), [&](unsigned saq) {
    ++counters_.freed;
    place.saq = saq;
    history_.freed(now, place, port.life(port.normals() + saq));
  });
  for_each_bit(port.made(), [&](unsigned saq) {
    const bool detected = port.swapped() != Port<U>::kNone;
    ++counters_.made;
    counters_.detections += detected ? 1 : 0;
    SaqLife& life = port.life(port.normals() + saq);
    life = {path, now, detected};
    if (detected) life.path = {port.swapped(), low_mask(pool_.turn_bits)};
    life.packets = port.packets(port.normals() + saq);
  });
}

void Exchange::look(Cycle now) {
  const auto look_at = [&](const auto& port, SaqPlace place) {
    for_each_bit(port.out().valid, [&](unsigned saq) {
      const unsigned queue = port.normals() + saq;
      place.saq = saq;
      history_.look(
          now, place, port.path(queue),
          {port.in.queue_flits[queue], port.packets(queue), port.saq_bit(port.out().waits, queue),
           port.saq_bit(port.out().may_send, queue)});
    });
  };
  for (unsigned number = 0; number < sides_.inputs.size(); ++number) {
    if (sides_.inputs[number].port)
      look_at(*sides_.inputs[number].port, {router_, false, number, 0});
    if (sides_.outputs[number].port)
      look_at(*sides_.outputs[number].port, {router_, true, number, 0});
  }
}

}  // namespace chokepoint::recn
