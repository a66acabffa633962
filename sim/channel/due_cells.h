// SPDX-License-Identifier: Apache-2.0
// Cells by lane and due cycle: what is on its way to a receiver whose lanes take one thing per
// cycle each.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/common/state_lines.h"
#include "sim/common/types.h"

namespace chokepoint {

/// A sender stores its cell and reads nothing, so it never waits for a cache line of the receiver.
/// A row, the cells of `kRowLanes` lanes for one cycle, is 32 bytes, which are looked at as one;
/// rows of the next cycles follow, so what a sender stores during a tick lies together too. A cell
/// is empty while its highest bit is clear; at most one may be posted for a lane and cycle.
template <class Cell>
class DueCells {
 public:
  static constexpr unsigned kRowLanes = 32 / sizeof(Cell);
  static constexpr unsigned kLanesAtOnce = 64;  ///< that one mask has room for
  static constexpr Cell kFull = static_cast<Cell>(Cell{1} << (8 * sizeof(Cell) - 1));

  /// A sender's way to one lane, or to several that follow each other in a row.
  struct Post {
    Cell* cells = nullptr;  ///< of cycle 0
    // In cells, kRowLanes for a cycle: that saves a shift for each flit.
    uint32_t mask = 0;
    uint32_t distance = 0;
    Cycle latency() const { return distance / kRowLanes; }
    /// Where the cycle's cells stand, counted in cycles.
    uint32_t place(Cycle now) const {
      return ((static_cast<uint32_t>(now) * kRowLanes + distance) & mask) / kRowLanes;
    }
    void fetch(Cycle now) const {
      fetch_line(cells + ((static_cast<uint32_t>(now) * kRowLanes + distance) & mask));
    }
    /// The cell, which is full, is due `latency` cycles after `now`.
    void operator()(Cycle now, Cell cell, unsigned lane = 0) const {
      cells[((static_cast<uint32_t>(now) * kRowLanes + distance) & mask) + lane] = cell;
    }
  };

  /// For latencies of at most `max_latency` cycles. A cell is read and emptied in its cycle, before
  /// anything is posted for the cycle that takes its place.
  DueCells(Cycle max_latency, unsigned lanes)
      : mask_((uint32_t{1} << clog2(max_latency + 2)) - 1),
        groups_((lanes + kRowLanes - 1) / kRowLanes),
        rows_(size_t{groups_} * (mask_ + 1)) {}
  DueCells(const DueCells&) = delete;
  DueCells& operator=(const DueCells&) = delete;

  Post post(unsigned lane, uint32_t latency = 0) {
    return {&rows_[size_t{lane / kRowLanes} * (mask_ + 1)].cells[lane % kRowLanes],
            mask_ * kRowLanes, latency * kRowLanes};
  }

  /// Calls `visit(lane, cell)` for the full cells of that cycle, by lane, and empties them.
  template <class Visit>
  [[gnu::always_inline]] void take(Cycle at, Visit&& visit) {
    const size_t stride = size_t{mask_} + 1;
    Row* row = &rows_[at & mask_];
    for (unsigned first = 0, left = groups_; left != 0; first += kLanesAtOnce) {
      const unsigned groups = left < kGroupsAtOnce ? left : kGroupsAtOnce;
      left -= groups;
      alignas(32) Cell taken[kLanesAtOnce];
      uint64_t full = 0;
      for (unsigned lane = 0; lane < groups * kRowLanes; lane += kRowLanes, row += stride) {
        full |= uint64_t{take_row(*row, taken + lane)} << lane;
      }
      for (; full != 0; full &= full - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctzll(full));
        visit(first + lane, taken[lane]);
      }
    }
  }

  /// The same by rows: `visit(lane, cells, full)`, where `lane` is that of cells[0], bit i of
  /// `full` tells that cells[i] is, and the others are 0. Rows without a full cell are but looked
  /// at.
  template <class Visit>
  [[gnu::always_inline]] void take_rows(Cycle at, Visit&& visit) {
    const size_t stride = size_t{mask_} + 1;
    Row* row = &rows_[at & mask_];
    for (unsigned first = 0; first < groups_ * kRowLanes; first += kRowLanes, row += stride) {
      const uint32_t full = full_cells(*row);
      if (full == 0) continue;
      visit(first, row->cells, full);
      *row = Row{};
    }
  }

  /// Calls `visit(lane, cell)` for the full cells of a cycle, which stay.
  template <class Visit>
  void for_each(Cycle at, Visit&& visit) const {
    for (unsigned group = 0; group < groups_; ++group) {
      const Row& cells = row(group, at);
      for (uint32_t full = full_cells(cells); full != 0; full &= full - 1) {
        const unsigned i = static_cast<unsigned>(__builtin_ctz(full));
        visit(group * kRowLanes + i, cells.cells[i]);
      }
    }
  }
  void list_state(StateLines& lines) const { lines.add_all(rows_); }
  void fetch(Cycle at) const {
    for (unsigned group = 0; group < groups_; ++group) fetch_line(&row(group, at));
  }
  /// A cell of a cycle to come; it stays.
  Cell at(Cycle cycle, unsigned lane) const {
    return row(lane / kRowLanes, cycle).cells[lane % kRowLanes];
  }
  /// Cycles until a cell's place is another cycle's.
  Cycle cycles() const { return mask_ + 1; }

