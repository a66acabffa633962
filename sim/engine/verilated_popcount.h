// SPDX-License-Identifier: Apache-2.0
// Put before every Verilated file: $countones becomes the processor's instruction. Verilator's own
// function takes some 25 operations for 64 bits, and picking a random requester counts often.
#pragma once

#include <verilated.h>

#define VL_COUNTONES_I(value) static_cast<IData>(__builtin_popcount(value))
#define VL_COUNTONES_Q(value) static_cast<IData>(__builtin_popcountll(value))
