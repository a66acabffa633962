// SPDX-License-Identifier: Apache-2.0
// The shrinking itself, on flat rows.
#include "tb/common/shrink.h"

#include <algorithm>

namespace chokepoint::test {

Rows shrink_rows(Rows rows, const std::vector<unsigned>& events,
                 const std::function<std::size_t(const Rows&)>& fails) {
  // Shortest failing end of the run: longer and longer ends, the first that fails is kept.
  for (std::size_t length = 1; length < rows.size(); length = length * 3 / 2 + 1) {
    const Rows end(rows.end() - static_cast<std::ptrdiff_t>(length), rows.end());
    const std::size_t failed = fails(end);
    if (failed == 0) continue;
    rows.assign(end.begin(), end.begin() + static_cast<std::ptrdiff_t>(failed));
    break;
  }
  // Remove stretches of clocks, then silence stretches of clocks, in halving sizes.
  unsigned budget = 600;
  for (const bool remove : {true, false}) {
    for (std::size_t size = std::max<std::size_t>(rows.size() / 2, 1); size > 0; size /= 2) {
      for (std::size_t at = 0; at + 1 < rows.size() && budget > 0; --budget) {
        const std::size_t to = std::min(at + size, rows.size() - 1);
        Rows candidate = rows;
        if (remove)
          candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(at),
                          candidate.begin() + static_cast<std::ptrdiff_t>(to));
        else
          for (std::size_t r = at; r < to; ++r)
            for (unsigned word : events) candidate[r][word] = 0;
        const std::size_t failed = candidate == rows ? 0 : fails(candidate);
        if (failed == 0) {
          at = to;
          continue;
        }
        candidate.resize(failed);
        rows = std::move(candidate);
        if (!remove) at = to;
      }
    }
  }
  return rows;
}

std::string show_rows(const Rows& rows, const std::vector<FieldInfo>& fields, std::size_t last) {
  std::string text;
  for (std::size_t r = rows.size() > last ? rows.size() - last : 0; r < rows.size(); ++r) {
    text += fmt::format("  {:>6}:{}", r, rows[r].size() > row_words(fields) ? " RESET" : "");
    for (const FieldInfo& field : fields) {
      const auto names = column_names(field);
      for (unsigned i = 0; i < field.lanes; ++i) {
        const uint64_t* lane = &rows[r][field.first + i * field.words];
        if (std::any_of(lane, lane + field.words, [](uint64_t word) { return word != 0; }))
          text += fmt::format(" {}={}", names[i], format_lane(field, lane));
      }
    }
    text += '\n';
  }
  return text;
}

}  // namespace chokepoint::test
