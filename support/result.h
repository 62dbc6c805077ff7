// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <utility>

#include "support/assert.h"

namespace pawl {

/// `return failed;` from a function that returns a Result. The reasons are in the Diagnostics
/// the function was given: a failure there may have many, each with its own place.
struct Failed {};
inline constexpr Failed failed{};

/// A value, or the fact that the input gave none. For wrong or unsupported input only: "we do
/// not know" is a value of its own type, and a bug is an InternalError.
/// Reading the value of a failed result is a bug and throws.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  Result(Failed) {}                              // NOLINT(google-explicit-constructor)

  bool ok() const { return value_.has_value(); }
  explicit operator bool() const { return ok(); }

  T& value() & {
    check();
    return *value_;
  }
  const T& value() const& {
    check();
    return *value_;
  }
  T&& value() && {
    check();
    return *std::move(value_);
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  T value_or(T other) && { return ok() ? *std::move(value_) : std::move(other); }

 private:
  void check() const { PAWL_ASSERT(ok(), "a failed result should not be read"); }
  std::optional<T> value_;
};

}  // namespace pawl
