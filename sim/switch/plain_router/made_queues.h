// SPDX-License-Identifier: Apache-2.0
// Which queues a mechanism has made at the inputs, or at the outputs, of a router.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace chokepoint {

/// Their numbers follow those of the `usual` queues of a port. A freed one is used again.
class MadeQueues {
 public:
  using Fail = std::function<void(const std::string&)>;
  /// `side`: "input" or "output"; `most` at each of `ports`; `fail` throws CheckError.
  MadeQueues(std::string side, unsigned ports, unsigned usual, unsigned most, Fail fail)
      : side_(std::move(side)),
        usual_(usual),
        fail_(std::move(fail)),
        made_(ports, std::vector<bool>(most)) {}

  /// CheckError: there is no such port, or it has `most` already.
  unsigned make(unsigned port) {
    if (port >= made_.size()) {
      fail_(fmt::format("the mechanism makes a queue at {} {} of {}", side_, port, made_.size()));
    }
    std::vector<bool>& made = made_[port];
    const auto place = std::find(made.begin(), made.end(), false);
    if (place == made.end()) {
      fail_(fmt::format("the mechanism makes more than {} queues at {} {}", made.size(), side_,
                        port));
    }
    *place = true;
    return usual_ + static_cast<unsigned>(place - made.begin());
  }
  void free(unsigned port, unsigned queue) { made_[port][queue - usual_] = false; }
  unsigned ports() const { return static_cast<unsigned>(made_.size()); }
  bool has(unsigned port, unsigned queue) const {
    return port < made_.size() && queue >= usual_ && queue - usual_ < made_[port].size() &&
           made_[port][queue - usual_];
  }

 private:
  std::string side_;
  unsigned usual_;
  Fail fail_;
  std::vector<std::vector<bool>> made_;
};

}  // namespace chokepoint
