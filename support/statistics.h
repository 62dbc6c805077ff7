// SPDX-License-Identifier: Apache-2.0
// Numbers about a run, under keys "folder.name" (and "folder.name.detail"). A registry is an
// object that is passed along, never a global: each worker has its own, and they are merged.
// Counters and maxima are as reproducible as the run; times are not, so they have their own keys
// (ending in ".seconds") and a comparison of two runs can leave them out.
#pragma once

#include <chrono>
#include <cstdint>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pawl {

/// Not thread-safe.
class Statistics {
 public:
  using Clock = std::chrono::steady_clock;
  /// A count, or seconds.
  using Value = std::variant<std::uint64_t, double>;
  struct Entry {
    std::string key;
    Value value;
  };

  /// Zero when new. The reference stays valid as long as the registry.
  std::uint64_t& counter(std::string_view key);
  void add(std::string_view key, std::uint64_t amount = 1) { counter(key) += amount; }
  /// Keeps the largest value ever recorded.
  void record_maximum(std::string_view key, std::uint64_t value);
  /// One more call that took `elapsed`. Shown as "<key>.calls" and "<key>.seconds".
  void add_time(std::string_view key, Clock::duration elapsed);

  /// Adds counters and times, takes the larger of maxima.
  void merge(const Statistics& other);

  bool empty() const { return counters_.empty() && maxima_.empty() && timers_.empty(); }
  /// Everything, ordered by key.
  std::vector<Entry> entries() const;

 private:
  struct Timer {
    std::uint64_t calls = 0;
    Clock::duration total{};
  };
  template <class T>
  using Table = std::map<std::string, T, std::less<>>;

  Table<std::uint64_t> counters_;
  Table<std::uint64_t> maxima_;
  Table<Timer> timers_;
};

/// Adds the time from construction to destruction to `key`.
class ScopedTimer {
 public:
  ScopedTimer(Statistics& statistics, std::string_view key)
      : statistics_(statistics), key_(key), start_(Statistics::Clock::now()) {}
  ~ScopedTimer() { statistics_.add_time(key_, Statistics::Clock::now() - start_); }
  ScopedTimer(const ScopedTimer&) = delete;
  ScopedTimer& operator=(const ScopedTimer&) = delete;

 private:
  Statistics& statistics_;
  std::string key_;
  Statistics::Clock::time_point start_;
};

/// A count as it is, seconds with three decimals and a point whatever the locale.
std::string to_string(const Statistics::Value& value);

/// One line per entry, keys to the left, values to the right, ordered by key.
void print_table(std::ostream& out, const Statistics& statistics);

}  // namespace pawl
