// SPDX-License-Identifier: Apache-2.0
#include "frontends/c/lower/values.h"

namespace pawl::frontend::c {

using gcl::Expr;

std::string suffix(Part part) {
  if (part == Part::Value) return "";
  if (part == Part::Object) return "$obj";
  if (part == Part::Offset) return "$off";
  return "$off" + std::to_string(static_cast<unsigned>(part));
}

std::vector<Expr*> parts_of(Expr& value) { return {&value}; }

std::vector<Expr*> parts_of(Pointer& value) {
  std::vector<Expr*> parts = {&value.object, &value.offset};
  for (Expr& index : value.outer) parts.push_back(&index);
  return parts;
}

std::vector<Expr*> parts_of(Location& value) {
  std::vector<Expr*> parts = {&value.object};
  for (Expr& index : value.indices) parts.push_back(&index);
  return parts;
}

std::vector<Expr*> parts_of(std::vector<Expr>& values) {
  std::vector<Expr*> parts;
  for (Expr& value : values) parts.push_back(&value);
  return parts;
}

}  // namespace pawl::frontend::c
