// SPDX-License-Identifier: Apache-2.0
//
// Sets of points described by linear constraints: octagons [Mine06], convex polyhedra
// [CousotHalbwachs78], as the Parma Polyhedra Library has them [BagnaraHillZaffanella08]. The
// library stays behind this door; without it nothing can be made.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gcl/integer.h"

namespace pawl::dataflow {

/// constant + sum of factor * dimension.
struct LinearForm {
  std::vector<std::pair<std::size_t, gcl::Integer>> terms;  // by dimension; no factor is 0
  gcl::Integer constant;
};

struct LinearConstraint {
  LinearForm form;
  bool equality = false;  // form == 0; otherwise form >= 0
};

enum class ShapeKind { Octagon, Polyhedron };

class Shape {
 public:
  virtual ~Shape() = default;
  virtual std::unique_ptr<Shape> clone() const = 0;
  virtual std::size_t dimensions() const = 0;
  virtual bool is_empty() const = 0;
  virtual bool constrains(std::size_t dimension) const = 0;
  virtual bool contains(const Shape& other) const = 0;  // of the same dimensions
  virtual void meet(const LinearConstraint& constraint) = 0;
  virtual void join(const Shape& other) = 0;
  /// Of `before`, which is part of it; of `keep` stays what holds in both.
  virtual void widen(const Shape& before, const std::vector<LinearConstraint>& keep) = 0;
  virtual void assign(std::size_t dimension, const LinearForm& value) = 0;
  virtual void forget(std::size_t dimension) = 0;
  /// One more, at the end, about which nothing is known.
  virtual void add_dimension() = 0;
  /// Dimension i becomes to[i]; one that is not among them goes. `to` counts from 0 without gaps.
  virtual void rearrange(const std::vector<std::optional<std::size_t>>& to) = 0;
  /// Of integer points; nothing: there is none.
  virtual std::optional<gcl::Integer> maximum(const LinearForm& form) const = 0;
  /// None follows from the others.
  virtual std::vector<LinearConstraint> constraints() const = 0;

 protected:
  Shape() = default;
  Shape(const Shape&) = default;
  Shape& operator=(const Shape&) = default;
};

bool has_shapes();
/// All points of a space without dimensions. Pre: has_shapes().
std::unique_ptr<Shape> make_shape(ShapeKind kind);

/// While it lives, the work on shapes is counted, in units of the library; what is too much throws
/// TooExpensive (dataflow/lattice.h). Not nested.
class ShapeLimit {
 public:
  ShapeLimit();
  ~ShapeLimit();
  ShapeLimit(const ShapeLimit&) = delete;
  ShapeLimit& operator=(const ShapeLimit&) = delete;

 private:
  struct Watch;
  std::unique_ptr<Watch> watch_;
};

}  // namespace pawl::dataflow
