// SPDX-License-Identifier: Apache-2.0
// The heap lies on large pages once it was asked for, and serves as before.
#include "sim/common/huge_pages.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace chokepoint::test {
namespace {

/// The kernel's flags of the mapping that an address lies in.
std::string flags_at(uintptr_t address) {
  std::ifstream maps("/proc/self/smaps");
  bool inside = false;
  for (std::string line; std::getline(maps, line);) {
    uintptr_t first = 0, last = 0;
    char dash = 0;
    std::istringstream range(line);
    if (range >> std::hex >> first >> dash >> last && dash == '-') {
      inside = first <= address && address < last;
    }
    if (inside && line.rfind("VmFlags:", 0) == 0) return line + " ";
  }
  return "";
}

TEST(HugePages, TheHeapLiesOnThem) {
  const auto before = reinterpret_cast<uintptr_t>(sbrk(0));
  prefer_huge_pages();
  const auto after = reinterpret_cast<uintptr_t>(sbrk(0));
  if (after != before) {  // not where a sanitizer has a heap of its own
    EXPECT_GE(after - before, uintptr_t{256} << 20);
    // A kernel may have been built without them.
    if (std::ifstream("/sys/kernel/mm/transparent_hugepage/enabled").good()) {
      const std::string flags = flags_at(after - (uintptr_t{64} << 20));
      EXPECT_NE(flags.find(" hg "), std::string::npos) << flags;
    }
  }
  std::vector<std::vector<int>> blocks;
  for (int i = 0; i < 2000; ++i) blocks.emplace_back(static_cast<size_t>(1 + i * 7 % 5000), i);
  for (int i = 0; i < 2000; ++i) {
    ASSERT_EQ(blocks[static_cast<size_t>(i)].back(), i);
  }
}

}  // namespace
}  // namespace chokepoint::test
