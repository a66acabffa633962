// SPDX-License-Identifier: Apache-2.0
// Golden model of what a port says, by paper and contract page.
#include "sim/units/recn/message_sender.h"

namespace chokepoint {

void MessageSender::Model::step(const In& in) {
  if (!in.enable) {
    *this = Model(params_);
    return;
  }
  // What was there before the clock decides; what is taken leaves room from the next clock on.
  const bool room = hearers_ == 0, place = !answers_;
  const bool freed = in.freed_valid && out_.free_valid && ((in.removable >> line_) & 1) != 0;
  hearers_ &= ~in.notify_ready;
  if (answers_ && in.answer_ready) answers_ = false;
  switch (step_) {
    case Step::kIdle:
      choose(in);
      break;
    case Step::kRead:
      step_ = Step::kSend;
      break;
    case Step::kSend:
      if (say_ == Say::kFree) {
        if (freed) {
          answers_ = true;
          answer_ = {kDealloc, is_root() ? TurnPath{} : in.read};
          step_ = Step::kIdle;
        } else if (((in.removable >> line_) & 1) == 0) {
          step_ = Step::kIdle;
        }
      } else if (room) {
        send(in);
        step_ = Step::kIdle;
      }
      break;
  }
  if (in.respond_valid && place && !freed) {
    answers_ = true;
    answer_ = in.respond;
  }
  show();
}

void MessageSender::Model::choose(const In& in) {
  const unsigned last = line_;
  for (unsigned step = 1; step <= params_.lines(); ++step) {
    const unsigned line = (last + step) % params_.lines();
    const bool frees = line < params_.saqs && ((in.removable >> line) & 1) != 0;
    const bool tells = ((in.tell_wanted >> line) & 1) != 0;
    if (!frees && !tells && in.wanted[line] == 0) continue;
    line_ = line;
    step_ = Step::kRead;
    say_ = frees ? Say::kFree : tells ? Say::kTell : Say::kNotify;
    return;
  }
}

void MessageSender::Model::send(const In& in) {
  const TurnPath path = is_root() ? TurnPath{} : in.read;
  if (say_ == Say::kNotify) {
    hearers_ = in.wanted[line_];
    notify_ = {kNotif, path};
  } else {
    // Nobody hears what is no longer to be told.
    hearers_ = ((in.tell_wanted >> line_) & 1) != 0 ? in.accepted[line_] : 0;
    notify_ = {((in.tell_stop >> line_) & 1) != 0 ? kXoff : kXon, path};
  }
}

void MessageSender::Model::show() {
  out_ = Out{};
  const uint64_t here = uint64_t{1} << line_;
  if (step_ == Step::kRead && !is_root()) {
    out_.read_valid = true;
    out_.read_saq = line_;
  }
  if (step_ == Step::kSend && hearers_ == 0) {
    if (say_ == Say::kNotify) out_.wanted_ready = here;
    if (say_ == Say::kTell) out_.tell_ready = here;
  }
  if (step_ == Step::kSend && say_ == Say::kFree && !answers_) {
    out_.free_valid = true;
    out_.free_saq = line_;
  }
  out_.notify_valid = hearers_;
  if (hearers_ != 0) out_.notify = notify_;
  out_.answer_valid = answers_;
  if (answers_) out_.answer = answer_;
  out_.quiescent = step_ == Step::kIdle && hearers_ == 0 && !answers_;
}

}  // namespace chokepoint
