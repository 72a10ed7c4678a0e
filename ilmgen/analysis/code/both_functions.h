// SPDX-License-Identifier: GPL-2.0-or-later
//
// Numbers the functions of a native run and those of the recorded run, so that a function of both
// has one number.
//
// Functions are matched by their addresses (NativePlaces), and those of the C library also by their
// names, because it has several variants of a function and chooses one by the processor. Example:
// natively memmove is __memmove_avx_unaligned_erms, and under Valgrind it is __memmove_sse2.
#ifndef ILMGEN_ANALYSIS_BOTH_FUNCTIONS_H
#define ILMGEN_ANALYSIS_BOTH_FUNCTIONS_H

#include "ilmgen/analysis/code/native_places.h"
#include "ilmgen/analysis/code/work_mixes.h"
#include "ilmgen/model/native.h"
#include "ilmgen/model/stacks.h"

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

/// The functions of the native run come first, in that run's order.
class BothFunctions {
public:
    /// Both must outlive this.
    BothFunctions(const Stacks& stacks, const Native& native);

    /// Grows with each function that only the recorded run has.
    std::size_t size() const { return names_.size(); }
    const std::string& name(WorkKey function) const { return names_[function]; }

    /// The function of the stack's innermost call.
    WorkKey function_of(StackNumber stack);
    /// The native function that contains the same place; no_work_key: none does.
    WorkKey native_at(StackNumber stack) const;

private:
    WorkKey find(StackNumber stack);
    WorkKey recorded(const std::string& name);

    const Stacks& stacks_;
    NativePlaces native_;
    std::vector<std::string> names_;
    std::map<std::string, WorkKey> by_name_;  ///< of the C library
    std::map<std::string, WorkKey> recorded_; ///< functions that only the recorded run has
    std::unordered_map<StackNumber, WorkKey> by_stack_;
};

} // namespace ilm

#endif
