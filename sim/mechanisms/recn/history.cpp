// SPDX-License-Identifier: Apache-2.0
#include "sim/mechanisms/recn/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <tuple>

namespace chokepoint::recn {

std::string History::text(const TurnPath& path) const {
  std::string text;
  const uint64_t turn = (uint64_t{1} << turn_bits_) - 1;
  for (unsigned at = 0; at < 64 && (path.mask >> at & 1) != 0; at += turn_bits_) {
    fmt::format_to(std::back_inserter(text), "{}{}", at == 0 ? "" : ".", path.turns >> at & turn);
  }
  return text;
}

void History::look(Cycle now, const SaqPlace& place, const TurnPath& path, const SaqLook& look) {
  looks_.push_back({now, place,
                    fmt::format("{},{},{},{},{}", text(path), look.flits, look.packets,
                                look.waits ? 1 : 0, look.may_send ? 1 : 0)});
}

void History::freed(Cycle now, const SaqPlace& place, const SaqLife& life) {
  lives_.push_back(
      {now, place,
       fmt::format("{},{},{},{},{}", text(life.path), life.made,
                   life.detected ? "detection" : "notification", life.packets, life.most_flits)});
}

std::string History::table(const char* header, std::vector<Row> rows) {
  const auto key = [](const Row& row) {
    return std::tuple(row.cycle, row.place.router, row.place.egress, row.place.port, row.place.saq);
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [&key](const Row& a, const Row& b) { return key(a) < key(b); });
  std::string all = header;
  for (const Row& row : rows) {
    fmt::format_to(std::back_inserter(all), "{},{},{},{},{},{}\n", row.cycle, row.place.router,
                   row.place.egress ? "egress" : "ingress", row.place.port, row.place.saq,
                   row.text);
  }
  return all;
}

std::string History::over_time() const {
  return table("cycle,router,side,port,saq,path,flits,packets,waits,may_send\n", looks_);
}

std::string History::lives() const {
  return table("freed,router,side,port,saq,path,made,made_by,packets,most_flits\n", lives_);
}

}  // namespace chokepoint::recn
