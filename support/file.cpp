// SPDX-License-Identifier: Apache-2.0
#include "support/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "support/interrupt.h"

namespace pawl {
namespace {

/// Closes on the way out; release() hands the descriptor to a close whose result counts.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

std::string reason(int error) {
  std::string text = std::generic_category().message(error);
  if (!text.empty() && text.front() >= 'A' && text.front() <= 'Z') text.front() += 'a' - 'A';
  return text;
}

void report(Diagnostics& diagnostics, const char* what, const std::string& name,
            const std::string& why, std::string hint = {}) {
  diagnostics.error({}, std::string(what) + " '" + name + "': " + why, std::move(hint));
}

/// 0 when all bytes were accepted, else errno. An interrupt does not cut an output short.
int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

/// Writes and makes sure: some file systems tell of a full disk only when they must flush.
int write_and_close(Descriptor& file, std::string_view text) {
  if (const int error = write_all(file.get(), text); error != 0) return error;
  // EINVAL, EROFS and ENOTSUP: a pipe or a device, where there is nothing to flush.
  if (::fsync(file.get()) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP) {
    return errno;
  }
  return ::close(file.release()) != 0 && errno != EINTR ? errno : 0;
}

int write_in_place(const std::string& path, std::string_view text) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.get() < 0) return errno;
  return write_and_close(file, text);
}

/// The permissions the file would have had without the detour.
mode_t final_mode(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) return status.st_mode & 07777;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

int replace(const std::string& path, std::string_view text) {
  // Beside the target, since a rename does not cross file systems.
  std::string temporary = std::filesystem::path(path).replace_filename(".pawl-XXXXXX").string();
  Descriptor file(::mkostemp(temporary.data(), O_CLOEXEC));
  if (file.get() < 0) return errno;
  int error = ::fchmod(file.get(), final_mode(path)) == 0 ? 0 : errno;
  if (error == 0) error = write_and_close(file, text);
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

int write_to(const std::string& path, std::string_view text) {
  if (path == "-") return write_all(STDOUT_FILENO, text);
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return EISDIR;
    if (!S_ISREG(status.st_mode)) return write_in_place(path, text);
    if (::access(path.c_str(), W_OK) != 0) return errno;
  }
  // Through a symbolic link to its target, so that the link survives.
  std::error_code ignored;
  const std::filesystem::path target = std::filesystem::weakly_canonical(path, ignored);
  return replace(ignored ? path : target.string(), text);
}

}  // namespace

std::string display_name(const std::string& path) { return path == "-" ? "<stdin>" : path; }

Result<std::string> read_file(const std::string& path, Diagnostics& diagnostics,
                              std::size_t limit) {
  const std::string name = display_name(path);
  const auto fail = [&](const std::string& why, std::string hint = {}) -> Failed {
    report(diagnostics, "cannot read", name, why, std::move(hint));
    return failed;
  };
  const auto too_large = [&] {
    return fail("larger than the limit of " + std::to_string(limit) + " bytes");
  };

  const bool from_stdin = path == "-";
  const Descriptor file(from_stdin ? ::dup(STDIN_FILENO)
                                   : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) {
    return fail(reason(errno), from_stdin ? "" : "'-' reads from standard input");
  }
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) return fail(reason(errno));
  if (S_ISDIR(status.st_mode)) return fail("it is a directory", "give a file inside it");

  std::string text;
  if (S_ISREG(status.st_mode) && status.st_size > 0) {
    if (static_cast<std::size_t>(status.st_size) > limit) return too_large();
    text.reserve(static_cast<std::size_t>(status.st_size) + 1);
  }
  // The size is a hint only: the loop also reads pipes, and files that grow while we read.
  constexpr std::size_t chunk = std::size_t{64} << 10;
  for (std::size_t size = 0;;) {
    // One byte more than allowed tells a file of exactly `limit` bytes from a larger one.
    const std::size_t wanted = limit - size < chunk ? limit - size + 1 : chunk;
    text.resize(size + wanted);
    const ssize_t count = ::read(file.get(), text.data() + size, wanted);
    if (count < 0 && errno == EINTR && !interrupt_requested()) continue;
    if (count < 0) return fail(reason(errno));
    size += static_cast<std::size_t>(count);
    if (size > limit) return too_large();
    text.resize(size);
    if (count == 0) return text;
  }
}

WriteOutcome write_file(const std::string& path, std::string_view text, Diagnostics& diagnostics) {
  const int error = write_to(path, text);
  if (error == 0) return WriteOutcome::Written;
  report(diagnostics, "cannot write", path == "-" ? "<stdout>" : path,
         error == EISDIR ? "it is a directory" : reason(error));
  return WriteOutcome::NotWritten;
}

}  // namespace pawl
