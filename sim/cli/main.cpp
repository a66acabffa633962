// SPDX-License-Identifier: Apache-2.0
// Entry of the program `chokepoint`.
#include "sim/cli/program.h"
#include "sim/common/huge_pages.h"

/// libsystemc refers to it; the kernel is entered from run_network() instead.
extern "C" int sc_main(int, char*[]) {
  return 0;
}

int main(int argc, char** argv) {
  chokepoint::prefer_huge_pages();
  return chokepoint::cli::run_program(argc, argv, chokepoint::run_network);
}
