// SPDX-License-Identifier: Apache-2.0
//
// Octagons and polyhedra of the Parma Polyhedra Library. Both have exact rational bounds: the
// library's rounding mode, which it sets for all of the program, is of no use to them and is put
// back.
#define PPL_NO_AUTOMATIC_INITIALIZATION
#include <gmpxx.h>

#include <algorithm>
#include <ppl.hh>

#include "dataflow/lattice.h"
#include "dataflow/lattices/shape.h"

namespace pawl::dataflow {
namespace {

namespace ppl = Parma_Polyhedra_Library;
using gcl::Integer;

using Polyhedron = ppl::C_Polyhedron;
using Octagon = ppl::Octagonal_Shape<mpq_class>;

/// Units of the library's own count. A loop over ten variables takes a small part of it.
constexpr unsigned long work_limit = 40'000'000;

void initialize() {
  static const bool done = [] {
    ppl::initialize();
    ppl::restore_pre_PPL_rounding();
    return true;
  }();
  (void)done;
}

mpz_class to_library(const Integer& value) {
  if (const auto small = value.to_int64()) return mpz_class(static_cast<long>(*small));
  return mpz_class(value.to_string());
}
Integer from_library(const mpz_class& value) {
  if (value.fits_slong_p()) return Integer(std::int64_t{value.get_si()});
  return Integer(std::string_view(value.get_str()));
}

ppl::Linear_Expression to_library(const LinearForm& form) {
  ppl::Linear_Expression result(to_library(form.constant));
  for (const auto& [dimension, factor] : form.terms) {
    result += to_library(factor) * ppl::Variable(dimension);
  }
  return result;
}

ppl::Constraint to_library(const LinearConstraint& one) {
  const ppl::Linear_Expression form = to_library(one.form);
  return one.equality ? form == 0 : form >= 0;
}

/// What the library wants to know of a renaming of dimensions.
class Renaming {
 public:
  explicit Renaming(const std::vector<std::optional<std::size_t>>& to) : to_(to) {}
  bool has_empty_codomain() const {
    return std::ranges::none_of(to_, [](const auto& one) { return one.has_value(); });
  }
  ppl::dimension_type max_in_codomain() const {
    ppl::dimension_type most = 0;
    for (const auto& one : to_) most = std::max<ppl::dimension_type>(most, one.value_or(0));
    return most;
  }
  bool maps(ppl::dimension_type from, ppl::dimension_type& to) const {
    if (!to_[from]) return false;
    to = *to_[from];
    return true;
  }

 private:
  const std::vector<std::optional<std::size_t>>& to_;
};

void widen_set(Polyhedron& later, const Polyhedron& before, const ppl::Constraint_System& keep) {
  later.limited_H79_extrapolation_assign(before, keep);
}
void widen_set(Octagon& later, const Octagon& before, const ppl::Constraint_System& keep) {
  later.limited_BHMZ05_extrapolation_assign(before, keep);
}

template <class Set>
class LibraryShape final : public Shape {
 public:
  LibraryShape() : set_(0, ppl::UNIVERSE) {}

  std::unique_ptr<Shape> clone() const override { return std::make_unique<LibraryShape>(*this); }
  std::size_t dimensions() const override { return set_.space_dimension(); }
  bool is_empty() const override { return set_.is_empty(); }
  bool constrains(std::size_t i) const override { return set_.constrains(ppl::Variable(i)); }
  bool contains(const Shape& other) const override { return set_.contains(of(other)); }
  void meet(const LinearConstraint& one) override { set_.refine_with_constraint(to_library(one)); }
  void join(const Shape& other) override { set_.upper_bound_assign(of(other)); }
  void widen(const Shape& before, const std::vector<LinearConstraint>& keep) override {
    ppl::Constraint_System system;
    for (const LinearConstraint& one : keep) system.insert(to_library(one));
    widen_set(set_, of(before), system);
  }
  void assign(std::size_t dimension, const LinearForm& value) override {
    set_.affine_image(ppl::Variable(dimension), to_library(value));
  }
  void forget(std::size_t dimension) override { set_.unconstrain(ppl::Variable(dimension)); }
  void add_dimension() override { set_.add_space_dimensions_and_embed(1); }
  void rearrange(const std::vector<std::optional<std::size_t>>& to) override {
    set_.map_space_dimensions(Renaming(to));
  }

  std::optional<Integer> maximum(const LinearForm& form) const override {
    mpz_class numerator;
    mpz_class denominator;
    bool reached = false;
    if (!set_.maximize(to_library(form), numerator, denominator, reached)) return std::nullopt;
    mpz_class floor;
    mpz_fdiv_q(floor.get_mpz_t(), numerator.get_mpz_t(), denominator.get_mpz_t());
    return from_library(floor);
  }

  std::vector<LinearConstraint> constraints() const override {
    std::vector<LinearConstraint> result;
    const ppl::Constraint_System system = set_.minimized_constraints();
    for (const ppl::Constraint& one : system) {
      LinearConstraint& found = result.emplace_back();
      found.equality = one.is_equality();
      found.form.constant = from_library(mpz_class(one.inhomogeneous_term()));
      for (ppl::dimension_type i = 0; i < one.space_dimension(); ++i) {
        const mpz_class factor(one.coefficient(ppl::Variable(i)));
        if (factor != 0) found.form.terms.emplace_back(i, from_library(factor));
      }
    }
    return result;
  }

 private:
  static const Set& of(const Shape& other) { return static_cast<const LibraryShape&>(other).set_; }

  Set set_;
};

}  // namespace

bool has_shapes() { return true; }

std::unique_ptr<Shape> make_shape(ShapeKind kind) {
  initialize();
  if (kind == ShapeKind::Octagon) return std::make_unique<LibraryShape<Octagon>>();
  return std::make_unique<LibraryShape<Polyhedron>>();
}

using Weight = ppl::Threshold_Watcher<ppl::Weightwatch_Traits>;

struct ShapeLimit::Watch {
  Weight weight{ppl::Weightwatch_Traits::compute_delta(work_limit, 0),
                [] { throw TooExpensive{}; }};
};

ShapeLimit::ShapeLimit() {
  initialize();
  watch_ = std::make_unique<Watch>();
}
ShapeLimit::~ShapeLimit() = default;

}  // namespace pawl::dataflow
