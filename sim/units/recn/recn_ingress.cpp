// SPDX-License-Identifier: Apache-2.0
// Golden model of the control of an ingress port, by paper and contract page.
#include "sim/units/recn/recn_ingress.h"

namespace chokepoint {

/// The turn to the egress port whose message it is; of a detection to that of its queue.
uint64_t RecnIngress::Model::turn_of(const MessageSelect::Out& notice) const {
  if (notice.held.kind != kDetection) return notice.held_source;
  return notice.held.path.turns >> (params_.pool_bits - params_.turn_bits());
}

void RecnIngress::Model::step(const In& in) {
  const unsigned turn_bits = params_.turn_bits();
  const uint64_t pool = low_mask(params_.pool_bits), one_turn = low_mask(turn_bits);
  const bool detection = params_.detection == 1 && in.cfg_detection;
  const MessageSelect::Out& notice = select_.out();
  const SaqControl::Out& was = control_.out();

  SaqControl::In control;
  control.enable = in.enable;
  control.cfg = in.cfg;
  control.packet_valid = in.packet_valid;
  control.packet_turns = in.packet_turns;
  if (detection) control.packet_normal = static_cast<uint32_t>(in.packet_turns & one_turn);
  control.store_valid = in.store_valid;
  control.queue_flits = in.queue_flits;
  control.queue_packets = in.queue_packets;
  control.left_valid = in.left_valid;
  control.left_queue = in.left_queue;
  // The path grows by the turn to the egress port that it comes from; a detection's is that turn.
  control.notice_valid = notice.held_valid;
  control.notice = notice.held;
  const uint64_t turn = turn_of(notice);
  if (notice.held.kind == kDetection) {
    control.notice.path = {turn, one_turn};
  } else {
    control.notice.path.turns = ((notice.held.path.turns << turn_bits) & pool) | turn;
    control.notice.path.mask = ((notice.held.path.mask << turn_bits) & pool) | one_turn;
  }
  if (detection) control.notice_normal = static_cast<uint32_t>(turn);
  control.swap_may = in.swap_may;
  control.reply_valid = in.reply_valid != 0;
  control.reply = {in.reply_kind[0], {in.reply_turns[0], in.reply_mask[0]}};
  control.notify_ready = in.notify_ready;
  control.answer_ready = (out_.answer_valid & in.answer_ready) != 0;

  MessageSelect::In select;
  select.enable = in.enable;
  select.message_valid = in.notice_valid;
  select.message_kind = in.notice_kind;
  select.message_turns = in.notice_turns;
  select.message_mask = in.notice_mask;
  if (params_.detection == 1) {
    const unsigned at = params_.ports;
    select.message_valid |= uint64_t{detects_} << at;
    select.message_kind[at] = kDetection;
    select.message_turns[at] = uint64_t{detected_} << (params_.pool_bits - turn_bits);
    select.message_mask[at] = 0;
  }
  select.held_ready = was.notice_ready;

  // Detect: a packet begins in a detection queue above the threshold.
  const bool taken = ((select_.out().message_ready >> params_.ports) & 1) != 0;
  const bool over = was.match_valid && in.store_valid &&
                    was.match_queue < params_.control().normals &&
                    in.queue_flits[was.match_queue] >= in.cfg.detect;
  if (!in.enable) {
    detects_ = false;
  } else if (detects_) {
    if (taken) detects_ = false;
  } else if (detection && over && !was.swap_valid) {
    detects_ = true;
    detected_ = was.match_queue;
  }

  control_.step(control);
  select_.step(select);
  const SaqControl::Out& o = control_.out();
  out_.take(o);
  out_.notice_ready = static_cast<uint32_t>(select_.out().message_ready & low_mask(params_.ports));
  out_.reply_ready = o.reply_ready ? 1 : 0;
  out_.answer_valid = 0;
  if (o.answer_valid && (o.answer.path.turns & one_turn) < params_.ports)
    out_.answer_valid = 1u << (o.answer.path.turns & one_turn);
  out_.answer.path = {o.answer.path.turns >> turn_bits, o.answer.path.mask >> turn_bits};
  out_.notice_queue = detection ? static_cast<uint32_t>(turn_of(select_.out())) : 0;
  out_.quiescent = o.quiescent && select_.out().quiescent && !detects_;
}

}  // namespace chokepoint
