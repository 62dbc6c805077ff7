// SPDX-License-Identifier: Apache-2.0
//
// The mark of what is certified. Nobody can make one but check/, which does so only for what it has
// just proved from the text; a mark on this side of a pipe is made again for one that a worker of
// this very run had on the other side. There is none in a file: what a file says is a claim.
#pragma once

namespace pawl::check {
class Certificate;
}

namespace pawl::result {

class Certified {
 public:
  Certified(const Certified&) = default;
  Certified& operator=(const Certified&) = default;

 private:
  friend class check::Certificate;  // check/certify.h
  friend class WorkerMessage;       // result/json.cpp
  Certified() = default;
};

}  // namespace pawl::result
