// SPDX-License-Identifier: Apache-2.0
// Entry of test binaries without SystemC.
#include "tb/common/test_options.h"

int main(int argc, char** argv) { return chokepoint::test::run_tests(argc, argv); }
