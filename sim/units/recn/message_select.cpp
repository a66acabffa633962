// SPDX-License-Identifier: Apache-2.0
// Golden model of the messages of several channels, by the contract page.
#include "sim/units/recn/message_select.h"

namespace chokepoint {

void MessageSelect::Model::step(const In& in) {
  const Out now = out_;
  out_ = Out{};
  if (!in.enable) {
    turn_ = 0;
    return;
  }
  const auto has = [&](unsigned channel) { return ((in.message_valid >> channel) & 1) != 0; };
  const bool takes = !now.held_valid && has(turn_);
  if (takes) {
    out_.held_valid = true;
    out_.held_source = turn_;
    out_.held = {in.message_kind[turn_], {in.message_turns[turn_], in.message_mask[turn_]}};
  } else if (now.held_valid && !in.held_ready) {
    out_ = now;
  }
  if (takes || !has(turn_)) {
    for (unsigned step = 1; step < params_.sources; ++step) {
      const unsigned channel = (turn_ + step) % params_.sources;
      if (has(channel)) {
        turn_ = channel;
        break;
      }
    }
  }
  out_.quiescent = !out_.held_valid;
  out_.message_ready = out_.held_valid ? 0 : uint64_t{1} << turn_;
}

}  // namespace chokepoint
