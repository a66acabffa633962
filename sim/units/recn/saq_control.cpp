// SPDX-License-Identifier: Apache-2.0
// Golden model of the control of a port's SAQs, by paper and contract page.
#include "sim/units/recn/saq_control.h"

namespace chokepoint {

bool SaqControl::Model::frees(uint32_t removable) const {
  const uint32_t saq = sender_.out().free_saq;
  const PathCam::Out& cam = cam_.out();
  if (!sender_.out().free_valid || ((removable >> saq) & 1) == 0) return false;
  return !(cam.match_hit && cam.match_line == saq);
}

SaqControl::Model::Looked SaqControl::Model::look(const In& in, bool free_now) const {
  if (looked_ != Looked::kNothing) return Looked::kNothing;
  const bool answerable = !sender_.out().answer_valid && !free_now;
  const bool notice = in.notice_valid && (in.notice.kind != kNotif || answerable);
  if (in.reply_valid && !(notice && after_reply_)) return Looked::kReply;
  return notice ? Looked::kNotice : Looked::kNothing;
}

void SaqControl::Model::deal(const In& in, SaqSet::In& set, SaqLine::In& root,
                             MessageSender::In& sender) const {
  const PathCam::Out& found = cam_.out();
  if (looked_ == Looked::kNotice) {
    const bool detection = kind_ == kDetection;
    set.make_valid = found.found_made;
    set.make_saq = found.found_line;
    set.make_covered = found.found_covered && !detection;
    set.make_cover = found.found_cover;
    set.make_normal = path_normal_;
    set.make_notify = detection ? static_cast<uint32_t>(low_mask(params_.children)) : 0;
    if (found.found_made && detection) {
      set.swap_valid = true;
      set.swap_from = path_normal_;
      set.swap_to = params_.normals + found.found_line;
    }
    set.halt_valid = found.found_exact && (kind_ == kXoff || kind_ == kXon);
    set.halt_saq = found.found_line;
    set.halt_stop = kind_ == kXoff;
    if (kind_ == kNotif) {
      set.adopt_valid = found.found_exact && ((set_.out().own >> found.found_line) & 1) != 0;
      set.adopt_saq = found.found_line;
      sender.respond_valid = true;
      sender.respond = {found.found_made || set.adopt_valid ? kAcc : kRej, in.notice.path};
    }
  } else if (looked_ == Looked::kReply) {
    const bool to_root = in.reply.path.mask == 0;
    const bool returned = kind_ == kDealloc;
    set.answer_valid = found.found_exact && !returned;
    set.answer_saq = found.found_line;
    set.answer_child = in.reply_child;
    set.answer_accepted = kind_ == kAcc;
    set.returned_valid = found.found_exact && returned;
    set.returned_saq = found.found_line;
    set.returned_child = in.reply_child;
    if (to_root && in.reply_child < params_.children) {
      const uint32_t child = 1u << in.reply_child;
      root.answer_valid = returned ? 0 : child;
      root.answer_accepted = kind_ == kAcc ? child : 0;
      root.returned_valid = returned ? child : 0;
    }
  }
}

void SaqControl::Model::step(const In& in) {
  const unsigned normals = params_.normals;
  uint32_t removable = 0;
  for (unsigned s = 0; s < params_.saqs; ++s)
    if (in.queue_packets[normals + s] == 0) removable |= set_.out().freeable & (1u << s);
  // An answer to NOTIF takes the place that DEALLOC would need.
  const bool answering = looked_ == Looked::kNotice && kind_ == kNotif;
  const bool free_now = !answering && frees(removable);
  const Looked looks = look(in, free_now);

  SaqSet::In set;
  set.enable = in.enable;
  set.cfg = in.cfg.line;
  SaqLine::In root;
  root.enable = in.enable;
  root.cfg = in.cfg.line;
  root.cfg.propagate = in.cfg.detect;
  // Or it would stop those that it has notified before it is full enough to notify another.
  root.cfg.stop = (in.cfg.line.stop + in.cfg.detect) & static_cast<uint32_t>(low_mask(params_.count_bits));
  root.cfg.go = (in.cfg.line.go + in.cfg.detect) & static_cast<uint32_t>(low_mask(params_.count_bits));
  MessageSender::In sender;
  sender.enable = in.enable;
  deal(in, set, root, sender);

  // Match.
  PathCam::In cam;
  cam.enable = in.enable;
  cam.cfg_more_specific = in.cfg.more_specific;
  cam.packet_valid = in.packet_valid;
  cam.packet_turns = in.packet_turns;
  cam.path = looks == Looked::kReply ? in.reply.path : in.notice.path;
  cam.path_valid = looks == Looked::kNotice || (looks == Looked::kReply && in.reply.path.mask != 0);
  cam.path_insert = looks == Looked::kNotice && (in.notice.kind == kNotif ||
                                                 (in.notice.kind == kDetection && in.swap_may));
  cam.free_valid = free_now;
  cam.free_line = sender_.out().free_saq;
  cam.read_valid = sender_.out().read_valid;
  cam.read_line = sender_.out().read_saq;

  // Enqueue.
  if (in.store_valid && out_.match_valid) {
    set.began_valid = true;
    set.began_queue = out_.match_queue;
    set.began_child = child_;
    if (params_.root == 1 && out_.match_queue == 0 && child_ < params_.children)
      root.arrived_valid = 1u << child_;
  }
  set.queue_packets = in.queue_packets;
  for (unsigned s = 0; s < params_.saqs; ++s) set.saq_flits[s] = in.queue_flits[normals + s];
  set.left_valid = in.left_valid;
  set.left_queue = in.left_queue;
  set.tell_ready = static_cast<uint32_t>(sender_.out().tell_ready & low_mask(params_.saqs));
  const auto all = static_cast<uint32_t>(low_mask(params_.children));
  for (unsigned s = 0; s < params_.saqs; ++s)
    set.notify_ready[s] = ((sender_.out().wanted_ready >> s) & 1) != 0 ? all : 0;
  set.free_valid = free_now;
  set.free_saq = sender_.out().free_saq;

  for (unsigned s = 0; s < params_.saqs; ++s) {
    sender.wanted[s] = set_.out().notify_valid[s];
    sender.accepted[s] = set_.out().accepted[s];
  }
  sender.tell_wanted = set_.out().tell_valid;
  sender.tell_stop = set_.out().tell_stop;
  sender.removable = removable;
  sender.read = {cam_.out().read_turns, cam_.out().read_mask};
  sender.freed_valid = free_now;
  sender.notify_ready = in.notify_ready;
  sender.answer_ready = in.answer_ready;
  if (params_.root == 1) {
    const unsigned at = params_.saqs;
    root.make_valid = !root_.out().valid;
    root.flits = in.queue_flits[0];
    root.packets = in.queue_packets[0];
    root.notify_ready = ((sender_.out().wanted_ready >> at) & 1) != 0 ? all : 0;
    root.tell_ready = ((sender_.out().tell_ready >> at) & 1) != 0;
    sender.wanted[at] = root_.out().notify_valid;
    sender.accepted[at] = root_.out().accepted;
    sender.tell_wanted |= uint64_t{root_.out().tell_valid} << at;
    sender.tell_stop |= uint64_t{root_.out().tell_stop} << at;
    root_.step(root);
  }
  cam_.step(cam);
  set_.step(set);
  sender_.step(sender);

  if (!in.enable) {
    looked_ = Looked::kNothing;
    after_reply_ = false;
  } else {
    looked_ = looks;
    if (looks != Looked::kNothing) {
      after_reply_ = looks == Looked::kReply;
      kind_ = after_reply_ ? in.reply.kind : in.notice.kind;
    }
    if (looks == Looked::kNotice && params_.normals > 1) path_normal_ = in.notice_normal;
    if (in.packet_valid) {
      child_ = in.packet_child;
      normal_ = params_.normals > 1 ? in.packet_normal : 0;
    }
  }
  show();
}

void SaqControl::Model::show() {
  const PathCam::Out& cam = cam_.out();
  const SaqSet::Out& set = set_.out();
  const MessageSender::Out& sender = sender_.out();
  out_ = Out{};
  out_.match_valid = cam.match_valid;
  if (cam.match_valid)
    out_.match_queue = cam.match_hit ? params_.normals + cam.match_line : normal_;
  out_.match_stopped = cam.match_hit && ((set.stopped[cam.match_line] >> child_) & 1) != 0;
  out_.notice_ready = looked_ == Looked::kNotice;
  out_.reply_ready = looked_ == Looked::kReply;
  if (looked_ == Looked::kNotice) {
    out_.full_valid = cam.found_full;
    if (cam.found_made && kind_ == kDetection) {
      out_.swap_valid = true;
      out_.swap_from = path_normal_;
      out_.swap_to = params_.normals + cam.found_line;
    }
  }
  out_.notify_valid = sender.notify_valid;
  out_.notify = sender.notify;
  out_.answer_valid = sender.answer_valid;
  out_.answer = sender.answer;
  out_.valid = set.valid;
  out_.waits = set.waits;
  out_.may_send = set.may_send;
  out_.leaf = set.leaf;
  out_.stop = set.stop;
  const bool root_rests = params_.root == 0 || root_.out().quiescent;
  out_.quiescent = cam.quiescent && set.quiescent && root_rests && sender.quiescent &&
                   looked_ == Looked::kNothing && set.freeable == 0;
}

}  // namespace chokepoint
