// SPDX-License-Identifier: Apache-2.0
// The rows of routers along which a side-band gathers: of a torus or mesh, or of a flattened
// butterfly.
#pragma once

#include <optional>
#include <vector>

#include "sim/common/types.h"
#include "sim/scenario/scenario.h"

namespace chokepoint::self_tuned {

/// Router numbers are coordinate 0 + k0 * (coordinate 1 + k1 * ...), as both topologies have them.
class Rows {
 public:
  enum class Way : uint8_t { kMinus, kPlus };

  /// InputError that starts with the key for a topology without rows, or one of more than 4
  /// dimensions.
  explicit Rows(const Scenario& scenario);

  unsigned dimensions() const { return static_cast<unsigned>(rows_.size()); }
  /// Routers of a row.
  unsigned length(unsigned dimension) const { return rows_[dimension].length; }
  /// The side-band joins a row's ends: those of a torus, and of a flattened butterfly, whose rows
  /// have no ends. A row of two is a line: nobody is to be counted twice.
  bool ring(unsigned dimension) const { return rows_[dimension].ring; }
  /// Empty: the row ends here.
  std::optional<RouterId> neighbour(RouterId router, unsigned dimension, Way way) const;
  /// Channels between routers, each direction for itself.
  uint64_t channels() const { return channels_; }

 private:
  struct Row {
    unsigned length, stride;
    bool ring;
  };
  std::vector<Row> rows_;
  uint64_t channels_ = 0;
};

}  // namespace chokepoint::self_tuned
