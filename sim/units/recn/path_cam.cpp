// SPDX-License-Identifier: Apache-2.0
// Golden model of the path CAM, by paper and contract page.
#include "sim/units/recn/path_cam.h"

namespace chokepoint {

void PathCam::Model::match(const In& in, Out& next) const {
  if (!in.packet_valid) return;
  next.match_valid = true;
  const TurnPath packet{in.packet_turns, low_mask(params_.pool_bits)};
  uint64_t longest = 0;
  for_each_bit(next.line_valid, [&](unsigned line) {
    if (!lines_[line].within(packet) || lines_[line].mask <= longest) return;
    next.match_hit = true;
    next.match_line = line;
    longest = lines_[line].mask;
  });
}

void PathCam::Model::find(const In& in, uint32_t was_valid, Out& next) {
  if (!in.path_valid) return;
  next.found_valid = true;
  const TurnPath path{in.path.turns & in.path.mask, in.path.mask};
  uint64_t longest = 0;
  for_each_bit(next.line_valid, [&](unsigned line) {
    const TurnPath& known = lines_[line];
    if (known.same(path)) {
      next.found_exact = true;
      next.found_line = line;
    } else if (known.within(path) && known.mask > longest) {
      next.found_covered = true;
      next.found_cover = line;
      longest = known.mask;
    }
  });
  if (!in.path_insert || next.found_exact || (next.found_covered && !in.cfg_more_specific)) return;
  for (unsigned line = 0; line < params_.lines; ++line) {
    if ((was_valid >> line) & 1) continue;
    lines_[line] = path;
    next.line_valid |= 1u << line;
    next.found_made = true;
    next.found_line = line;
    return;
  }
  next.found_full = true;
}

void PathCam::Model::step(const In& in) {
  if (!in.enable) {
    out_ = Out{};
    return;
  }
  Out next;
  next.read_turns = out_.read_turns;
  next.read_mask = out_.read_mask;
  if (in.read_valid) {
    next.read_turns = lines_[in.read_line].turns;
    next.read_mask = lines_[in.read_line].mask;
  }
  next.line_valid = out_.line_valid;
  if (in.free_valid) next.line_valid &= ~(1u << in.free_line);
  match(in, next);
  find(in, out_.line_valid, next);
  next.quiescent = !next.match_valid && !next.found_valid;
  out_ = next;
}

}  // namespace chokepoint
