// SPDX-License-Identifier: Apache-2.0
// Golden model of the control of an egress port, by paper and contract page.
#include "sim/units/recn/recn_egress.h"

namespace chokepoint {

void RecnEgress::Model::step(const In& in) {
  const MessageSelect::Out& reply = select_.out();
  SaqControl::In control;
  control.enable = in.enable;
  control.cfg = in.cfg;
  control.packet_valid = in.packet_valid;
  control.packet_turns = in.packet_turns;
  control.packet_child = in.packet_port;
  control.store_valid = in.store_valid;
  control.queue_flits = in.queue_flits;
  control.queue_packets = in.queue_packets;
  control.left_valid = in.left_valid;
  control.left_queue = in.left_queue;
  control.notice_valid = in.notice_valid != 0;
  control.notice = {in.notice_kind[0], {in.notice_turns[0], in.notice_mask[0]}};
  control.reply_valid = reply.held_valid;
  control.reply = reply.held;
  control.reply_child = reply.held_source;
  control.notify_ready = in.notify_ready;
  control.answer_ready = in.answer_ready != 0;

  MessageSelect::In select;
  select.enable = in.enable;
  select.message_valid = in.reply_valid;
  select.message_kind = in.reply_kind;
  select.message_turns = in.reply_turns;
  select.message_mask = in.reply_mask;
  select.held_ready = control_.out().reply_ready;

  control_.step(control);
  select_.step(select);
  const SaqControl::Out& o = control_.out();
  out_.take(o);
  out_.notice_ready = o.notice_ready ? 1 : 0;
  out_.reply_ready = static_cast<uint32_t>(select_.out().message_ready);
  out_.answer_valid = o.answer_valid ? 1 : 0;
  out_.quiescent = o.quiescent && select_.out().quiescent;
}

}  // namespace chokepoint
