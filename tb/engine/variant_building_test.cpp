// SPDX-License-Identifier: Apache-2.0
// Libraries of variants: built once however many processes ask, again when what they were made from
// changed, and never without a word about what is wrong. The build command is a shell script here;
// scripts/test_add_variant.py has the real one.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

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

}  // namespace
}  // namespace chokepoint::test
