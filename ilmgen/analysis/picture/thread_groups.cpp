// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/picture/thread_groups.h"

#include "ilmgen/analysis/said/names.h"

#include <algorithm>
#include <cstddef>
#include <unordered_set>

namespace ilm {

namespace {

/// Removes the number at a name's end, and the separator before it: worker-12 becomes worker. A
/// name that is only a number stays.
std::string without_number(const std::string& name) {
    const std::size_t word = name.find_last_not_of("0123456789 -_#:./");
    return word == std::string::npos ? name : name.substr(0, word + 1);
}

/// The functions that threads without names begin with.
class FirstFunctions {
public:
    FirstFunctions(const Run& run, std::vector<std::string>& groups) : run_(run), groups_(groups) {
        missing_ = static_cast<std::size_t>(std::ranges::count(groups, std::string()));
    }

    /// Any stack of a thread contains its first function, so for most threads one stack is enough.
    /// Events come first, because fewer of them are in code of the C library that only begins and
    /// ends threads.
    void find() {
        for (std::size_t i = 0; missing_ > 0 && i < run_.steps.size(); ++i)
            tell(run_.steps[i].thread, run_.steps[i].at);
        for (std::size_t i = 0; missing_ > 0 && i < run_.samples.size(); ++i)
            tell(run_.steps[run_.samples[i].step].thread, run_.samples[i].stack);
    }

private:
    void tell(ThreadIndex thread, StackNumber stack) {
        if (stack == 0 || !groups_[thread].empty() || nameless_.contains(stack))
            return;
        groups_[thread] = short_name(run_.stacks.outermost_function(stack));
        if (groups_[thread].empty())
            nameless_.insert(stack);
        else
            --missing_;
    }

    const Run& run_;
    std::vector<std::string>& groups_;
    std::size_t missing_;
    std::unordered_set<StackNumber> nameless_; ///< stacks that tell no first function
};

} // namespace

std::vector<std::string> thread_groups(const Run& run) {
    std::vector<std::string> groups;
    groups.reserve(run.threads.size());
    for (const RunThread& thread : run.threads) {
        const std::string name = short_thread_name(thread);
        groups.push_back(name.empty() ? "" : '"' + without_number(name) + '"');
    }
    FirstFunctions(run, groups).find();
    for (ThreadIndex thread = 0; thread < run.threads.size(); ++thread) {
        const StepIndex fork = run.threads[thread].fork;
        if (groups[thread].empty() && fork != no_step)
            groups[thread] =
                "from thread " + std::to_string(run.threads[run.steps[fork].thread].id);
    }
    return groups;
}

} // namespace ilm
