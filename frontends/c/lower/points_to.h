// SPDX-License-Identifier: Apache-2.0
//
// Which pointers may meet: unification-based [Steensgaard96], flow-insensitive, field-sensitive,
// over the whole file, to a fixpoint. It splits memory into classes of locations; each class
// becomes an IL variable or map of its own, so that a store into one leaves the others alone.
//
// Nodes are locations: a scalar (with what it points to, if it is a pointer), a struct with one
// node a field, an array with one node for all its elements, or flat memory. Memory that is seen in
// more than one way (a union, a struct through `char *`, two members of one struct that one pointer
// may lead to) is flat: a row of cells from where that part of its object starts, as in data
// structure analysis [LattnerAdve05]. A cell is a scalar if all that is accessed there is of one
// type, else a byte. What the analysis does not understand poisons what it may meet: no pointer
// that may lead there is followed.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "frontends/c/lower/call_graph.h"
#include "frontends/c/translation_unit.h"

namespace pawl::frontend::c {

using NodeId = std::size_t;

/// Something that has an address: a variable, what an allocation or a string makes, or what the
/// unknown world hands in.
struct Object {
  enum class Kind { Variable, Allocation, String, Outside };
  Kind kind = Kind::Variable;
  NodeId root = 0;
  std::string name;                          // for the names of IL variables
  const clang::VarDecl* variable = nullptr;  // Kind::Variable
  bool many = false;                         // stands for several objects at run time
};

/// Where the values of a class of scalars live.
struct Storage {
  std::string name;              // of a class of its own; otherwise `only` and the path to the part
  std::string path;              // "$field$field", below `only`
  bool by_object = false;        // the first key is the object
  std::size_t dimensions = 0;    // further keys: indices
  const Object* only = nullptr;  // the one variable it is part of; null: a class of its own
};

class PointsTo {
 public:
  explicit PointsTo(const TranslationUnit& unit, Diagnostics& diagnostics)
      : unit_(unit), diagnostics_(diagnostics) {}

  /// All constraints of the file. `open` are the functions that strangers may call. Errors are in
  /// the diagnostics.
  /// Those in `contracted` (canonical) are called by contract, also without a body.
  void analyse(const std::set<const clang::FunctionDecl*>& open,
               const std::set<const clang::FunctionDecl*>& contracted, const CallGraph& graph);
  /// Somebody besides the program takes its address. Before the analysis.
  void take_address(const clang::VarDecl* variable) {
    address_taken_.insert(variable->getCanonicalDecl());
  }
  /// Somebody besides the program counts through what it points to. Before the analysis.
  void index_pointee(const clang::VarDecl* variable) { counted_.insert(variable); }
  /// The classes of locations of this type.
  std::vector<NodeId> classes_of(clang::QualType type);

  NodeId variable(const clang::VarDecl* variable);
  /// The node an lvalue stands for, and what a pointer rvalue points to.
  NodeId location(const clang::Expr* lvalue);
  NodeId target(const clang::Expr* pointer);
  NodeId pointee(NodeId scalar);
  NodeId field(NodeId record, const clang::FieldDecl* field);
  NodeId element(NodeId array);
  NodeId result(const clang::FunctionDecl* function);
  NodeId allocation(const clang::Expr* site, clang::QualType type);
  /// The node its object was made with: what object_number wants.
  NodeId allocation_root(const clang::Expr* site) const { return allocations_.at(site); }
  bool is_allocation_site(const clang::Expr* site) const { return allocations_.contains(site); }
  /// May it run more than once in one activation of its function?
  bool is_repeated(const clang::Stmt* call) const { return repeated_.contains(call); }
  /// Local variables whose address is taken are new objects in every scope. Before the analysis.
  void renew_locals() { renews_locals_ = true; }

  /// Of the locations in the class; null if nobody said.
  clang::QualType type_of(NodeId node) { return nodes_[find(node)].type; }

