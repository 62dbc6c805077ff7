// SPDX-License-Identifier: Apache-2.0
#include "support/file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

namespace fs = std::filesystem;
using pawl::Diagnostics;
using pawl::read_file;
using pawl::Result;
using pawl::write_file;
using pawl::WriteOutcome;

namespace {

class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string name = (fs::temp_directory_path() / "pawl-file-test-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  std::string operator/(const char* name) const { return (path_ / name).string(); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), {}));
  }

 private:
  fs::path path_;
};

void put(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string error_of_reading(const std::string& path,
                             std::size_t limit = pawl::default_file_limit) {
  Diagnostics diagnostics;
  const Result<std::string> result = read_file(path, diagnostics, limit);
  CHECK_FALSE(result.ok());
  REQUIRE(diagnostics.error_count() == 1);
  return diagnostics.all().front().message;
}

std::string error_of_writing(const std::string& path, std::string_view text) {
  Diagnostics diagnostics;
  CHECK(write_file(path, text, diagnostics) == WriteOutcome::NotWritten);
  REQUIRE(diagnostics.error_count() == 1);
  return diagnostics.all().front().message;
}

}  // namespace

TEST_CASE("what is written is read back", "[support][file]") {
  const TemporaryDirectory directory;
  std::string binary;
  for (int i = 0; i < 300'000; ++i) binary += static_cast<char>(i * 7);
  for (const std::string& text : {std::string(), std::string("a\0b\r\n", 5), binary}) {
    Diagnostics diagnostics;
    REQUIRE(write_file(directory / "f", text, diagnostics) == WriteOutcome::Written);
    const Result<std::string> read = read_file(directory / "f", diagnostics);
    REQUIRE(read.ok());
    CHECK(*read == text);
    CHECK(diagnostics.all().empty());
    CHECK(directory.entries() == 1);  // no temporary file is left
  }
}

TEST_CASE("errors of reading name the file and the reason", "[support][file]") {
  const TemporaryDirectory directory;
  const std::string missing = directory / "missing";
  CHECK(error_of_reading(missing) == "cannot read '" + missing + "': no such file or directory");
  const std::string inner = directory / "";
  CHECK(error_of_reading(inner) == "cannot read '" + inner + "': it is a directory");
  CHECK_THAT(error_of_reading(""), Catch::StartsWith("cannot read ''"));
}

TEST_CASE("the size limit is exact and holds for endless devices", "[support][file]") {
  const TemporaryDirectory directory;
  put(directory / "f", std::string(100, 'x'));
  Diagnostics diagnostics;
  CHECK(read_file(directory / "f", diagnostics, 100).ok());
  CHECK(read_file(directory / "f", diagnostics, static_cast<std::size_t>(-1)).ok());
  CHECK_THAT(error_of_reading(directory / "f", 99),
             Catch::EndsWith("larger than the limit of 99 bytes"));
  CHECK_THAT(error_of_reading("/dev/zero", 200'000),
             Catch::EndsWith("larger than the limit of 200000 bytes"));
}

TEST_CASE("a dash reads standard input", "[support][file]") {
  const TemporaryDirectory directory;
  put(directory / "f", "from stdin");
  const int saved = dup(STDIN_FILENO);
  REQUIRE(freopen((directory / "f").c_str(), "r", stdin) != nullptr);
  Diagnostics diagnostics;
  const Result<std::string> read = read_file("-", diagnostics);
  dup2(saved, STDIN_FILENO);
  close(saved);
  REQUIRE(read.ok());
  CHECK(*read == "from stdin");
  CHECK(pawl::display_name("-") == "<stdin>");
  CHECK(pawl::display_name("f.gcl") == "f.gcl");
}

TEST_CASE("a full disk is noticed", "[support][file]") {
  CHECK(error_of_writing("/dev/full", "text") ==
        "cannot write '/dev/full': no space left on device");
}

TEST_CASE("a write that fails changes nothing", "[support][file]") {
  const TemporaryDirectory directory;
  const std::string nowhere = directory / "no/such/f";
  CHECK(error_of_writing(nowhere, "text") ==
        "cannot write '" + nowhere + "': no such file or directory");
  fs::create_directory(directory / "d");
  CHECK_THAT(error_of_writing(directory / "d", "text"), Catch::EndsWith("it is a directory"));
  CHECK(directory.entries() == 1);
}

TEST_CASE("replacing keeps permissions and symbolic links", "[support][file]") {
  const TemporaryDirectory directory;
  put(directory / "target", "old");
  REQUIRE(chmod((directory / "target").c_str(), 0640) == 0);
  fs::create_symlink("target", directory / "link");
  Diagnostics diagnostics;
  REQUIRE(write_file(directory / "link", "new", diagnostics) == WriteOutcome::Written);
  CHECK(fs::is_symlink(directory / "link"));
  CHECK(*read_file(directory / "target", diagnostics) == "new");
  struct stat status {};
  REQUIRE(stat((directory / "target").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
}

TEST_CASE("a device is written in place", "[support][file]") {
  Diagnostics diagnostics;
  CHECK(write_file("/dev/null", "text", diagnostics) == WriteOutcome::Written);
  CHECK(fs::is_character_file("/dev/null"));
}
