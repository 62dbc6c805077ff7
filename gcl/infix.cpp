// SPDX-License-Identifier: Apache-2.0
#include "gcl/infix.h"

#include <array>

namespace pawl::gcl {
namespace {

using Table = std::array<Infix, tok_count>;

Infix& at(Table& table, Tok tok) { return table[static_cast<std::size_t>(tok)]; }

bool is_of_reals(const KindInfo& kind) {
  return kind.signature == Signature::Reals || kind.signature == Signature::RealOrder;
}

Table make_table() {
  Table table;
  for (const KindInfo& kind : all_kinds()) {
    if (kind.form != Form::Infix) continue;
    for (std::size_t tok = 0; tok < tok_count; ++tok) {
      if (spelling(static_cast<Tok>(tok)) != kind.symbol) continue;
      Infix& entry = table[tok];
      (is_of_reals(kind) ? entry.reals : entry.plain) = kind.kind;
      entry.level = kind.level;
      entry.is_chain = kind.more == KindInfo::More::Yes;
    }
  }
  at(table, Tok::NotEqual) = at(table, Tok::Equal);
  at(table, Tok::Greater) = at(table, Tok::Less);
  at(table, Tok::GreaterEqual) = at(table, Tok::LessEqual);
  return table;
}

}  // namespace

const Infix* find_infix(Tok tok) {
  static const Table table = make_table();
  const Infix& entry = table[static_cast<std::size_t>(tok)];
  return entry.plain || entry.reals ? &entry : nullptr;
}

}  // namespace pawl::gcl
