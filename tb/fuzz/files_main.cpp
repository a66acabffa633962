// SPDX-License-Identifier: Apache-2.0
// Feeds files to a fuzz target, with any compiler: tb_fuzz TARGET FILE_OR_FOLDER...
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "sim/common/printable.h"
#include "tb/fuzz/check.h"
#include "tb/fuzz/target.h"

namespace {

/// Whether the target had nothing to say.
bool passes(const chokepoint::fuzz::Target& target, const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    std::printf("FAIL %s: cannot be read\n", file.c_str());
    return false;
  }
  const std::string input{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  try {
    target(input);
    return true;
  } catch (const chokepoint::fuzz::Finding& finding) {
    std::printf("FAIL %s: %s\n", file.c_str(), chokepoint::printable(finding.what).c_str());
  } catch (const std::exception& error) {
    std::printf("FAIL %s: uncaught: %s\n", file.c_str(), error.what());
  }
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  const auto& targets = chokepoint::fuzz::targets();
  const auto found = argc < 3 ? targets.end() : targets.find(argv[1]);
  if (found == targets.end()) {
    std::fprintf(stderr, "usage: tb_fuzz TARGET FILE_OR_FOLDER...\ntargets:");
    for (const auto& entry : targets) std::fprintf(stderr, " %s", entry.first.c_str());
    std::fprintf(stderr, "\n");
    return 2;
  }
  std::vector<std::string> files;
  for (int i = 2; i < argc; ++i) {
    const std::string name = fs::absolute(argv[i]).string();  // a target may change the folder
    if (!fs::is_directory(name)) {
      files.push_back(name);
      continue;
    }
    for (const auto& entry : fs::directory_iterator(name)) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  size_t failed = 0;
  for (const std::string& file : files) failed += passes(found->second, file) ? 0 : 1;
  std::printf("%s: %zu inputs, %zu failed\n", argv[1], files.size(), failed);
  return failed == 0 && !files.empty() ? 0 : 1;
}
