// SPDX-License-Identifier: Apache-2.0
//
// Bourdoncle's algorithm of figure 4, with a stack of its own: code can be long.
#include "dataflow/wto.h"

#include <algorithm>
#include <limits>

namespace pawl::dataflow {
namespace {

constexpr std::size_t done = std::numeric_limits<std::size_t>::max();

class Search {
 public:
  explicit Search(const Cfa& cfa) : cfa_(cfa), number_(cfa.locations.size(), 0), result_{{}, {}} {
    result_.position.assign(cfa.locations.size(), 0);
    result_.head.assign(cfa.locations.size(), false);
  }

  WeakTopologicalOrder operator()() {
    visit(cfa_.entry);
    std::size_t next = 0;
    for (std::size_t i = order_.size(); i-- > 0;) result_.position[order_[i]] = next++;
    for (LocationId at = 0; at < number_.size(); ++at) {
      if (number_[at] == 0) result_.position[at] = next++;
    }
    return std::move(result_);
  }

 private:
  /// A visit of a location, or of the inside of the component it heads.
  struct Frame {
    LocationId at = 0;
    std::size_t next = 0;    // edge to look at
    std::size_t lowest = 0;  // number that is reached
    bool loop = false;       // is that of an enclosing visit, or its own, again?
    bool inside = false;     // the second time: what the component holds
  };

  void visit(LocationId start) {
    frames_.push_back(enter(start));
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const Location& location = cfa_.locations[frame.at];
      if (frame.next < location.out.size()) {
        const LocationId to = cfa_.edges[location.out[frame.next++]].to;
        if (number_[to] == 0) {
          frames_.push_back(enter(to));
        } else if (!frame.inside) {
          reach(frame, number_[to]);
        }
      } else {
        leave();
      }
    }
  }

  Frame enter(LocationId at) {
    stack_.push_back(at);
    number_[at] = ++count_;
    return {at, 0, count_, false, false};
  }

  static void reach(Frame& frame, std::size_t number) {
    if (number > frame.lowest) return;
    frame.lowest = number;
    frame.loop = true;
  }

  void leave() {
    Frame& frame = frames_.back();
    if (frame.inside) {
      order_.push_back(frame.at);
      frames_.pop_back();
      return;
    }
    const std::size_t lowest = frame.lowest;
    if (lowest == number_[frame.at] && frame.loop) {
      open_component(frame);
      return;
    }
    if (lowest == number_[frame.at]) {
      number_[frame.at] = done;
      stack_.pop_back();
      order_.push_back(frame.at);
      frames_.pop_back();
      return;
    }
    frames_.pop_back();
    if (!frames_.empty() && !frames_.back().inside) reach(frames_.back(), lowest);
  }

  /// Everything above the head on the stack belongs to it, and is visited again without it.
  void open_component(Frame& frame) {
    number_[frame.at] = done;
    while (stack_.back() != frame.at) {
      number_[stack_.back()] = 0;
      stack_.pop_back();
    }
    stack_.pop_back();
    result_.head[frame.at] = true;
    frame.inside = true;
    frame.next = 0;
  }

  const Cfa& cfa_;
  std::vector<std::size_t> number_;  // 0: not visited
  std::size_t count_ = 0;
  std::vector<LocationId> stack_;
  std::vector<Frame> frames_;
  std::vector<LocationId> order_;  // last first
  WeakTopologicalOrder result_;
};

}  // namespace

WeakTopologicalOrder weak_topological_order(const Cfa& cfa) { return Search(cfa)(); }

}  // namespace pawl::dataflow
