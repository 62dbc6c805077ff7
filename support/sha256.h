// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), for naming inputs in results and witnesses and for telling files apart.
// Not for secrets: nothing here is constant-time by intent.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace pawl {

class Sha256 {
 public:
  void update(std::string_view bytes);
  /// 64 lower-case hex digits of all bytes so far; more may follow.
  std::string hex() const;

 private:
  void compress(const unsigned char* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> pending_{};
  std::uint64_t length_ = 0;  // in bytes; the first length_ % 64 bytes of pending_ wait
};

std::string sha256_hex(std::string_view bytes);

}  // namespace pawl
