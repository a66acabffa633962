// SPDX-License-Identifier: Apache-2.0
// Makes, lists and resets the watched folder.
#include "tb/fuzz/sandbox.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace chokepoint::fuzz {

namespace fs = std::filesystem;

Sandbox::Sandbox(Files files) : files_(std::move(files)) {
  std::error_code ignored;
  const fs::path memory = "/dev/shm";
  const fs::path base = ::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
  std::string name = (base / "chokepoint_fuzz_XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
  folder_ = name;
  for (const auto& [file, content] : files_) write(file, content);
}

Sandbox::~Sandbox() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Sandbox::write(const std::string& name, const std::string& content) const {
  std::ofstream(path(name), std::ios::binary) << content;
}

Sandbox::Files Sandbox::content() const {
  Files result;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    const std::string name = entry.path().lexically_relative(folder_).string();
    if (entry.is_directory()) {
      result[name + "/"];
      continue;
    }
    std::ifstream in(entry.path(), std::ios::binary);
    result[name].assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  }
  return result;
}

void Sandbox::reset() const {
  for (const auto& entry : fs::directory_iterator(folder_)) fs::remove_all(entry.path());
  for (const auto& [file, content] : files_) write(file, content);
}

}  // namespace chokepoint::fuzz
