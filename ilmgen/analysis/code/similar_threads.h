// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds threads that do the same kind of work, so that one could do a part of what the other does.
//
// Two threads are alike if they have at least 50 % of their work in common.  Of each function, they
// have the smaller of their two shares in common.  Example: a thread spends 90 % in squeeze() and
// 10 % in get(), another one 70 % in squeeze() and 30 % in put(); they have 70 % in common.  The
// stages of a pipeline have little in common, and the threads of a parallel loop nearly all.
#ifndef ILMGEN_ANALYSIS_SIMILAR_THREADS_H
#define ILMGEN_ANALYSIS_SIMILAR_THREADS_H

#include "ilmgen/analysis/code/functions.h"
#include "ilmgen/run/run.h"

#include <map>
#include <vector>

namespace ilm {

class SimilarThreads {
public:
    SimilarThreads(const Run& run, const Functions& functions);

    /// Threads of different programs are never alike, and threads of different processes only if
    /// both are threads of ranks, because ranks share one problem. If there are no samples, threads
    /// are alike if they begin at the same place of the program.
    bool are_similar(ThreadIndex a, ThreadIndex b) const;
    /// Whether another thread is like this one.
    bool has_another(ThreadIndex thread) const;

private:
    bool have_much_in_common(ThreadIndex a, ThreadIndex b) const;
    bool begin_alike(ThreadIndex a, ThreadIndex b) const;

    const Run& run_;
    bool has_samples_;
    std::vector<std::map<FunctionIndex, double>> shares_; ///< by thread
};

} // namespace ilm

#endif
