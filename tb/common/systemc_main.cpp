// SPDX-License-Identifier: Apache-2.0
// Entry of test binaries that link SystemC, whose library has main() and calls this.
#include <systemc>

#include "tb/common/test_options.h"

int sc_main(int argc, char** argv) { return chokepoint::test::run_tests(argc, argv); }
