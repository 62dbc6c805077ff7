// SPDX-License-Identifier: Apache-2.0
#include "support/log.h"

#include <algorithm>
#include <atomic>
#include <iostream>

namespace pawl {
namespace {

std::atomic<LogLevel> current_level{LogLevel::Warning};

const char* mark(LogLevel level) {
  switch (level) {
    case LogLevel::Error: return "error: ";
    case LogLevel::Warning: return "warning: ";
    case LogLevel::Info:
    case LogLevel::Debug: return "";
  }
  return "";
}

}  // namespace

void set_log_level(LogLevel level) { current_level.store(level, std::memory_order_relaxed); }

bool log_enabled(LogLevel level) { return level <= current_level.load(std::memory_order_relaxed); }

void log(LogLevel level, std::string_view folder, std::string_view message) {
  if (!log_enabled(level)) return;
  // One insertion for all lines: two workers' messages do not mix within a line.
  std::string text;
  for (std::size_t begin = 0; begin <= message.size();) {
    const std::size_t end = std::min(message.find('\n', begin), message.size());
    text.append("[").append(folder).append("] ").append(mark(level));
    text.append(message.substr(begin, end - begin)).append("\n");
    begin = end + 1;
  }
  std::cerr << text << std::flush;
}

}  // namespace pawl
