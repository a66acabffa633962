// SPDX-License-Identifier: Apache-2.0
// Golden model of a port under RECN, by paper and contract page.
#include "sim/units/recn/recn_port.h"

namespace chokepoint {

RecnPort::Model::Model(const Params& params)
    : params_((params.validate(), params)), memory_(params.memory()) {
  if (params.egress == 1) {
    egress_.emplace(params.egress_control());
    show<RecnEgress>(egress_->out());
  } else {
    ingress_.emplace(params.ingress_control());
    show<RecnIngress>(ingress_->out());
  }
}

// The packet that has begun is read to its end; else the next queue in turn that may begin one.
void RecnPort::Model::take(const In& in, QueueMemory::In& memory) {
  const QueueMemory::Out& was = memory_.out();
  if (!in.may_go) return;
  if (was.read_open) {
    memory.dequeue_valid = was.queue_flits[was.read_queue] != 0;
    return;
  }
  for (unsigned i = 1; i <= params_.queues(); ++i) {
    const uint32_t q = (served_ + i) % params_.queues();
    const bool sends =
        q < params_.normals() || ((out_.may_send >> (q - params_.normals())) & 1) != 0;
    if (was.queue_flits[q] == 0 || !sends || ((in.may_begin >> q) & 1) == 0) continue;
    memory.dequeue_valid = true;
    memory.dequeue_queue = served_ = q;
    return;
  }
}

template <class Control>
void RecnPort::Model::step_beside(typename Control::Model& control, const In& in) {
  const typename Control::Out was = control.out();
  const QueueMemory::Out& queues = memory_.out();
  const uint32_t share = params_.words - params_.reserved;
  QueueMemory::In memory;
  memory.enable = in.enable;
  memory.enqueue_valid = in.flit_valid;
  memory.enqueue_queue = was.match_queue;
  memory.enqueue_last = in.flit_last;
  memory.enqueue_flit = in.flit;
  memory.swap_valid = was.swap_valid;
  memory.swap_from = was.swap_from;
  memory.swap_to = was.swap_to;
  take(in, memory);

  typename Control::In says;
  says.enable = in.enable;
  says.cfg = in.cfg.control;
  says.cfg_detection = in.cfg.detection;
  // Ingress: a queue that would not fit as a SAQ in the next clock is not swapped.
  says.swap_may = !in.cfg.swap_fits ||
                  queues.saq_flits + queues.queue_flits[was.notice_queue] + in.cfg.packet +
                          (in.flit_valid ? 1 : 0) <=
                      share;
  says.packet_valid = in.head_valid;
  says.packet_turns = in.head_turns;
  says.packet_port = in.head_port;
  says.store_valid = in.flit_valid && !queues.write_open;
  says.queue_flits = queues.queue_flits;
  says.queue_packets = queues.queue_packets;
  says.left_valid = queues.flit_last;
  says.left_queue = queues.read_queue;
  says.notice_valid = in.notice_valid;
  says.notice_kind = in.notice_kind;
  says.notice_turns = in.notice_turns;
  says.notice_mask = in.notice_mask;
  says.reply_valid = in.reply_valid;
  says.reply_kind = in.reply_kind;
  says.reply_turns = in.reply_turns;
  says.reply_mask = in.reply_mask;
  says.notify_ready = in.notify_ready;
  says.answer_ready = in.answer_ready;

  // Room for a packet in the share in the next clock: with the flit of this one, and not after a swap.
  const uint32_t into = queues.write_open ? queues.write_queue : was.match_queue;
  const uint32_t more = in.flit_valid && into >= params_.normals() ? 1 : 0;
  room_ = in.enable && (!in.cfg.keep_share ||
                        (!was.swap_valid && queues.saq_flits + more + in.cfg.packet <= share));
  if (!in.enable) served_ = 0;
  control.step(says);
  memory_.step(memory);
  show<Control>(control.out());
}

template <class Control>
void RecnPort::Model::show(const typename Control::Out& control) {
  const QueueMemory::Out& queues = memory_.out();
  out_.head_ready = control.match_valid && queues.ready && !queues.write_open &&
                    (control.match_queue < params_.normals() || room_) && !control.match_stopped;
  out_.place_ready = queues.ready;
  out_.out_valid = queues.flit_valid;
  out_.out_last = queues.flit_last;
  out_.out_flit = queues.flit;
  out_.out_queue = queues.flit_valid ? queues.read_queue : 0;
  out_.waiting = 0;
  for (unsigned q = 0; q < params_.queues(); ++q)
    out_.waiting |= uint64_t{queues.queue_flits[q] != 0} << q;
  out_.total_flits = queues.total_flits;
  out_.saq_flits = queues.saq_flits;
  out_.notice_ready = control.notice_ready;
  out_.reply_ready = control.reply_ready;
  out_.notify_valid = control.notify_valid;
  out_.notify = control.notify;
  out_.answer_valid = control.answer_valid;
  out_.answer = control.answer;
  out_.valid = control.valid;
  out_.waits = control.waits;
  out_.may_send = control.may_send;
  out_.leaf = control.leaf;
  out_.stop = control.stop;
  out_.swap_valid = control.swap_valid;
  out_.full_valid = control.full_valid;
  out_.quiescent = control.quiescent && queues.quiescent && queues.total_flits == 0;
}

void RecnPort::Model::step(const In& in) {
  if (egress_)
    step_beside<RecnEgress>(*egress_, in);
  else
    step_beside<RecnIngress>(*ingress_, in);
}

}  // namespace chokepoint
