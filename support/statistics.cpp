// SPDX-License-Identifier: Apache-2.0
#include "support/statistics.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ostream>

#include "support/assert.h"
#include "support/overloaded.h"

namespace pawl {
namespace {

/// The entry of `key`, made when there is none; a copy of the key only then.
template <class Table>
auto& entry(Table& table, std::string_view key) {
  auto at = table.lower_bound(key);
  if (at == table.end() || at->first != key) at = table.try_emplace(at, std::string(key));
  return at->second;
}

double seconds(Statistics::Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

}  // namespace

std::uint64_t& Statistics::counter(std::string_view key) { return entry(counters_, key); }

void Statistics::record_maximum(std::string_view key, std::uint64_t value) {
  std::uint64_t& maximum = entry(maxima_, key);
  maximum = std::max(maximum, value);
}

void Statistics::add_time(std::string_view key, Clock::duration elapsed) {
  Timer& timer = entry(timers_, key);
  ++timer.calls;
  timer.total += elapsed;
}

void Statistics::merge(const Statistics& other) {
  for (const auto& [key, count] : other.counters_) add(key, count);
  for (const auto& [key, value] : other.maxima_) record_maximum(key, value);
  for (const auto& [key, timer] : other.timers_) {
    Timer& mine = entry(timers_, key);
    mine.calls += timer.calls;
    mine.total += timer.total;
  }
}

std::vector<Statistics::Entry> Statistics::entries() const {
  std::vector<Entry> all;
  all.reserve(counters_.size() + maxima_.size() + 2 * timers_.size());
  for (const auto& [key, count] : counters_) all.push_back({key, count});
  for (const auto& [key, value] : maxima_) all.push_back({key, value});
  for (const auto& [key, timer] : timers_) {
    all.push_back({key + ".calls", timer.calls});
    all.push_back({key + ".seconds", seconds(timer.total)});
  }
  // Stable: should one key be both a counter and a maximum, the counter stays first.
  std::stable_sort(all.begin(), all.end(),
                   [](const Entry& a, const Entry& b) { return a.key < b.key; });
  return all;
}

std::string to_string(const Statistics::Value& value) {
  return std::visit(overloaded{[](std::uint64_t count) { return std::to_string(count); },
                               [](double time) {
                                 std::array<char, 64> text{};
                                 const auto end =
                                     std::to_chars(text.data(), text.data() + text.size(), time,
                                                   std::chars_format::fixed, 3);
                                 PAWL_ASSERT(end.ec == std::errc(), "a time should fit 64 digits");
                                 return std::string(text.data(), end.ptr);
                               }},
                    value);
}

void print_table(std::ostream& out, const Statistics& statistics) {
  const std::vector<Statistics::Entry> entries = statistics.entries();
  std::size_t key_width = 0;
  std::size_t value_width = 0;
  for (const auto& [key, value] : entries) {
    key_width = std::max(key_width, key.size());
    value_width = std::max(value_width, to_string(value).size());
  }
  for (const auto& [key, value] : entries) {
    const std::string text = to_string(value);
    out << key << std::string(key_width - key.size() + 2 + value_width - text.size(), ' ') << text
        << '\n';
  }
}

}  // namespace pawl
