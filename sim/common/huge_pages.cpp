// SPDX-License-Identifier: Apache-2.0
// Large pages for the heap, where Linux and the GNU C library are there.
#include "sim/common/huge_pages.h"

#include <cstdint>
#include <cstdlib>

#if defined(__linux__) && defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace chokepoint {

void prefer_huge_pages() {
#if defined(__linux__) && defined(__GLIBC__)
  constexpr int kBytes = 256 << 20;
  constexpr uintptr_t kPage = 2 << 20;
  const auto before = reinterpret_cast<uintptr_t>(sbrk(0));
  if (mallopt(M_TOP_PAD, kBytes) == 0) return;
  mallopt(M_TRIM_THRESHOLD, 2 * kBytes);  // what has been got is not given back at once
  // For a block that there is no room for the heap grows.
  mallopt(M_MMAP_THRESHOLD, 16 << 20);
  void* volatile block = std::malloc(mallinfo2().fordblks + 1);  // not to be left out
  const auto after = reinterpret_cast<uintptr_t>(sbrk(0));
  std::free(block);
  mallopt(M_MMAP_THRESHOLD, 128 << 10);  // as they are by themselves
  mallopt(M_TOP_PAD, 128 << 10);
  const uintptr_t first = (before + kPage - 1) & ~(kPage - 1), last = after & ~(kPage - 1);
  // Another allocator's memory is not there: nothing has grown.
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#endif
}

}  // namespace chokepoint
