// SPDX-License-Identifier: Apache-2.0
// Golden model of a SAQ's state, by paper and contract page.
#include "sim/units/recn/saq_line.h"

namespace chokepoint {

void SaqLine::Model::children(const In& in) {
  bool refused = false;
  const bool notifies = (in.flits >= in.cfg.propagate || out_.stop) && retry_ == 0;
  for (unsigned c = 0; c < params_.children; ++c) {
    const uint32_t bit = 1u << c;
    switch (child_[c]) {
      case Child::kNone:
        if ((in.arrived_valid & bit) != 0 && notifies) child_[c] = Child::kWanted;
        break;
      case Child::kWanted:
        if ((in.notify_ready & bit) != 0) child_[c] = Child::kAsked;
        break;
      case Child::kAsked:
        if ((in.answer_valid & bit) == 0) break;
        child_[c] = (in.answer_accepted & bit) != 0 ? Child::kAccepted : Child::kNone;
        refused_ &= ~bit;
        if (child_[c] == Child::kAccepted) break;
        refused_ |= bit;
        refused = true;
        break;
      case Child::kAccepted:
        if ((in.returned_valid & bit) != 0) child_[c] = Child::kNone;
        break;
    }
  }
  if (refused)
    retry_ = in.cfg.retry;
  else if (retry_ != 0)
    --retry_;
}

void SaqLine::Model::waiting(const In& in) {
  const bool drained = wait_packets_ == 0 && ((in.blocked_queues >> wait_queue_) & 1) == 0;
  if (in.left_valid && in.left_queue == wait_queue_ && wait_packets_ != 0) --wait_packets_;
  if (in.swap_valid && in.swap_from == wait_queue_) wait_queue_ = in.swap_to;
  out_.waits = out_.waits && !drained;
}

/// A child that has a SAQ knows otherwise than it is; by `accepted` and `stop` of the outputs.
bool SaqLine::Model::tell_due() const {
  for (unsigned c = 0; c < params_.children; ++c)
    if (((out_.accepted >> c) & 1) != 0 && (((told_stop_ >> c) & 1) != 0) != out_.stop) return true;
  return false;
}

/// `had`: the children that had a SAQ before the clock.
void SaqLine::Model::flow(const In& in, uint32_t had) {
  const bool due = tell_due();  // by what was so before the clock
  if (out_.tell_valid && in.tell_ready) told_stop_ = out_.tell_stop ? had : 0;
  for (unsigned c = 0; c < params_.children; ++c)
    if (child_[c] != Child::kAccepted) told_stop_ &= ~(1u << c);
  bool any = false;
  for (unsigned c = 0; c < params_.children; ++c) any |= child_[c] == Child::kAccepted;
  if (!any) {
    out_.tell_valid = out_.tell_stop = false;  // nobody is left to be told
  } else if (!out_.tell_valid) {
    out_.tell_valid = due;
    out_.tell_stop = due && out_.stop;
  } else if (in.tell_ready) {
    out_.tell_valid = out_.tell_stop = false;
  }
  if (in.flits >= in.cfg.stop)
    out_.stop = true;
  else if (in.flits <= in.cfg.go)
    out_.stop = false;
  if (in.halt_valid && !out_.own) halted_ = in.halt_stop;
  if (in.adopt_valid) out_.own = false;
}

void SaqLine::Model::show() {
  out_.notify_valid = out_.accepted = out_.stopped = 0;
  out_.leaf = out_.valid;
  for (unsigned c = 0; c < params_.children; ++c) {
    if (child_[c] != Child::kNone) out_.leaf = false;
    if (child_[c] == Child::kWanted) out_.notify_valid |= 1u << c;
    if (child_[c] == Child::kAccepted) out_.accepted |= 1u << c;
    // Whoever has been notified, and who would not be now.
    const bool notified = child_[c] != Child::kNone || ((refused_ >> c) & 1) != 0;
    if (out_.stop && (notified || retry_ != 0)) out_.stopped |= 1u << c;
  }
  out_.may_send = out_.valid && !out_.waits && !halted_;
  out_.freeable = out_.leaf && !out_.waits && !halted_ && (used_ || linger_ == 0);
  out_.quiescent = !out_.valid || (out_.notify_valid == 0 && !out_.tell_valid && !tell_due() &&
                                   retry_ == 0 && linger_ == 0 &&
                                   (!out_.waits || wait_packets_ != 0));
}

void SaqLine::Model::step(const In& in) {
  const bool makes = in.make_valid && !out_.valid;
  const bool frees = in.free_valid && out_.freeable && in.packets == 0;
  if (!in.enable || frees || makes) {
    *this = Model(params_);
    if (!in.enable || !makes) return;
    out_.valid = out_.waits = true;
    wait_queue_ = in.make_queue;
    wait_packets_ = in.make_packets;
    linger_ = in.cfg.linger;
    out_.own = in.make_notify != 0;
    used_ = in.packets != 0;
    out_.stop = in.flits >= in.cfg.stop;
    for (unsigned c = 0; c < params_.children; ++c)
      if ((in.make_notify >> c) & 1) child_[c] = Child::kWanted;
  } else if (out_.valid) {
    const uint32_t had = out_.accepted;
    children(in);
    waiting(in);
    flow(in, had);
    used_ = used_ || in.packets != 0;
    if (linger_ != 0) --linger_;
  }
  show();
}

}  // namespace chokepoint
