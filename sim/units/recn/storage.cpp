// SPDX-License-Identifier: Apache-2.0
// Storage of every RECN unit in bits.
#include "sim/units/recn/storage.h"

namespace chokepoint {

Storage storage(const MessageSelect::Params& p) {
  // Whose turn it is; the message that is held, and whose it is.
  const bool turns = p.sources > 1;
  return {0, turns ? p.sources : 0u,
          uint64_t{3} + 2 * p.pool_bits + (turns ? p.source_bits() : 0)};
}

Storage storage(const MessageSender::Params& p) {
  return {0, uint64_t{5} + p.line_bits(), uint64_t{p.children} + 5 + 4 * p.pool_bits};
}

Storage storage(const PathCam::Params& p) {
  // Pool and mask of each line; valid bits and the order of each pair; answers and the path read.
  const uint64_t lines = p.lines;
  return {2 * lines * p.pool_bits, lines + lines * (lines - 1) / 2,
          uint64_t{8} + 3 * p.line_bits() + 2 * p.pool_bits};
}

Storage storage(const QueueMemory::Params& p) {
  const uint64_t place = p.place_bits(), count = p.count_bits();
  const uint64_t memory = uint64_t{p.words} * (p.flit_bits + 1 + place);
  // Taken places and the next one; queues; two counts; what is half written and half read.
  return {0,
          memory + p.words + 1 + place + p.queues() * (2 * place + 2 * count) + 2 * count +
              2 * (uint64_t{1} + p.queue_bits()),
          p.flit_bits + 1 + place + 2};
}

Storage storage(const RecnEgress::Params& p) {
  const Storage control = storage(p.control()), select = storage(p.select());
  return {control.sample, control.state + select.state, control.pipeline + select.pipeline};
}

Storage storage(const RecnIngress::Params& p) {
  // A detection: whether, and of which queue.
  const Storage control = storage(p.control()), select = storage(p.select());
  const uint64_t detection = p.detection == 1 ? 1 + p.turn_bits() : 0;
  return {control.sample, control.state + select.state + detection,
          control.pipeline + select.pipeline};
}

Storage storage(const RecnPort::Params& p) {
  // Control and memory; whose turn it is, and room in the share.
  const Storage control =
      p.egress == 1 ? storage(p.egress_control()) : storage(p.ingress_control());
  const Storage memory = storage(p.memory());
  return {control.sample, control.state + memory.state + p.queue_bits() + 1,
          control.pipeline + memory.pipeline};
}

Storage storage(const SaqControl::Params& p) {
  // Its units; what was looked for; the packet that was compared and, of several, normal queues.
  const Storage cam = storage(p.cam()), set = storage(p.set()), sender = storage(p.sender());
  const Storage root = p.root == 1 ? storage(p.line()) : Storage{0, 0, 0};
  const uint64_t normal = p.normals > 1 ? p.queue_bits() : 0;
  return {cam.sample, cam.state + set.state + root.state + sender.state + 5 + normal,
          cam.pipeline + set.pipeline + root.pipeline + sender.pipeline + p.child_bits() + normal};
}

Storage storage(const SaqLine::Params& p) {
  return {0,
          uint64_t{6} + p.queue_bits() + p.count_bits + uint64_t{4} * p.children +
              uint64_t{2} * p.timer_bits,
          2};
}

Storage storage(const SaqSet::Params& p) {
  const Storage line = storage(p.line());
  return {0, p.saqs * line.state, p.saqs * line.pipeline};
}

}  // namespace chokepoint
