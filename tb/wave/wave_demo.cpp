// SPDX-License-Identifier: Apache-2.0
// Writes the toy network's waveform and view: wave_demo OUT.fst FROM TO
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "sim/wave/wave_writer.h"
#include "tb/wave/toy_network.h"

int main(int argc, char** argv) try {
  if (argc != 4) {
    std::fprintf(stderr, "usage: wave_demo OUT.fst FROM TO\n");
    return 2;
  }
  const chokepoint::Cycle from = std::strtoull(argv[2], nullptr, 10);
  const chokepoint::Cycle to = std::strtoull(argv[3], nullptr, 10);
  chokepoint::ToyNetwork network;
  chokepoint::WaveSignals signals;
  network.describe(signals);
  chokepoint::WaveWriter writer(std::move(signals), argv[1], from, to);
  for (chokepoint::Cycle t = 0; t <= to; ++t) {
    network.step(t);
    writer.sample(t);
  }
  return writer.finish() ? 0 : 1;
} catch (const std::exception& error) {
  std::fprintf(stderr, "wave_demo: %s\n", error.what());
  return 1;
}
