// SPDX-License-Identifier: Apache-2.0
//
// GCL names as identifiers of other languages: readable, and different names stay different. A name
// is changed only where the language does not allow it. Names that writers make up themselves
// (helper functions, map types) are none that a GCL name can become.
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>

namespace pawl::emit {

class Names {
 public:
  virtual ~Names() = default;
  virtual std::string operator()(std::string_view gcl_name) const = 0;
};

/// `x@entry` is `x^entry`, `type` is `type.k`. A made-up name has a dot: `gcl.equal.1`.
class BoogieNames final : public Names {
 public:
  std::string operator()(std::string_view gcl_name) const override;
};

/// `x@in` is `x?a_in`, `i$2` is `i?d_2`, `method` is `method?k`. Made up: `get?1`.
class DafnyNames final : public Names {
 public:
  std::string operator()(std::string_view gcl_name) const override;
};

/// `x@in` is `x__a_in`, `i$2` is `i__d_2`, `N` is `_N`, `ref` is `ref__k`, `a__b` is `a__u_b`.
/// Made up: `get__1`.
class Why3Names final : public Names {
 public:
  std::string operator()(std::string_view gcl_name) const override;
};

}  // namespace pawl::emit
