// SPDX-License-Identifier: Apache-2.0
// The type of the unit that knows a port's paths to congested points (docs/reference/recn/path_cam.md).
#pragma once

#include <array>
#include <cstdint>

#include "sim/engine/unit_fields.h"
#include "sim/units/storage.h"

namespace chokepoint {

/// A path to a congested point: turns, the next one lowest, and the bits of them that count.
struct TurnPath {
  uint64_t turns = 0;
  uint64_t mask = 0;  ///< ones from bit 0 up

  /// This path is the beginning of `other`, or all of it.
  bool within(const TurnPath& other) const {
    return (mask & ~other.mask) == 0 && ((turns ^ other.turns) & mask) == 0;
  }
  bool same(const TurnPath& other) const { return mask == other.mask && within(other); }
};

struct PathCam {
  static constexpr const char* kName = "path_cam";
  static constexpr unsigned kMaxLines = 32;

  struct Params {
    unsigned lines = 8;       ///< path lines, one for each SAQ
    unsigned pool_bits = 31;  ///< bits of a turn pool

    unsigned line_bits() const { return clog2(lines); }

    template <class V> void visit(V&& v) { fields(*this, v); }
    template <class V> void visit(V&& v) const { fields(*this, v); }
    void validate() const {
      check_range(kName, "Lines", lines, 2, kMaxLines);
      check_range(kName, "PoolBits", pool_bits, 2, 48);
    }

   private:
    template <class Self, class V> static void fields(Self& s, V& v) {
      v("Lines", s.lines);
      v("PoolBits", s.pool_bits);
    }
  };

  struct In {
    bool enable = false;
    bool cfg_more_specific = false;  ///< a covered path gets a line of its own
    bool packet_valid = false;
    uint64_t packet_turns = 0;
    bool path_valid = false;
    bool path_insert = false;  ///< with path_valid: make a line
    TurnPath path;
    bool free_valid = false;
    uint32_t free_line = 0;
    bool read_valid = false;
    uint32_t read_line = 0;

    bool idle() const { return !packet_valid && !path_valid && !free_valid && !read_valid; }
    bool same_levels(const In& previous) const {
      return enable == previous.enable && cfg_more_specific == previous.cfg_more_specific;
    }

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("enable", s.enable, 1);
      v("cfg_more_specific", s.cfg_more_specific, 1);
      v("packet_valid", s.packet_valid, 1);
      v("packet_turns", s.packet_turns, p.pool_bits);
      v("path_valid", s.path_valid, 1);
      v("path_insert", s.path_insert, 1);
      v("path_turns", s.path.turns, p.pool_bits);
      v("path_mask", s.path.mask, p.pool_bits);
      v("free_valid", s.free_valid, 1);
      v("free_line", s.free_line, p.line_bits());
      v("read_valid", s.read_valid, 1);
      v("read_line", s.read_line, p.line_bits());
    }
  };

  struct Out {
    bool match_valid = false, match_hit = false;
    uint32_t match_line = 0;  ///< the longest line that matches the last clock's packet
    bool found_valid = false, found_exact = false, found_covered = false;
    bool found_made = false, found_full = false;
    uint32_t found_line = 0;   ///< the line that has the last clock's path
    uint32_t found_cover = 0;  ///< the longest line that covers it
    uint32_t line_valid = 0;   ///< a bit for each line
    uint64_t read_turns = 0, read_mask = 0;
    bool quiescent = true;

    template <class V> void visit(V&& v, const Params& p) { fields(*this, v, p); }
    template <class V> void visit(V&& v, const Params& p) const { fields(*this, v, p); }

   private:
    template <class Self, class V> static void fields(Self& s, V& v, const Params& p) {
      v("match_valid", s.match_valid, 1);
      v("match_hit", s.match_hit, 1);
      v("match_line", s.match_line, p.line_bits());
      v("found_valid", s.found_valid, 1);
      v("found_exact", s.found_exact, 1);
      v("found_covered", s.found_covered, 1);
      v("found_made", s.found_made, 1);
      v("found_full", s.found_full, 1);
      v("found_line", s.found_line, p.line_bits());
      v("found_cover", s.found_cover, p.line_bits());
      v("line_valid", s.line_valid, p.lines);
      v("read_turns", s.read_turns, p.pool_bits);
      v("read_mask", s.read_mask, p.pool_bits);
      v("quiescent", s.quiescent, 1);
    }
  };

  class Model {
   public:
    explicit Model(const Params& params) : params_((params.validate(), params)) {}
    const Out& out() const { return out_; }
    void step(const In& in);

   private:
    void match(const In& in, Out& next) const;
    void find(const In& in, uint32_t was_valid, Out& next);

    Params params_;
    Out out_;
    std::array<TurnPath, kMaxLines> lines_{};  // of those that are valid in out_
  };
};

}  // namespace chokepoint