  /// Is it a row of cells? Then pointers to it, and locations in it, have as their last index a
  /// number of cells from the start of the flat part of their object.
  bool is_flat(NodeId node) { return nodes_[find(node)].shape == Shape::Flat; }
  bool is_array(NodeId node) { return nodes_[find(node)].shape == Shape::Array; }
  /// The type of a cell of flat memory, and its size in bytes.
  clang::QualType unit(NodeId flat) { return nodes_[find(flat)].type; }
  std::int64_t unit_size(NodeId flat);
  /// Flat memory of bytes in which pointers stand.
  bool holds_pointers(NodeId flat) { return nodes_[find(flat)].holds_pointers; }
  /// Where in its object a location lies, in bytes: `base` plus each index times its stride. The
  /// same for all objects of the class; nullopt: it is not.
  struct Address {
    std::int64_t base = 0;
    std::vector<std::int64_t> strides;  // of the indices, the outermost first
  };
  std::optional<Address> address(NodeId node);
  /// Is a scalar of one type, stored, a value of the other (modulo the sign of integers)? Are
  /// arrays and structs laid out alike?
  bool agree(clang::QualType a, clang::QualType b) const;
  /// The objects that a pointer to `node` may lead into.
  std::set<std::size_t> objects_of(NodeId node);

  NodeId find(NodeId node);
  /// Is it an element of an array, or treated like one? Then the last index is its own.
  bool indexed(NodeId node) { return nodes_[find(node)].indexed; }
  /// How many indices lead to it, its own included: so many a pointer to it carries. The same for
  /// all in the class; who needs fewer has zeros before them.
  std::size_t rank(NodeId node);
  const Storage& storage(NodeId scalar);
  /// Why pointers to it cannot be followed; empty: they can.
  const std::string& conflict(NodeId node) { return nodes_[find(node)].conflict; }
  /// Can strangers have got at it?
  bool seen_outside(NodeId node) { return seen_.contains(find(node)); }
  bool has_outside() const { return !seen_.empty(); }
  /// Is `target` part of the object with this root?
  bool reaches(NodeId root, NodeId target);
  bool address_taken(const clang::VarDecl* variable) const {
    return address_taken_.contains(variable);
  }
  /// 1, 2, 3, ... for variables and strings; null for what has no fixed number.
  std::size_t object_number(NodeId root) const;
  const std::vector<Object>& objects() const { return objects_; }
  /// How many elements the rows have in which pointers into this object move, by their one index;
  /// 0: not known from the type. Empty: no pointer into it has an index.
  std::set<std::int64_t> extents(const Object& object);

 private:
  enum class Shape : std::uint8_t { Unknown, Scalar, Record, Array, Flat };
  struct Node {
    NodeId parent = 0;  // union-find
    Shape shape = Shape::Unknown;
    bool indexed = false;
    bool walked = false;   // pointers to it move
    clang::QualType type;  // canonical, unqualified; null while unknown; of flat memory: of a cell
    NodeId pointee = none;
    NodeId element = none;
    std::map<const clang::FieldDecl*, NodeId> fields;
    std::string conflict;                // why pointers to it cannot be followed; empty: they can
    std::vector<NodeId> containers;      // it is an element or a field of these
    std::set<std::uint64_t> lengths;     // of arrays; 0: not constant
    std::vector<clang::QualType> views;  // flat: the scalars that are accessed in it
    std::uint64_t granule = 0;           // flat: all offsets and sizes are multiples of it
    std::uint64_t largest = 0;           // flat: the size of the largest type it is seen as
    bool has_bits = false;               // flat: a bit-field is accessed
    bool holds_pointers = false;
  };
  struct Member {
    std::size_t object;
    std::string path;
    std::optional<Address> address = std::nullopt;
  };
  using TypeOrder = bool (*)(clang::QualType, clang::QualType);
  static constexpr NodeId none = static_cast<NodeId>(-1);

  NodeId fresh();
  void give_type(NodeId node, clang::QualType type, clang::SourceLocation where);
  void join(NodeId a, NodeId b);
  void copy(NodeId to, NodeId from);
  NodeId sketch(const clang::Expr* e);
  NodeId poisoned(const clang::Expr* e);
  void set(bool& flag);
  void make_indexed(NodeId node) { set(nodes_[find(node)].indexed); }
  void make_walked(NodeId node);
  void poison(NodeId node, const std::string& why);
  void shape_as(NodeId node, clang::QualType type, clang::SourceLocation where);
  void collapse(NodeId node);
  void see(NodeId flat, clang::QualType type);
  void see_offset(NodeId flat, std::uint64_t bytes);
  void see_leaves(NodeId flat, NodeId typed);
  void unite(NodeId into, NodeId from, std::vector<std::pair<NodeId, NodeId>>& work);
  void copy_flat(NodeId to, NodeId from);
  std::uint64_t size_of(clang::QualType type) const;
  void refuse(clang::SourceLocation where, const std::string& what);
  std::string describe(clang::SourceLocation where, const std::string& what) const;

