// SPDX-License-Identifier: Apache-2.0
#include "gcl/copy_node.h"

#include "gcl/kind_info.h"
#include "support/assert.h"

namespace pawl::gcl {
namespace {

Expr number(Context& context, Expr original) {
  if (original.is(Kind::IntConst)) return context.int_const(std::string_view(original.text()));
  if (original.is(Kind::RealConst)) return context.real_const(original.text());
  return context.bitvec_const(original.text(), original.sort().width());
}

}  // namespace

Expr copy_node(Context& context, Expr original, NodeParts parts) {
  const Kind kind = original.kind();
  switch (info(kind).payload) {
    case Payload::None: return context.make(kind, parts.args);
    case Payload::Number: return number(context, original);
    case Payload::Variable:
      return kind == Kind::Var ? context.var(original.name(), parts.sort)
                               : context.bound_var(original.name(), parts.sort);
    case Payload::Function: return context.make_apply(original.name(), parts.sort, parts.args);
    case Payload::Sort:
      return kind == Kind::ConstMap ? context.make_const_map(parts.sort, parts.args[0])
                                    : context.make_int_to_bv(parts.sort.width(), parts.args[0]);
    case Payload::Indices:
      return kind == Kind::BvExtract
                 ? context.make_extract(original.indices()[0], original.indices()[1], parts.args[0])
                 : context.make_extend(kind, original.indices()[0], parts.args[0]);
    case Payload::Binder:
      return context.make_quantifier(kind, parts.bound, std::move(parts.triggers), parts.args[0]);
  }
  PAWL_UNREACHABLE("every payload should be listed");
}

}  // namespace pawl::gcl