  /// Calls `visit(lane, cell)` for all full cells.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (size_t r = 0; r < rows_.size(); ++r) {
      for (unsigned i = 0; i < kRowLanes; ++i) {
        const Cell cell = rows_[r].cells[i];
        if ((cell & kFull) != 0) {
          visit(static_cast<unsigned>(r / (mask_ + 1)) * kRowLanes + i, cell);
        }
      }
    }
  }

 private:
  static constexpr unsigned kGroupsAtOnce = kLanesAtOnce / kRowLanes;
  struct alignas(32) Row {
    Cell cells[kRowLanes];
  };
#ifdef __SSE2__
  static uint32_t take_half(Row& row, Cell* taken, unsigned first) {
    auto* const place = reinterpret_cast<__m128i*>(row.cells + first);
    const __m128i cells = _mm_load_si128(place);
    _mm_store_si128(reinterpret_cast<__m128i*>(taken + first), cells);
    _mm_store_si128(place, _mm_setzero_si128());
    const int full =
        sizeof(Cell) == 1 ? _mm_movemask_epi8(cells) : _mm_movemask_ps(_mm_castsi128_ps(cells));
    return static_cast<uint32_t>(full) << first;
  }
#endif
  /// Bit i: cell i is full.
  static uint32_t full_cells(const Row& row) {
#ifdef __AVX2__
    const __m256i cells = _mm256_load_si256(reinterpret_cast<const __m256i*>(row.cells));
    if (sizeof(Cell) == 1) return static_cast<uint32_t>(_mm256_movemask_epi8(cells));
    if (sizeof(Cell) == 4) {
      return static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(cells)));
    }
#endif
    uint32_t full = 0;
    for (unsigned i = 0; i < kRowLanes; ++i) full |= uint32_t{(row.cells[i] & kFull) != 0} << i;
    return full;
  }
  /// Moves a row to `taken`; bit i: cell i is full.
  static uint32_t take_row(Row& row, Cell* taken) {
#ifdef __AVX2__
    const __m256i cells = _mm256_load_si256(reinterpret_cast<const __m256i*>(row.cells));
    _mm256_store_si256(reinterpret_cast<__m256i*>(taken), cells);
    _mm256_store_si256(reinterpret_cast<__m256i*>(row.cells), _mm256_setzero_si256());
    if (sizeof(Cell) == 1) return static_cast<uint32_t>(_mm256_movemask_epi8(cells));
    if (sizeof(Cell) == 4) {
      return static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(cells)));
    }
#elif defined(__SSE2__)
    if (sizeof(Cell) == 1 || sizeof(Cell) == 4) {
      return take_half(row, taken, 0) | take_half(row, taken, kRowLanes / 2);
    }
#endif
    uint32_t full = 0;
    for (unsigned i = 0; i < kRowLanes; ++i) {
      full |= uint32_t{(row.cells[i] & kFull) != 0} << i;
      taken[i] = row.cells[i];
      row.cells[i] = 0;
    }
    return full;
  }

  const Row& row(unsigned group, Cycle at) const {
    return rows_[group * (size_t{mask_} + 1) + (at & mask_)];
  }
  uint32_t mask_;
  unsigned groups_;
  std::vector<Row> rows_;
};

/// Cells that there are few of: a byte for each cycle tells whether its rows are to be looked at,
/// so that those of most cycles stay out of the receiver's cache.
template <class Cell>
class RareCells {
 public:
  using Cells = DueCells<Cell>;

  struct Post {
    typename Cells::Post cells;
    uint8_t* due = nullptr;  ///< of cycle 0
    Cycle latency() const { return cells.latency(); }
    void operator()(Cycle now, Cell cell, unsigned lane = 0) const {
      cells(now, cell, lane);
      // Senders of several threads may tell of the same cycle.
      __atomic_store_n(&due[cells.place(now)], uint8_t{1}, __ATOMIC_RELAXED);
    }
    /// Asks for the lines that a cell of that cycle goes to.
    void fetch(Cycle at) const {
      cells.fetch(at);
      fetch_line(due + cells.place(at));
    }
  };

  RareCells(Cycle max_latency, unsigned lanes)
      : cells_(max_latency, lanes), due_(cells_.cycles(), 0) {}
  Post post(unsigned lane, uint32_t latency) { return {cells_.post(lane, latency), due_.data()}; }
  /// False: there is no cell for that cycle. True: there is, and it is about to be taken.
  bool due(Cycle at) {
    uint8_t& due = due_[at & (due_.size() - 1)];
    if (due == 0) return false;
    due = 0;
    return true;
  }
  // For FetchAhead.
  /// A few cycles' cells are looked at in every tick, of many those that are due.
  void list_state(StateLines& lines) const {
    lines.add_all(due_);
    if (cells_.cycles() <= kFewCycles) cells_.list_state(lines);
  }
  void fetch(Cycle at) const {
    if (is_due(at)) cells_.fetch(at);
  }
  /// Calls `visit(lane, cell)` for the cells of a cycle to come, which stay.
  template <class Visit>
  void for_each(Cycle at, Visit&& visit) const {
    if (is_due(at)) cells_.for_each(at, visit);
  }
  /// The cells of a cycle that is due().
  Cells& cells() { return cells_; }
  const Cells& cells() const { return cells_; }

 private:
  static constexpr Cycle kFewCycles = 8;
  bool is_due(Cycle at) const { return due_[at & (due_.size() - 1)] != 0; }
  Cells cells_;
  std::vector<uint8_t> due_;
};

}  // namespace chokepoint
