// SPDX-License-Identifier: Apache-2.0
// Libraries of variants: built once however many processes ask, again when what they were made from
// changed, and never without a word about what is wrong. The build command is a shell script here;
// scripts/test_add_variant.py has the real one.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "sim/common/interrupt.h"
#include "sim/engine/variant_library.h"

namespace chokepoint::test {
namespace {

namespace fs = std::filesystem;

class VariantBuilding : public ::testing::Test {
 protected:
  VariantBuilding() {
    std::string name = (fs::temp_directory_path() / "chokepoint_variants_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error(name + ": cannot be made");
    folder_ = name;
    write("CMakeCache.txt", "");
    write("unit.sv", "module unit; endmodule");
    // Logs the targets it is asked for, takes its time, and builds what MARK says.
    write("build.sh",
          "cd " + folder_ +
              "\necho \"$@\" >>calls\nsleep 0.3\nmkdir -p variants\nfor t in \"$@\"; do\n"
              "  n=${t#variant_}\n  [ $n = broken ] && { echo no such port; exit 1; }\n"
              "  mkdir -p verilated/$n\n  echo \"x: " +
              folder_ +
              "/unit.sv\" >verilated/$n/unity.d\n"
              "  echo \"code $(cat mark) code\" >variants/$n.so\ndone\n");
    write("mark", "interface 1");
  }
  ~VariantBuilding() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
  }
  std::string calls() const {
    std::ifstream in(folder_ + "/calls");
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
  VariantStore store() const { return {folder_, {"sh", folder_ + "/build.sh"}}; }
  static std::string message_of(VariantStore store, const VariantSource& variant) {
    try {
      store.library(variant);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  std::string folder_;
  VariantSource a_{"a", "interface 1", 1}, b_{"b", "interface 1", 1};
};

TEST_F(VariantBuilding, TwoProcessesBuildOneVariantOnce) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) ::_exit(message_of(store(), a_).empty() && store().serves(a_) ? 0 : 1);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << "a process did not get its library";
  }
  EXPECT_EQ(calls(), "variant_a\n");
}

TEST_F(VariantBuilding, WhatIsWantedIsBuiltAtOnce) {
  VariantStore together = store();
  together.want(a_);
  EXPECT_EQ(calls(), "") << "wanting builds nothing";
  EXPECT_EQ(together.library(b_), folder_ + "/variants/b.so");
  EXPECT_EQ(calls(), "variant_a variant_b\n");
  together.library(a_);
  EXPECT_EQ(calls(), "variant_a variant_b\n");
}

TEST_F(VariantBuilding, AgainWhenTheRtlChanged) {
  store().library(a_);
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  write("unit.sv", "module unit; wire changed; endmodule");
  EXPECT_FALSE(store().serves(a_));
  store().library(a_);
  EXPECT_EQ(calls(), "variant_a\nvariant_a\n");
  EXPECT_TRUE(store().serves(a_));
}

TEST_F(VariantBuilding, AgainWhenTheInterfaceChanged) {
  store().library(a_);
  write("mark", "interface 2");
  a_.mark = "interface 2";
  EXPECT_FALSE(store().serves(a_));
  store().library(a_);
  EXPECT_EQ(calls(), "variant_a\nvariant_a\n");
}

TEST_F(VariantBuilding, AProgramOlderThanItsSourcesIsTold) {
  write("mark", "interface 2");
  EXPECT_NE(message_of(store(), a_).find("the sources changed after the program was built"),
            std::string::npos);
}

TEST_F(VariantBuilding, WithoutABuildFolderTheMessageNamesIt) {
  fs::remove(folder_ + "/CMakeCache.txt");
  const std::string text = message_of(store(), a_);
  EXPECT_NE(text.find("the build folder " + folder_ + " is gone"), std::string::npos) << text;
  EXPECT_EQ(calls(), "");
}

TEST_F(VariantBuilding, AFailureShowsTheEndOfTheLog) {
  const std::string text = message_of(store(), {"broken", "interface 1", 1});
  EXPECT_NE(text.find("RTL variant broken: does not build"), std::string::npos) << text;
  EXPECT_NE(text.find("no such port"), std::string::npos) << text;
  EXPECT_NE(text.find(folder_ + "/variants/build.log"), std::string::npos) << text;
}

/// Sets `interrupted` as the program's handler of signals does, some time after it was made.
class InterruptSoon {
 public:
  InterruptSoon()
      : thread_([] {
          std::this_thread::sleep_for(std::chrono::milliseconds(200));
          interrupted = true;
        }) {}
  ~InterruptSoon() {
    thread_.join();
    interrupted = false;
  }

 private:
  std::thread thread_;
};

// The command would take half a minute; it goes too.
TEST_F(VariantBuilding, CtrlCEndsABuild) {
  write("build.sh", "cd " + folder_ + "\necho $$ >process\nexec sleep 30\n");
  VariantStore store = this->store();
  const auto start = std::chrono::steady_clock::now();
  const InterruptSoon soon;
  EXPECT_THROW(store.library(a_), InterruptedError);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
  pid_t command = 0;
  std::ifstream(folder_ + "/process") >> command;
  ASSERT_GT(command, 0);
  EXPECT_NE(::kill(command, 0), 0) << "the command goes on";
}

// At a terminal the command is told as well, and ends by itself: that is no failure to build.
TEST_F(VariantBuilding, ACommandThatEndsWithCtrlCDoesNotFail) {
  write("build.sh", "kill -INT $PPID\nexit 2\n");
  const auto before = std::signal(SIGINT, [](int) { interrupted = true; });
  EXPECT_THROW(store().library(a_), InterruptedError);
  std::signal(SIGINT, before);
  interrupted = false;
}

TEST_F(VariantBuilding, CtrlCEndsTheWaitForAnotherProcess) {
  const int file = ::open((folder_ + "/variants.lock").c_str(), O_RDWR | O_CREAT, 0666);
  ASSERT_EQ(::flock(file, LOCK_EX), 0);
  VariantStore store = this->store();
  const InterruptSoon soon;
  EXPECT_THROW(store.library(a_), InterruptedError);
  ::close(file);
  EXPECT_EQ(calls(), "");
}

}  // namespace
}  // namespace chokepoint::test
