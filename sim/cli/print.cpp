// SPDX-License-Identifier: Apache-2.0
// Standard output that notices a full disk.
#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

#include "sim/cli/commands.h"

namespace chokepoint::cli {

void print(const std::string& text) {
  errno = 0;
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw std::runtime_error(fmt::format("standard output: {}", std::strerror(errno)));
  }
}

}  // namespace chokepoint::cli
