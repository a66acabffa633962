// SPDX-License-Identifier: Apache-2.0
// Golden model of a port's SAQs, by paper and contract page: each line hears what concerns it.
#include "sim/units/recn/saq_set.h"

namespace chokepoint {

void SaqSet::Model::step(const In& in) {
  const unsigned normals = params_.normals;
  // The marker: what the queue waited for holds at the end of the clock.
  const uint32_t marked = in.make_covered ? normals + in.make_cover : in.make_normal;
  uint32_t ahead = marked < params_.queues() ? in.queue_packets[marked] : 0;
  if (in.began_valid && in.began_queue == marked) ++ahead;
  if (in.left_valid && in.left_queue == marked) --ahead;
  if (in.swap_valid && in.swap_from == marked) ahead = 0;

  SaqLine::In line;
  line.enable = in.enable;
  line.cfg = in.cfg;
  line.make_queue = marked & static_cast<uint32_t>(low_mask(params_.queue_bits()));
  line.make_packets = ahead & static_cast<uint32_t>(low_mask(params_.count_bits));
  line.make_notify = in.make_notify;
  line.blocked_queues = uint64_t{out_.waits} << normals;
  line.left_valid = in.left_valid;
  line.left_queue = in.left_queue;
  line.swap_valid = in.swap_valid;
  line.swap_from = in.swap_from;
  line.swap_to = in.swap_to;
  line.halt_stop = in.halt_stop;

  out_ = Out{};
  for (unsigned s = 0; s < params_.saqs; ++s) {
    const auto child = [&](bool mine, uint32_t which) {
      return mine && which < params_.children ? 1u << which : 0u;
    };
    const bool begins = in.began_valid && in.began_queue == normals + s;
    line.make_valid = in.make_valid && in.make_saq == s;
    line.flits = in.saq_flits[s];
    line.packets = in.queue_packets[normals + s];
    line.arrived_valid = child(begins, in.began_child);
    line.answer_valid = child(in.answer_valid && in.answer_saq == s, in.answer_child);
    line.answer_accepted = in.answer_accepted ? ~0u : 0;
    line.returned_valid = child(in.returned_valid && in.returned_saq == s, in.returned_child);
    line.adopt_valid = in.adopt_valid && in.adopt_saq == s;
    line.halt_valid = in.halt_valid && in.halt_saq == s;
    line.notify_ready = in.notify_ready[s];
    line.tell_ready = ((in.tell_ready >> s) & 1) != 0;
    line.free_valid = in.free_valid && in.free_saq == s;
    lines_[s].step(line);
    const SaqLine::Out& o = lines_[s].out();
    out_.valid |= uint32_t{o.valid} << s;
    out_.waits |= uint32_t{o.waits} << s;
    out_.may_send |= uint32_t{o.may_send} << s;
    out_.leaf |= uint32_t{o.leaf} << s;
    out_.freeable |= uint32_t{o.freeable} << s;
    out_.stop |= uint32_t{o.stop} << s;
    out_.own |= uint32_t{o.own} << s;
    out_.stopped[s] = o.stopped;
    out_.notify_valid[s] = o.notify_valid;
    out_.accepted[s] = o.accepted;
    out_.tell_valid |= uint32_t{o.tell_valid} << s;
    out_.tell_stop |= uint32_t{o.tell_stop} << s;
    out_.quiescent = out_.quiescent && o.quiescent;
  }
}

}  // namespace chokepoint
