// SPDX-License-Identifier: Apache-2.0
// What a mechanism may see of a router.
#pragma once

#include "sim/network/context.h"
#include "sim/units/cbcm/request_matrix.h"

namespace chokepoint {

class RouterState {
 public:
  RouterState(NetworkContext& context, RouterId id)
      : context_(context), id_(id), radix_(context.topology.radix()) {}

  RouterId id() const { return id_; }
  unsigned radix() const { return radix_; }
  NetworkContext& context() const { return context_; }

  /// From now on the router keeps `matrix` up to date: one bit per head packet that requests an
  /// output, at bit output * `vcs` + VC of its input's lane, VCs from `vcs` on left out. Before
  /// allocation it shows the requests of the cycle; it is changed after the mechanism's end_cycle.
  void track_requests(RequestMatrix* matrix, unsigned vcs, RequestScope scope) {
    requests_ = matrix;
    request_vcs_ = vcs;
    request_scope_ = scope;
  }

 protected:
  NetworkContext& context_;
  RouterId id_;
  unsigned radix_;
  RequestMatrix* requests_ = nullptr;
  unsigned request_vcs_ = 0;
  RequestScope request_scope_ = RequestScope::kWaiting;
};

}  // namespace chokepoint
