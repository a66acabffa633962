// SPDX-License-Identifier: Apache-2.0
// Which ports have SAQs for which path, and when: RECN's tables of a run.
#pragma once

#include <string>
#include <vector>

#include "sim/common/types.h"
#include "sim/units/recn/path_cam.h"

namespace chokepoint::recn {

/// A SAQ from its making on.
struct SaqLife {
  TurnPath path;
  Cycle made = 0;
  bool detected = false;  ///< here, by a detection queue; else its port was notified
  uint64_t packets = 0;   ///< that have joined it
  unsigned most_flits = 0;
};

struct SaqPlace {
  RouterId router = 0;
  bool egress = false;
  unsigned port = 0, saq = 0;
};

/// What a SAQ holds at a moment, and whether it may send.
struct SaqLook {
  unsigned flits = 0, packets = 0;
  bool waits = false, may_send = false;
};

/// Of the routers of one thread. Rows are in the order of cycle, router, side, port, SAQ.
class History {
 public:
  explicit History(unsigned turn_bits) : turn_bits_(turn_bits) {}
  void look(Cycle now, const SaqPlace& place, const TurnPath& path, const SaqLook& look);
  void freed(Cycle now, const SaqPlace& place, const SaqLife& life);
  /// The path's turns, the next one first, joined by dots.
  std::string text(const TurnPath& path) const;
  std::string over_time() const;
  std::string lives() const;

 private:
  struct Row {
    Cycle cycle;
    SaqPlace place;
    std::string text;
  };
  static std::string table(const char* header, std::vector<Row> rows);
  unsigned turn_bits_;
  std::vector<Row> looks_, lives_;
};

}  // namespace chokepoint::recn
