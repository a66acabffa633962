// SPDX-License-Identifier: Apache-2.0
// Ports of the Verilated path_cam (docs/reference/recn/path_cam.md) to and from its C++ fields.
#pragma once

#include "sim/engine/rtl_instance.h"
#include "sim/units/recn/path_cam.h"

namespace chokepoint {

template <class Top>
class RtlAdaptor<PathCam, Top> {
 public:
  using Params = PathCam::Params;

  static bool fits(const Params& wanted, const Params& variant) {
    return fits_by_name(wanted, variant, {});
  }
  RtlAdaptor(Top&, const Params&, const Params&) {}

  void drive(Top& top, const PathCam::In& in) {
    put(top.enable_i, in.enable);
    put(top.cfg_more_specific_i, in.cfg_more_specific);
    put(top.packet_valid_i, in.packet_valid);
    put(top.packet_turns_i, in.packet_turns);
    put(top.path_valid_i, in.path_valid);
    put(top.path_insert_i, in.path_insert);
    put(top.path_turns_i, in.path.turns);
    put(top.path_mask_i, in.path.mask);
    put(top.free_valid_i, in.free_valid);
    put(top.free_line_i, in.free_line);
    put(top.read_valid_i, in.read_valid);
    put(top.read_line_i, in.read_line);
  }
  void sample(Top& top, PathCam::Out& out) {
    out.match_valid = top.match_valid_o;
    out.match_hit = top.match_hit_o;
    out.match_line = top.match_line_o;
    out.found_valid = top.found_valid_o;
    out.found_exact = top.found_exact_o;
    out.found_covered = top.found_covered_o;
    out.found_made = top.found_made_o;
    out.found_full = top.found_full_o;
    out.found_line = top.found_line_o;
    out.found_cover = top.found_cover_o;
    out.line_valid = top.line_valid_o;
    out.read_turns = top.read_turns_o;
    out.read_mask = top.read_mask_o;
    out.quiescent = top.quiescent_o;
  }
};

}  // namespace chokepoint
