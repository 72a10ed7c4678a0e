// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/code/native_places.h"

#include <algorithm>
#include <cstdlib>
#include <cxxabi.h>
#include <iterator>
#include <memory>

namespace ilm {

namespace {

std::string demangled(const std::string& name) {
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, nullptr), &std::free);
    return text ? text.get() : name;
}

} // namespace

std::string without_folder(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

std::string name_of(const NativeFunction& function) {
    return (function.name.empty() ? code_without_name : demangled(function.name)) + " (" +
           function.object + ")";
}

NativePlaces::NativePlaces(std::span<const NativeFunction> functions) : functions_(functions) {
    for (std::size_t i = 0; i < functions.size(); ++i)
        by_begin_.try_emplace({functions[i].object, functions[i].begin}, i);
}

std::optional<std::size_t> NativePlaces::find(const CodePlace& place) const {
    const std::string object = without_folder(place.object);
    const auto after = by_begin_.upper_bound({object, place.offset});
    if (after == by_begin_.begin())
        return std::nullopt;
    const auto& [at, function] = *std::prev(after);
    const std::uint64_t size = std::max<std::uint64_t>(1, functions_[function].size);
    if (at.first != object || place.offset - at.second >= size)
        return std::nullopt;
    return function;
}

} // namespace ilm
