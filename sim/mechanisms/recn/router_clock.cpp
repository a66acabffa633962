// SPDX-License-Identifier: Apache-2.0
// RECN in a router: the clocks of its ports' units, and the messages between them.
#include <algorithm>

#include "sim/mechanisms/recn/recn.h"

namespace chokepoint::recn {

void RouterSide::end_cycle(Cycle now) {
  if (on_ && !running_) {
    running_ = !any_port([](const auto& port) {
      for (unsigned queue = port.normals(); queue < port.queues(); ++queue)
        if (port.packets(queue) != 0) return true;
      return false;
    });
  }
  read_flits();
  choose_heads();
  for (unsigned number = 0; number < config_.clocks; ++number) clock_ports(now, number);
  changed_ = on_ && !running_;
  if (now % config_.interval == 0) look_at_saqs(now);
}

/// What is there after the cycle.
void RouterSide::read_flits() {
  for (unsigned number = 0; number < inputs_.size(); ++number) {
    Input& input = inputs_[number];
    if (!input.port) continue;
    Ingress& port = *input.port;
    for (unsigned queue = 0; queue < port.queues(); ++queue) {
      const bool any = port.packets(queue) != 0 || queue == input.stored;
      port.in.queue_flits[queue] = any ? control_->queue_flits(number, port.name(queue)) : 0;
    }
  }
  for (unsigned number = 0; number < outputs_.size(); ++number) {
    Output& output = outputs_[number];
    if (!output.port) continue;
    Egress& port = *output.port;
    for (unsigned queue = 0; queue < port.queues(); ++queue) {
      const bool any = port.packets(queue) != 0 || queue == output.stored;
      port.in.queue_flits[queue] =
          any ? control_->outputs().queue_flits(number, port.name(queue)) : 0;
    }
  }
  for_each_port([](auto& port) {
    for (unsigned queue = port.normals(); queue < port.queues(); ++queue) {
      unsigned& most = port.life(queue).most_flits;
      most = std::max<unsigned>(most, port.in.queue_flits[queue]);
    }
  });
}

void RouterSide::clock_ports(Cycle now, unsigned number) {
  for_each_port([this](auto& port) { port.in.enable = running_; });
  tell_packets(number);
  join_ports(now);
  std::vector<TurnPath> notices;  // of egress ports: what is dealt with in this clock
  for (const Output& output : outputs_) {
    const bool any = output.port && !output.port->from_link.empty();
    notices.push_back(any ? output.port->from_link.front().path : TurnPath{});
  }
  pass_messages(now);
  for (unsigned port = 0; port < inputs_.size(); ++port) {
    if (Ingress* const ingress = inputs_[port].port.get()) {
      counters_.exhausted += running_ && ingress->out().full_valid ? 1 : 0;
      const TurnPath noted = inputs_[port].notice;
      const RecnIngress::Out& out = ingress->out();
      const uint32_t taken = running_ ? ingress->in.notice_valid & out.notice_ready : 0;
      const unsigned from = taken != 0 ? lowest_bit(taken) : 0;
      TurnPath path{ingress->in.notice_turns[from], ingress->in.notice_mask[from]};
      path.turns = path.turns << pool_.turn_bits | from;
      path.mask = path.mask << pool_.turn_bits | low_mask(pool_.turn_bits);
      ingress->clock(inputs_[port].stored);
      inputs_[port].stored = Ingress::kNone;
      if (taken != 0) inputs_[port].notice = path;
      note_saqs(now, *ingress, {router_.id(), false, port, 0}, noted);
    }
    if (Egress* const egress = outputs_[port].port.get()) {
      counters_.exhausted += running_ && egress->out().full_valid ? 1 : 0;
      egress->clock(outputs_[port].stored);
      outputs_[port].stored = Egress::kNone;
      note_saqs(now, *egress, {router_.id(), true, port, 0}, notices[port]);
    }
  }
}

/// Packets that have joined and left queues, and those that are to be compared: in the last clock
/// of a cycle, so that the answer is there as the next one begins.
void RouterSide::tell_packets(unsigned clock) {
  const bool last = clock + 1 == config_.clocks;
  for (Input& input : inputs_) {
    if (!input.port) continue;
    Ingress& port = *input.port;
    port.in.store_valid = running_ && input.stored != Ingress::kNone;
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
  for (Output& output : outputs_) {
    if (!output.port) continue;
    Egress& port = *output.port;
    port.in.store_valid = running_ && output.stored != Egress::kNone;
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
void RouterSide::join_ports(Cycle now) {
  for_each_port([](auto& port) {
    port.in.notice_valid = port.in.reply_valid = port.in.notify_ready = port.in.answer_ready = 0;
  });
  for (unsigned i = 0; i < inputs_.size(); ++i) {
    if (!inputs_[i].port) continue;
    Ingress& ingress = *inputs_[i].port;
    for (unsigned o = 0; o < outputs_.size(); ++o) {
      if (!outputs_[o].port) continue;
      Egress& egress = *outputs_[o].port;
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
    const bool ready =
        inputs_[i].upstream.router ? ingress.to_link.ready(now) : ingress.from_link.empty();
    ingress.in.notify_ready = ready ? 1 : 0;
    if (ingress.from_link.empty()) continue;
    const RecnMessage& message = ingress.from_link.front();
    ingress.in.reply_valid = 1;
    ingress.in.reply_kind[0] = message.kind;
    ingress.in.reply_turns[0] = message.path.turns;
    ingress.in.reply_mask[0] = message.path.mask;
  }
  for (Output& output : outputs_) {
    if (!output.port) continue;
    Egress& egress = *output.port;
    egress.in.answer_ready = !output.to_router || egress.to_link.ready(now) ? 1 : 0;
    if (egress.from_link.empty()) continue;
    const RecnMessage& message = egress.from_link.front();
    egress.in.notice_valid = 1;
    egress.in.notice_kind[0] = message.kind;
    egress.in.notice_turns[0] = message.path.turns;
    egress.in.notice_mask[0] = message.path.mask;
  }
}

void RouterSide::count(const RecnMessage& notice, bool to_node) {
  if (to_node) return;
  if (notice.kind == kNotif) ++counters_.notifications;
  if (notice.kind == kXoff) ++counters_.xoffs;
  if (notice.kind == kXon) ++counters_.xons;
}

void RouterSide::count_answer(const RecnMessage& answer) {
  if (answer.kind == kAcc) ++counters_.accepted;
  if (answer.kind == kRej) ++counters_.refused;
}

/// What is valid and ready in this clock goes over.
void RouterSide::pass_messages(Cycle now) {
  for (Input& input : inputs_) {
    if (!input.port) continue;
    pass_upstream(now, input);
    Ingress& port = *input.port;
    if (running_ && (port.out().answer_valid & port.in.answer_ready) != 0) {
      count_answer(port.out().answer);
    }
  }
  for (Output& output : outputs_) {
    if (!output.port) continue;
    pass_downstream(now, output);
    Egress& port = *output.port;
    if (!running_) continue;
    for (uint32_t taken = port.out().notify_valid & port.in.notify_ready; taken != 0;
         taken &= taken - 1) {
      count(port.out().notify, false);
    }
  }
}

/// The ends of the link of an ingress port. A node's NIC has no SAQs: it refuses.
void RouterSide::pass_upstream(Cycle now, Input& input) {
  Ingress& port = *input.port;
  const Upstream& up = input.upstream;
  const bool answered = port.in.reply_valid != 0 && (!on_ || (running_ && port.out().reply_ready != 0));
  if (answered) {
    port.from_link.pop();
    if (up.router) {
      LinkMessage place;
      place.port = static_cast<uint8_t>(up.output);
      place.way = LinkMessage::Way::kDownstream;
      place.place = true;
      wire_.send(now, WirePlace::router(up.number), place);
    }
  }
  if (!running_ || (port.out().notify_valid & port.in.notify_ready) == 0) return;
  const RecnMessage& said = port.out().notify;
  count(said, !up.router);
  if (!up.router) {
    if (said.kind != kNotif) return;
    ++counters_.refused_by_nodes;
    port.from_link.push({kRej, said.path});
    return;
  }
  port.to_link.take(now);
  LinkMessage message{said.path.turns, said.path.mask};
  message.port = static_cast<uint8_t>(up.output);
  message.kind = static_cast<uint8_t>(said.kind);
  wire_.send(now, WirePlace::router(up.number), message);
}

/// Those of an egress port's.
void RouterSide::pass_downstream(Cycle now, Output& output) {
  Egress& port = *output.port;
  if (port.in.notice_valid != 0 && (!on_ || (running_ && port.out().notice_ready != 0))) {
    port.from_link.pop();
    LinkMessage place;
    place.port = static_cast<uint8_t>(output.input);
    place.place = true;
    wire_.send(now, WirePlace::router(output.router), place);
  }
  if (!running_ || !output.to_router || (port.out().answer_valid & port.in.answer_ready) == 0) {
    return;
  }
  const RecnMessage& said = port.out().answer;
  count_answer(said);
  port.to_link.take(now);
  LinkMessage message{said.path.turns, said.path.mask};
  message.port = static_cast<uint8_t>(output.input);
  message.kind = static_cast<uint8_t>(said.kind);
  message.way = LinkMessage::Way::kDownstream;
  wire_.send(now, WirePlace::router(output.router), message);
}

void RouterSide::receive(const LinkMessage& message) {
  const bool upstream = message.way == LinkMessage::Way::kUpstream;
  const RecnMessage said{message.kind, {message.turns, message.mask}};
  if (upstream != message.place) {
    Egress& port = *outputs_[message.port].port;
    message.place ? port.to_link.give() : port.from_link.push(said);
  } else {
    Ingress& port = *inputs_[message.port].port;
    message.place ? port.to_link.give() : port.from_link.push(said);
  }
}

/// SAQs that the last clock made or freed. `path`: of the message that it dealt with.
template <class U>
void RouterSide::note_saqs(Cycle now, Port<U>& port, SaqPlace place, const TurnPath& path) {
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

void RouterSide::look_at_saqs(Cycle now) {
  const auto look = [&](const auto& port, SaqPlace place) {
    for_each_bit(port.out().valid, [&](unsigned saq) {
      const unsigned queue = port.normals() + saq;
      place.saq = saq;
      history_.look(now, place, port.path(queue),
                    {port.in.queue_flits[queue], port.packets(queue),
                     port.saq_bit(port.out().waits, queue), port.saq_bit(port.out().may_send, queue)});
    });
  };
  for (unsigned number = 0; number < inputs_.size(); ++number) {
    if (inputs_[number].port) look(*inputs_[number].port, {router_.id(), false, number, 0});
    if (outputs_[number].port) look(*outputs_[number].port, {router_.id(), true, number, 0});
  }
}

}  // namespace chokepoint::recn
