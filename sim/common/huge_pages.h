// SPDX-License-Identifier: Apache-2.0
// Large pages for the heap.
#pragma once

namespace chokepoint {

/// Asks the kernel for pages of 2 MiB for what the heap grows by next, some hundred MiB: a
/// network's state lies on more pages of 4 KiB than a processor keeps in its tables. Only what is
/// touched counts. Call it before the network is made; it does nothing where that cannot be had.
void prefer_huge_pages();

}  // namespace chokepoint
