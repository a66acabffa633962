// SPDX-License-Identifier: Apache-2.0
// What is posted in every cycle until further notice: flits and credits of streams.
#pragma once

#include <array>
#include <cstdint>

#include "sim/network/due_cells.h"

namespace chokepoint {

/// By key, 0 to 63, a cell that goes the same way in every cycle. They stand together, `kAtOnce` are
/// posted at once, and places without one post to nobody: the loop's end hardly ever changes, so a
/// simulating processor need not guess it.
template <class Cell, unsigned kAtOnce>
class RepeatedPosts {
 public:
  using Post = typename DueCells<Cell>::Post;

  RepeatedPosts() { posts_.fill(nobody()); }
  RepeatedPosts(const RepeatedPosts&) = delete;
  RepeatedPosts& operator=(const RepeatedPosts&) = delete;

  /// From the next post_all() on. There is none with this key.
  void begin(unsigned key, const Post& post, Cell cell) {
    place_[key] = static_cast<uint8_t>(count_);
    Repeated& place = posts_[count_++];
    place.post = post;
    place.cell = cell;
    place.key = static_cast<uint8_t>(key);
  }
  void end(unsigned key) {
    const unsigned place = place_[key];
    posts_[place] = posts_[--count_];
    place_[posts_[place].key] = static_cast<uint8_t>(place);
    posts_[count_] = nobody();
  }
  void post_all(Cycle now) const {
    const Repeated* const end = &posts_[count_];
    for (const Repeated* repeated = posts_.data(); repeated < end; repeated += kAtOnce) {
#pragma GCC unroll 16
      for (unsigned k = 0; k < kAtOnce; ++k) repeated[k].post(now, repeated[k].cell);
    }
  }
  unsigned count() const { return count_; }

 private:
  struct Repeated {
    Post post;
    Cell cell = 0;
    uint8_t key = 0;
  };
  Repeated nobody() { return {{&nothing_, 0, 0}, 0, 0}; }

  std::array<Repeated, 64 + kAtOnce> posts_;
  std::array<uint8_t, 64> place_{};  ///< by key
  unsigned count_ = 0;
  Cell nothing_ = 0;
};

}  // namespace chokepoint
