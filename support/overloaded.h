// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace pawl {

/// `std::visit(overloaded{[](const A&) {...}, [](const B&) {...}}, variant)`:
/// the compiler reports a forgotten case.
template <class... Fs>
struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
overloaded(Fs...) -> overloaded<Fs...>;

}  // namespace pawl
