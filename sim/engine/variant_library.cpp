// SPDX-License-Identifier: Apache-2.0
#include "sim/engine/variant_library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>
#include <thread>

#include "sim/common/interrupt.h"
#include "sim/common/source_tree.h"

namespace chokepoint {

namespace fs = std::filesystem;

namespace {

constexpr auto kSayAgain = std::chrono::seconds(15);  // a line each on standard error
constexpr auto kLook = std::chrono::milliseconds(50);   // whether it is over

void say(const std::string& text) {
  fmt::print(stderr, "chokepoint: {}\n", text);
}

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The lock of a build folder. What a builder starts inherits it (no O_CLOEXEC): should the builder be
/// killed, the next one waits for the end of that too.
class Lock {
 public:
  explicit Lock(const std::string& path)
      : file_(::open(path.c_str(), O_RDWR | O_CREAT, 0666)) {}
  ~Lock() {
    if (file_ >= 0) ::close(file_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  /// `how`: LOCK_SH or LOCK_EX. Without a file (a folder that cannot be written) nobody can build.
  void take(int how) {
    if (file_ < 0 || ::flock(file_, how | LOCK_NB) == 0) return;
    say("waiting for another process that builds RTL variants");
    while (::flock(file_, how | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR)) {
      if (interrupted) throw InterruptedError("interrupted while another process built RTL variants");
      std::this_thread::sleep_for(kLook);
    }
  }

 private:
  int file_;
};

/// Exit code of a command, its output in `log`; -1: it did not start or was ended by a signal. Ctrl-C
/// at a terminal reaches the command too; a signal to this process alone is handed on.
int run(const std::vector<std::string>& words, const std::string& log) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);
  pid_t child = 0;
  const int failed =
      ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  const auto start = std::chrono::steady_clock::now();
  auto next = start + kSayAgain;
  int status = 0;
  bool told = false;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    std::this_thread::sleep_for(kLook);
    if (interrupted && !told) {  // the command may take its time to end
      ::kill(child, SIGTERM);
      told = true;
    }
    const auto now = std::chrono::steady_clock::now();
    if (now < next) continue;
    say(fmt::format("still building, {} s",
                    std::chrono::duration_cast<std::chrono::seconds>(now - start).count()));
    next += kSayAgain;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Files named in a dependency file, without its target.
std::vector<std::string> dependencies(const std::string& path) {
  std::ifstream in(path);
  std::vector<std::string> result;
  std::string word;
  in >> word;  // the target and its colon
  while (in >> word)
    if (word != "\\") result.push_back(word);
  return result;
}

std::string last_lines(const std::string& text, int lines) {
  std::size_t at = text.size();
  while (lines-- > 0 && at != std::string::npos && at > 0) at = text.rfind('\n', at - 1);
  return at == std::string::npos || at == 0 ? text : text.substr(at + 1);
}

}  // namespace

std::string VariantStore::path(const VariantSource& variant) const {
  return folder_ + "/variants/" + variant.name + ".so";
}

bool VariantStore::serves(const VariantSource& variant) const {
  std::error_code error;
  const auto built = fs::last_write_time(path(variant), error);
  if (error || content(path(variant)).find(variant.mark) == std::string::npos) return false;
  const auto files = dependencies(folder_ + "/verilated/" + variant.name + "/unity.d");
  return !files.empty() && std::all_of(files.begin(), files.end(), [&](const std::string& file) {
    const auto changed = fs::last_write_time(file, error);
    return !error && changed <= built;
  });
}

void VariantStore::want(const VariantSource& variant) {
  for (const auto& other : wanted_)
    if (other.name == variant.name) return;
  wanted_.push_back(variant);
}

std::string VariantStore::library(const VariantSource& variant) {
  want(variant);
  Lock lock(folder_ + "/variants.lock");
  lock.take(LOCK_SH);
  if (!serves(variant)) {
    lock.take(LOCK_EX);  // gives the shared one up, so that another process may have built it now
    std::vector<VariantSource> missing;
    for (const auto& one : wanted_)
      if (!serves(one)) missing.push_back(one);
    if (!missing.empty()) build(missing);
  }
  wanted_.clear();
  return path(variant);
}

void VariantStore::build(const std::vector<VariantSource>& variants) const {
  std::vector<std::string> command = command_, names;
  unsigned seconds = 0;
  for (const auto& variant : variants) {
    names.push_back(variant.name);
    command.push_back("variant_" + variant.name);
    seconds += variant.seconds;
  }
  const std::string what = fmt::format("RTL variant{} {}", names.size() == 1 ? "" : "s",
                                       fmt::join(names, ", "));
  if (!fs::exists(folder_ + "/CMakeCache.txt"))
    throw InputError(what + ": not built, and the build folder " + folder_ +
                     " is gone or cannot build: build the program again (make build), or use the "
                     "engine `model`");
  say(fmt::format("building the {} in {}, once (about {} s)", what, folder_, seconds));
  const std::string log = folder_ + "/variants/build.log";
  std::error_code error;
  fs::create_directories(folder_ + "/variants", error);
  const auto start = std::chrono::steady_clock::now();
  const int code = run(command, log);
  if (interrupted)
    throw InterruptedError(
        fmt::format("interrupted while building the {}; nothing was simulated", what));
  if (code != 0)
    throw InputError(fmt::format("{}: does not build ({}); the whole log: {}\n{}", what,
                                 fmt::join(command, " "), log, last_lines(content(log), 12)));
  for (const auto& variant : variants)
    if (!serves(variant))
      throw InputError("RTL variant " + variant.name +
                       ": the sources changed after the program was built; build it again (make "
                       "build)");
  say(fmt::format("built in {} s", std::chrono::duration_cast<std::chrono::seconds>(
                                       std::chrono::steady_clock::now() - start)
                                       .count()));
}

VariantStore& variant_store() {
  static VariantStore store(
      build_folder(),
      {"cmake", "--build", build_folder(), "-j",
       std::to_string(std::max(1u, std::thread::hardware_concurrency())), "--target"});
  return store;
}

const void* load_variant(const VariantSource& variant) {
  static std::map<std::string, const void*> loaded;
  const auto found = loaded.find(variant.name);
  if (found != loaded.end()) return found->second;
  const std::string path = variant_store().library(variant);
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  const void* entry = library == nullptr ? nullptr : ::dlsym(library, "chokepoint_variant");
  if (entry == nullptr)
    throw InputError(fmt::format("{}: {}; remove it, it is built again", path, ::dlerror()));
  return loaded[variant.name] = entry;
}

}  // namespace chokepoint
