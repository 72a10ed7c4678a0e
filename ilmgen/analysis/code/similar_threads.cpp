// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/similar_threads.h"

#include "ilmgen/analysis/said/ratio.h"

#include <algorithm>

namespace ilm {

SimilarThreads::SimilarThreads(const Run& run, const Functions& functions)
    : run_(run), has_samples_(functions.tell()), shares_(run.threads.size()) {
    std::vector<WorkParts> parts(run.threads.size(), WorkParts(functions.mixes()));
    for (StepIndex step = 0; has_samples_ && step < run.steps.size(); ++step)
        if (run.steps[step].work > 0)
            parts[run.steps[step].thread].add(step, run.steps[step].work);
    for (ThreadIndex thread = 0; has_samples_ && thread < run.threads.size(); ++thread)
        for (const auto& [function, work] : parts[thread].parts())
            shares_[thread][function] = ratio(work, run.threads[thread].work);
}

bool SimilarThreads::have_much_in_common(ThreadIndex a, ThreadIndex b) const {
    double common = 0;
    for (const auto& [function, share] : shares_[a])
        if (const auto other = shares_[b].find(function); other != shares_[b].end())
            common += std::min(share, other->second);
    return common >= 0.5;
}

bool SimilarThreads::begin_alike(ThreadIndex a, ThreadIndex b) const {
    const auto place_of = [this](ThreadIndex thread) {
        const StepIndex fork = run_.threads[thread].fork;
        return fork == no_step ? StackNumber{0} : run_.steps[fork].at;
    };
    return place_of(a) != 0 && place_of(a) == place_of(b);
}

bool SimilarThreads::are_similar(ThreadIndex a, ThreadIndex b) const {
    const RunThread& one = run_.threads[a];
    const RunThread& other = run_.threads[b];
    if (one.is_librarys || other.is_librarys)
        return false;
    const bool are_of_ranks = one.rank != no_rank && other.rank != no_rank;
    if (one.program != other.program || (one.process != other.process && !are_of_ranks))
        return false;
    return has_samples_ ? have_much_in_common(a, b) : are_of_ranks || begin_alike(a, b);
}

bool SimilarThreads::has_another(ThreadIndex thread) const {
    for (ThreadIndex other = 0; other < run_.threads.size(); ++other)
        if (other != thread && are_similar(thread, other))
            return true;
    return false;
}

} // namespace ilm
