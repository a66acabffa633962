// SPDX-License-Identifier: Apache-2.0
// RECN in a router: where packets wait, and which of them may go on.
#include <fmt/format.h>

#include <algorithm>

#include "sim/mechanisms/recn/recn.h"

namespace chokepoint::recn {

RouterSide::RouterSide(const Config& config, RouterState& router, EngineKind engine,
                       std::vector<Upstream> upstream, Counters& counters, History& history)
    : config_(config),
      router_(router),
      counters_(counters),
      exchange_(config, router, sides_, counters, history) {
  const Topology& topology = router.context().topology;
  const RouterPorts ports(topology, router.id());
  sides_.inputs.resize(router.radix());
  sides_.outputs.resize(router.radix());
  for (unsigned number = 0; number < router.radix(); ++number) {
    Input& input = sides_.inputs[number];
    input.upstream = upstream[number];
    if (input.upstream.hears || (ports.node_inputs >> number & 1) != 0) {
      input.port =
          std::make_unique<Ingress>(engine, config.ingress, config.ingress_levels,
                                    fmt::format("router_{}.recn_ingress_{}", router.id(), number));
    }
    const PortTarget target = topology.target(router.id(), number);
    if (!target.connected) continue;
    Output& output = sides_.outputs[number];
    output.to_router = !target.is_node;
    output.router = target.router;
    output.input = target.port;
    output.port =
        std::make_unique<Egress>(engine, config.egress, config.egress_levels,
                                 fmt::format("router_{}.recn_egress_{}", router.id(), number));
  }
}

unsigned RouterSide::most_queues() const {
  return config_.ingress.control().queues();
}

/// All queues are there from the beginning; heads of an input's ask for nothing until chosen.
void RouterSide::take_control(QueueControl& control) {
  control_ = &control;
  for (unsigned number = 0; number < router_.radix(); ++number) {
    std::vector<unsigned> names;
    if (Ingress* const port = sides_.inputs[number].port.get()) {
      control.block_queue(number, control.usual_queue(0, 0), true);
      for (unsigned queue = 0; queue < port->queues(); ++queue) {
        names.push_back(control.create_queue(number));
        control.block_queue(number, names.back(), true);
      }
      port->name_queues(names);
    }
    if (Egress* const port = sides_.outputs[number].port.get()) {
      names = {0};  // the queue of the VC
      for (unsigned saq = 0; saq < port->params().saqs; ++saq) {
        names.push_back(control.outputs().create_queue(number));
      }
      port->name_queues(names);
    }
  }
}

void RouterSide::packet_arrived(Cycle, const PacketPlace& at) {
  sides_.inputs[at.input].arriving = &at.packet;
}

void RouterSide::begin_cycle(Cycle) {
  for (unsigned number = 0; number < sides_.inputs.size(); ++number) move_compared(number);
  for (const auto& [input, name] : opened_) control_->block_queue(input, name, true);
  opened_.clear();
  for (unsigned number = 0; number < sides_.outputs.size(); ++number) {
    if (!sides_.outputs[number].port) continue;
    open_chosen(number);
    block_saqs(number);
  }
}

/// The answer about the packet in the input register is there.
void RouterSide::move_compared(unsigned number) {
  Input& input = sides_.inputs[number];
  if (input.compared == nullptr) return;
  const Packet& packet = *input.compared;
  Ingress& port = *input.port;
  const bool known = sides_.running && port.out().match_valid;
  const unsigned normal = config_.detection_queues ? exchange_.turn(packet) : 0;
  const unsigned queue = known ? port.out().match_queue : normal;
  control_->move_head(number, control_->usual_queue(0, 0), number, port.name(queue));
  input.stored = queue;
  input.compared = nullptr;
  if (!port.is_saq(queue)) return;
  ++counters_.saq_packets.at(packet.group);
  ++port.life(queue).packets;
  const TurnPath& path = port.path(queue);
  if (((exchange_.turns_at(packet, packet.hops) ^ path.turns) & path.mask) != 0)
    ++counters_.packets_astray;
}

/// The SAQ takes it: in hardware that of recn_port's head_ready.
bool RouterSide::room_for(const Output& output, unsigned queue, unsigned flits) const {
  const Egress& port = *output.port;
  if (!port.is_saq(queue)) return true;
  if (sides_.running && port.out().match_stopped) return false;
  for (unsigned saq = port.normals(); saq < port.queues(); ++saq) flits += port.in.queue_flits[saq];
  return flits + config_.reserved <= config_.egress_flits;
}

/// The answer about the head that was chosen for the output is there.
void RouterSide::open_chosen(unsigned number) {
  Output& output = sides_.outputs[number];
  output.open = false;
  if (output.chosen.packet == nullptr) return;
  const RecnEgress::Out& out = output.port->out();
  output.queue = sides_.running && out.match_valid ? out.match_queue : 0;
  if (!room_for(output, output.queue, output.chosen.packet->flits)) {
    ++output.tries;
    output.chosen = {};
    return;
  }
  output.open = true;
  control_->block_queue(output.chosen.input, output.chosen.name, false);
  opened_.emplace_back(output.chosen.input, output.chosen.name);
}

/// Those that may not send, or would take the last places of the next router's port.
void RouterSide::block_saqs(unsigned number) {
  Output& output = sides_.outputs[number];
  Egress& port = *output.port;
  for (unsigned queue = port.normals(); queue < port.queues(); ++queue) {
    if (port.packets(queue) == 0) continue;
    const Packet* const front = control_->outputs().queue_front(number, port.name(queue));
    const bool room = front == nullptr || !output.to_router ||
                      router_.downstream_credits(number, 0) >= config_.reserved + front->flits;
    const bool blocked = !room || (sides_.running && !port.saq_bit(port.out().may_send, queue));
    const uint32_t bit = uint32_t{1} << (queue - port.normals());
    if (blocked == ((output.blocked & bit) != 0)) continue;
    control_->outputs().block_queue(number, port.name(queue), blocked);
    output.blocked ^= bit;
  }
}

unsigned RouterSide::choose_output_queue(Cycle, const Packet& packet, unsigned, unsigned number) {
  const Output& output = sides_.outputs[number];
  if (!output.open || output.chosen.packet != &packet) return kQueueOfVc;
  return output.port->is_saq(output.queue) ? output.port->name(output.queue) : kQueueOfVc;
}

void RouterSide::packet_assigned(Cycle, const PacketPlace& at) {
  Output& output = sides_.outputs[at.output];
  const unsigned most = most_queues() + 1;
  output.stored = output.queue;
  output.queues[&at.packet] = output.queue;
  output.last = at.input * most + at.queue;
  output.tries = 0;
  output.chosen = {};
  if (!output.port->is_saq(output.queue)) return;
  ++output.port->life(output.queue).packets;
  const TurnPath& path = output.port->path(output.queue);
  if (((exchange_.turns_at(at.packet, at.packet.hops + 1u) ^ path.turns) & path.mask) != 0) {
    ++counters_.packets_astray;
  }
}

void RouterSide::tail_left(Cycle, const PacketPlace& at) {
  sides_.inputs[at.input].left.push_back(at.queue);
}

void RouterSide::tail_sent(Cycle, const PacketPlace& at) {
  Output& output = sides_.outputs[at.output];
  const auto place = output.queues.find(&at.packet);
  output.left = place->second;
  output.queues.erase(place);
}

/// By output: heads that may go there, of SAQs only those that may send.
std::vector<std::vector<Head>> RouterSide::waiting_heads() const {
  std::vector<std::vector<Head>> heads(sides_.outputs.size());
  for (unsigned number = 0; number < sides_.inputs.size(); ++number) {
    const Input& input = sides_.inputs[number];
    if (!input.port) continue;
    const Ingress& port = *input.port;
    for (unsigned queue = 0; queue < port.queues(); ++queue) {
      if (port.packets(queue) == 0 && queue != input.stored) continue;
      if (sides_.running && port.is_saq(queue) && !port.saq_bit(port.out().may_send, queue))
        continue;
      if (!control_->head_waits(number, port.name(queue))) continue;
      const Packet* const front = control_->queue_front(number, port.name(queue));
      heads[exchange_.turn(*front)].push_back({front, number, port.name(queue)});
    }
  }
  return heads;
}

/// In turn after the one that had the output last. Who has been chosen stays so while only the
/// output lacks room; without room for it in a SAQ the next one is tried.
void RouterSide::choose_heads() {
  const unsigned most = most_queues() + 1,
                 places = static_cast<unsigned>(sides_.inputs.size()) * most;
  std::vector<std::vector<Head>> heads = waiting_heads();
  for (unsigned number = 0; number < sides_.outputs.size(); ++number) {
    Output& output = sides_.outputs[number];
    std::vector<Head>& of = heads[number];
    const bool free = (router_.free_vcs(number) & 1) != 0;
    const bool stays = std::find(of.begin(), of.end(), output.chosen) != of.end();
    if (stays && free) continue;
    output.chosen = {};
    if (of.empty() || !free) continue;
    const auto turns_after = [&](const Head& head) {
      return (head.input * most + head.name + places - output.last - 1) % places;
    };
    std::sort(of.begin(), of.end(),
              [&](const Head& a, const Head& b) { return turns_after(a) < turns_after(b); });
    output.chosen = of[output.tries % of.size()];
  }
}

void RouterSide::end_cycle(Cycle now) {
  if (sides_.on && !sides_.running) {
    sides_.running = !sides_.any_port([](const auto& port) {
      for (unsigned queue = port.normals(); queue < port.queues(); ++queue)
        if (port.packets(queue) != 0) return true;
      return false;
    });
  }
  read_flits();
  choose_heads();
  for (unsigned number = 0; number < config_.clocks; ++number) exchange_.clock(now, number);
  changed_ = sides_.on && !sides_.running;
  if (now % config_.interval == 0) exchange_.look(now);
}

/// What is there after the cycle.
void RouterSide::read_flits() {
  for (unsigned number = 0; number < sides_.inputs.size(); ++number) {
    Input& input = sides_.inputs[number];
    if (!input.port) continue;
    Ingress& port = *input.port;
    for (unsigned queue = 0; queue < port.queues(); ++queue) {
      const bool any = port.packets(queue) != 0 || queue == input.stored;
      port.in.queue_flits[queue] = any ? control_->queue_flits(number, port.name(queue)) : 0;
    }
  }
  for (unsigned number = 0; number < sides_.outputs.size(); ++number) {
    Output& output = sides_.outputs[number];
    if (!output.port) continue;
    Egress& port = *output.port;
    for (unsigned queue = 0; queue < port.queues(); ++queue) {
      const bool any = port.packets(queue) != 0 || queue == output.stored;
      port.in.queue_flits[queue] =
          any ? control_->outputs().queue_flits(number, port.name(queue)) : 0;
    }
  }
  sides_.for_each_port([](auto& port) {
    for (unsigned queue = port.normals(); queue < port.queues(); ++queue) {
      unsigned& most = port.life(queue).most_flits;
      most = std::max<unsigned>(most, port.in.queue_flits[queue]);
    }
  });
}

bool RouterSide::busy() const {
  return changed_ ||
         sides_.any_port([](const auto& port) { return !port.rests() || !port.from_link.empty(); });
}

/// SAQs are cleared by the packets that leave them: the units begin anew when all are empty.
void RouterSide::enable(bool on) {
  sides_.on = on;
  if (!on) sides_.running = false;
  changed_ = true;
  sides_.for_each_port([](auto& port) { port.upset(); });
}

void RouterSide::upset() {
  sides_.for_each_port([](auto& port) { port.upset(); });
}

unsigned RouterSide::saqs() const {
  unsigned saqs = 0;
  const auto count = [&saqs](const auto& port) {
    saqs += static_cast<unsigned>(__builtin_popcount(port.out().valid));
    return false;
  };
  sides_.any_port(count);
  return saqs;
}

}  // namespace chokepoint::recn
