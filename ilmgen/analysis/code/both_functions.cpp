// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/both_functions.h"

#include <algorithm>
#include <optional>

namespace ilm {

namespace {

/// "__memmove_avx_unaligned_erms" is "memmove", because the C library chooses such a function by
/// the processor, and Valgrind's processor is another one.  memcpy is the same code as memmove.
std::string without_variant(std::string name) {
    name.erase(0, name.find_first_not_of('_'));
    for (const char* const variant : {"_avx", "_sse", "_ssse", "_evex", "_fma", "_erms"})
        name.resize(std::min(name.size(), name.find(variant)));
    return name == "memcpy" ? "memmove" : name;
}

bool is_of_c_library(const std::string& object) {
    return object.starts_with("libc.so.") || object.starts_with("libc-2.") ||
           object.starts_with("libm.so.") || object.starts_with("libm-2.");
}

} // namespace

BothFunctions::BothFunctions(const Stacks& stacks, const Native& native)
    : stacks_(stacks), native_(native.functions) {
    for (WorkKey i = 0; i < native.functions.size(); ++i) {
        const NativeFunction& function = native.functions[i];
        names_.push_back(name_of(function));
        if (is_of_c_library(function.object) && !function.name.empty())
            by_name_.try_emplace(without_variant(function.name), i);
    }
}

WorkKey BothFunctions::function_of(StackNumber stack) {
    const auto [known, is_new] = by_stack_.try_emplace(stack, no_work_key);
    if (is_new)
        known->second = find(stack);
    return known->second;
}

WorkKey BothFunctions::native_at(StackNumber stack) const {
    const std::vector<const CodePlace*> calls = stacks_.calls(stack);
    const std::optional<std::size_t> function =
        calls.empty() ? std::nullopt : native_.find(*calls.front());
    return function ? static_cast<WorkKey>(*function) : no_work_key;
}

WorkKey BothFunctions::find(StackNumber stack) {
    if (const WorkKey function = native_at(stack); function != no_work_key)
        return function;
    const std::vector<const CodePlace*> calls = stacks_.calls(stack);
    if (calls.empty())
        return recorded("code that the trace does not name");
    const CodePlace& place = *calls.front();
    const std::string object = without_folder(place.object);
    const std::string name = place.source.empty() ? "" : place.source.back().function;
    const auto variant = by_name_.find(without_variant(name));
    if (is_of_c_library(object) && variant != by_name_.end())
        return variant->second;
    return recorded((name.empty() ? code_without_name : name) + " (" + object + ")");
}

/// Returns the number of a function that only the recorded run has.
WorkKey BothFunctions::recorded(const std::string& name) {
    const auto next = static_cast<WorkKey>(names_.size());
    const auto [found, is_new] = recorded_.try_emplace(name, next);
    if (is_new)
        names_.push_back(name);
    return found->second;
}

} // namespace ilm
