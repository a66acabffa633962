// SPDX-License-Identifier: Apache-2.0
// Runs scripts/plot_area_sweep.py with Debian's Python, without a shell.
#include "sim/cli/area_plot.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "sim/common/source_tree.h"

extern char** environ;

namespace chokepoint::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPython = "/usr/bin/python3";  // Debian's, which has Debian's matplotlib
constexpr const char* kScript = "scripts/plot_area_sweep.py";
constexpr int kNoMatplotlib = 3;  // the script's exit code for it

volatile sig_atomic_t stop = 0;
volatile sig_atomic_t child = 0;

extern "C" void on_stop(int) {
  stop = 1;
  if (child > 0) ::kill(child, SIGTERM);  // it removes what it has not finished
}

/// Starts the script with its standard output in `out`; 0 or an errno.
int start(const std::string& script, const std::string& json, int out, pid_t& pid) {
  std::array<std::string, 3> words = {kPython, script, json};
  std::array<char*, 4> argv = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  sigset_t stops, before, inside, defaults;
  sigemptyset(&stops);
  sigaddset(&stops, SIGINT);
  sigaddset(&stops, SIGTERM);
  sigprocmask(SIG_BLOCK, &stops, &before);  // no signal between the start and knowing whom to stop
  inside = before;
  sigaddset(&inside, SIGINT);  // Ctrl-C reaches the script through us, once
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGTERM);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setsigmask(&attributes, &inside);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  const int error =
      stop ? EINTR : ::posix_spawn(&pid, kPython, &actions, &attributes, argv.data(), environ);
  if (error == 0) child = pid;
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  sigprocmask(SIG_SETMASK, &before, nullptr);
  return error;
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> buffer;
  for (;;) {
    const ssize_t got = ::read(file, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer.data(), static_cast<size_t>(got));
  }
}

}  // namespace

void catch_stop_signals() {
  struct sigaction action = {};
  action.sa_handler = on_stop;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

bool stop_requested() {
  return stop != 0;
}

DrawResult draw_sweep(const std::string& sweep_json) {
  const std::string script = in_source_tree(kScript);
  std::error_code ignored;
  if (!fs::exists(script, ignored)) {
    return {0, "",
            fmt::format("no pictures: {} is not there (was the source tree moved?); run "
                        "{} from the tree on {}",
                        script, kScript, sweep_json)};
  }
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    return {4, "", fmt::format("no pictures: {}", std::strerror(errno))};
  }
  pid_t pid = 0;
  const int error = start(script, sweep_json, ends[1], pid);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    if (stop) return {130, "", ""};
    return {0, "",
            fmt::format("no pictures: {}: {}; apt-get install python3 python3-matplotlib, "
                        "then {} {} {}",
                        kPython, std::strerror(error), kPython, script, sweep_json)};
  }
  const std::string said = read_all(ends[0]);
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  child = 0;
  if (stop) return {130, said, ""};
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {0, said, ""};
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNoMatplotlib) {
    return {0, "",
            fmt::format("no pictures: matplotlib is missing; apt-get install "
                        "python3-matplotlib, then {} {} {}",
                        kPython, script, sweep_json)};
  }
  return {4, said,
          fmt::format("pictures failed: {} {} {} ended with {}", kPython, script, sweep_json,
                      WIFEXITED(status) ? fmt::format("exit code {}", WEXITSTATUS(status))
                                        : fmt::format("signal {}", WTERMSIG(status)))};
}

}  // namespace chokepoint::cli
