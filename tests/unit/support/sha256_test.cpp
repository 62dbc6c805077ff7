// SPDX-License-Identifier: Apache-2.0
#include "support/sha256.h"

#include <catch2/catch.hpp>

using pawl::Sha256;
using pawl::sha256_hex;

TEST_CASE("the examples of FIPS 180-4", "[support][sha256]") {
  CHECK(sha256_hex("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_hex("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_hex("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256_hex(std::string(1'000'000, 'a')) ==
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("how the bytes arrive does not matter", "[support][sha256]") {
  // Every length around the block boundaries, where the padding changes shape.
  for (std::size_t length = 0; length <= 130; ++length) {
    const std::string text(length, 'x');
    Sha256 pieces;
    for (const char c : text) pieces.update(std::string_view(&c, 1));
    CHECK(pieces.hex() == sha256_hex(text));
    CHECK(pieces.hex() == pieces.hex());
  }
}

TEST_CASE("bytes above 127 and zeros count", "[support][sha256]") {
  CHECK(sha256_hex(std::string(1, '\0')) ==
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
  CHECK(sha256_hex("\xff") == "a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89");
}
