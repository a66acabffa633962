// SPDX-License-Identifier: Apache-2.0
// The sender's end of what mostly goes on as it is: cells are told only where something else
// follows than the receiver expects.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "sim/channel/due_cells.h"

namespace chokepoint {

/// A port sends at most one cell a cycle. With each the receiver learns what to expect in every
/// cycle from the next one on, so of a run of them it is told the first, and where it ends.
template <class Cell>
class Runs {
 public:
  using Post = typename RareCells<Cell>::Post;
  static constexpr Cell kNothing = 0;  ///< which no cell is

  /// `pause` tells the receiver that nothing comes any more.
  explicit Runs(Cell pause) : pause_(pause) {}
  void connect(unsigned port, const Post& post) {
    if (posts_.size() <= port) posts_.resize(port + 1);
    posts_[port] = post;
  }
  /// In this cycle; the receiver expects `next` in those after it, or kNothing.
  void send(Cycle now, unsigned port, Cell cell, Cell next) {
    const uint64_t bit = uint64_t{1} << port;
    sent_ |= bit;
    if (cell == expected_[port]) return;
    posts_[port](now, cell);
    expected_[port] = next;
    running_ = next == kNothing ? running_ & ~bit : running_ | bit;
  }
  /// Something has been sent in this cycle.
  bool sent(unsigned port) const { return (sent_ >> port & 1) != 0; }
  /// From cycle `from` on, the next one, the port is one of `streams` with this cell.
  void begin_stream(Cycle from, unsigned port, Cell cell) {
    if (cell == expected_[port]) return;
    posts_[port](from, cell);
    expected_[port] = cell;
    running_ |= uint64_t{1} << port;
  }
  /// All of the cycle has been sent; ports in `streams` send another cell as expected without being
  /// asked to. In every cycle while any() holds, or there are streams.
  void end_cycle(Cycle now, uint64_t streams) {
    uint64_t paused = running_ & ~(sent_ | streams);
    sent_ = 0;
    running_ &= ~paused;
    for (; paused != 0; paused &= paused - 1) {
      const unsigned port = static_cast<unsigned>(__builtin_ctzll(paused));
      expected_[port] = kNothing;
      posts_[port](now, pause_);
    }
  }
  /// Some receiver expects something.
  bool any() const { return running_ != 0; }
  Cell expected(unsigned port) const { return expected_[port]; }
  const Post& post(unsigned port) const { return posts_[port]; }
  /// For FetchAhead, and where the receiver is told of what is sent in a cycle to come.
  void fetch(unsigned port, Cycle at) const { posts_[port].fetch(at); }
  void list_state(StateLines& lines) const {
    lines.add_all(posts_);
    lines.leave_out_from(expected_, posts_.size());
  }

 private:
  uint64_t running_ = 0, sent_ = 0;  ///< ports
  std::array<Cell, 64> expected_{};
  Cell pause_;
  std::vector<Post> posts_;
};

}  // namespace chokepoint
