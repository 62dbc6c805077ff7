// SPDX-License-Identifier: Apache-2.0
#include "emit/identity.h"

#include <charconv>
#include <cstdint>
#include <ctime>

#include "support/sha256.h"

namespace pawl::emit {

std::string uuid_of(std::string_view content) {
  std::string hex = sha256_hex(content).substr(0, 32);
  hex[12] = '5';                  // version
  hex[16] = "89ab"[hex[16] % 4];  // variant
  return hex.substr(0, 8) + "-" + hex.substr(8, 4) + "-" + hex.substr(12, 4) + "-" +
         hex.substr(16, 4) + "-" + hex.substr(20);
}

std::string time_text(std::string_view epoch_text) {
  std::int64_t seconds = 0;
  const auto [end, error] =
      std::from_chars(epoch_text.data(), epoch_text.data() + epoch_text.size(), seconds);
  // Four digits for the year: larger numbers are no time anybody means.
  constexpr std::int64_t end_of_year_9999 = 253402300799;
  if (error != std::errc() || end != epoch_text.data() + epoch_text.size() || seconds < 0 ||
      seconds > end_of_year_9999) {
    seconds = 0;
  }
  const std::time_t time = seconds;
  std::tm utc{};
  ::gmtime_r(&time, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace pawl::emit
