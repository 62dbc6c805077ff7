// SPDX-License-Identifier: Apache-2.0
//
// What there is where the library of octagons and polyhedra was not found.
#include "dataflow/lattices/shape.h"
#include "support/assert.h"

namespace pawl::dataflow {

bool has_shapes() { return false; }

std::unique_ptr<Shape> make_shape(ShapeKind) { PAWL_UNREACHABLE("built without shapes"); }

struct ShapeLimit::Watch {};
ShapeLimit::ShapeLimit() = default;
ShapeLimit::~ShapeLimit() = default;

}  // namespace pawl::dataflow
