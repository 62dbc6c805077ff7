// SPDX-License-Identifier: Apache-2.0
//
// The engines speak in the words of result/.
#pragma once

#include "result/annotate.h"
#include "result/dataflow_report.h"
#include "result/json.h"
#include "result/result.h"
#include "result/slam_report.h"

namespace pawl::engine {

using result::AbstractionCount;
using result::CallerCount;
using result::Confirmation;
using result::ConjunctResult;
using result::DataflowReport;
using result::Fate;
using result::FrameResult;
using result::HintFate;
using result::HintResult;
using result::HintSource;
using result::InductionFailureText;
using result::JudgeAnswer;
using result::Judgement;
using result::LoopResult;
using result::LoopStatus;
using result::NamedText;
using result::ObligationResult;
using result::Origin;
using result::Place;
using result::PredicateFate;
using result::PredicateResult;
using result::ProcedureResult;
using result::Purpose;
using result::RealRunText;
using result::Reason;
using result::RedundantResult;
using result::RefinementRound;
using result::Result;
using result::ScopedText;
using result::SlamReport;
using result::SourceLanguage;
using result::SourceLoop;
using result::SourceTerm;
using result::StateText;
using result::Statistics;
using result::StepText;
using result::SummaryResult;
using result::VariantResult;
using result::Verdict;

using result::judge;
using result::place_of;
using result::to_string;

using result::add_invariants;
using result::annotate;
using result::ClauseKind;
using result::loops_of;
using result::parse_clause;
using result::Standing;

}  // namespace pawl::engine