  void find_repeated(const clang::Stmt* body);
  void note_address(const clang::Expr* lvalue);
  void constrain(const clang::Stmt* stmt);
  void constrain_program(const std::set<const clang::FunctionDecl*>& open);
  void constrain_call(const clang::CallExpr* call);
  void constrain_call(const clang::CallExpr* call, const clang::FunctionDecl* function);
  NodeId sub_location(const clang::Expr* lvalue);
  NodeId converted(const clang::CastExpr* cast);
  NodeId moved(const clang::Expr* base);
  NodeId called(const clang::CallExpr* call);
  void hand_out(const clang::CallExpr* call);
  void hand_out(const clang::Expr* value);
  void hand_out(NodeId value, clang::QualType type);
  void hand_out_variables(bool strangers_run);
  void constrain_assembly(const clang::GCCAsmStmt* assembly);
  bool in_reach_of_skipped(const clang::VarDecl* var) const;
  void repeat_variables();
  void collect_seen();
  void constrain_initialiser(NodeId node, clang::QualType type, const clang::Expr* value);
  void constrain_assignment(const clang::Expr* left, const clang::Expr* right);
  void open_function(const clang::FunctionDecl* function);
  void index_contract(const clang::FunctionDecl* function);
  void index_scalars(NodeId node);
  void close_outside();
  void follow_outside(NodeId node, std::set<NodeId>& seen);
  void meet_inside();
  bool meet_outside(NodeId node, clang::QualType type);
  bool meet_parts_outside(NodeId whole, clang::QualType declared, bool itself);
  clang::QualType unsigned_type(clang::QualType type) const;
  void add_outside_objects();
  void add_outside_object(NodeId root, const std::string& name, bool many);
  void add_command_line();
  void meet_parts(NodeId root);
  void flatten_containers();
  bool must_flatten(NodeId container, NodeId part);
  void decide_units();
  void decide_unit(NodeId flat);
  std::optional<Address> inside(const std::optional<Address>& whole, std::int64_t offset) const;
  std::optional<Address> indexed_by(const std::optional<Address>& whole, std::int64_t stride) const;
  std::int64_t size_at(NodeId node);
  void collect_members();
  void visit_members(NodeId node, const std::string& path, std::size_t object,
                     std::optional<Address> address);
  bool raise_ranks(NodeId node, std::size_t above);
  void collect_extents(NodeId node, std::int64_t extent, std::set<std::int64_t>& extents);
  Storage make_storage(NodeId node);

  const TranslationUnit& unit_;
  Diagnostics& diagnostics_;
  std::vector<Node> nodes_;
  std::vector<Object> objects_;
  std::map<const clang::VarDecl*, NodeId> variables_;
  std::map<const clang::FunctionDecl*, NodeId> results_;
  std::map<const clang::Expr*, NodeId> allocations_;
  std::set<const clang::VarDecl*> address_taken_;
  std::set<const clang::Stmt*> repeated_;                    // calls that may run more than once
  std::vector<std::pair<NodeId, clang::QualType>> outside_;  // pointees that strangers may choose
  std::map<clang::QualType, std::pair<NodeId, std::size_t>, TypeOrder> outside_by_type_{
      +[](clang::QualType a, clang::QualType b) {
        return a.getAsOpaquePtr() < b.getAsOpaquePtr();
      }};
  std::map<const clang::Expr*, NodeId> sketches_;  // what expressions without a variable stand for
  const CallGraph* graph_ = nullptr;
  std::set<NodeId> seen_;    // classes strangers can have got at
  NodeId varargs_ = none;    // what pointers in `...` point to
  bool changed_ = false;     // in this round of the fixpoint
  unsigned collapsing_ = 0;  // how deep a part of a part becomes flat
  /// What is lowered by now relies on it. Who finds out more only then is refused.
  bool decided_ = false;
  bool is_open_ = false;
  bool renews_locals_ = false;
  std::map<NodeId, std::vector<Member>> members_;  // by class
  std::map<NodeId, std::size_t> ranks_;            // by class
  std::map<NodeId, Storage> storages_;
  std::set<std::string> storage_names_;
  const clang::FunctionDecl* current_ = nullptr;
  std::set<const clang::FunctionDecl*> contracted_;
  std::set<const clang::VarDecl*> counted_;
};

}  // namespace pawl::frontend::c
