// SPDX-License-Identifier: GPL-2.0-or-later
//
// Finds the function of a native run that contains a place in the code of the recorded run.
// Functions are matched by their addresses, because symbols of C++ or Rust can be written in
// several ways.
//
// Example: a function of `app` begins at 0x1200 and has 0x40 bytes; a place at 0x1210 of `app` is
// in it.
#ifndef ILMGEN_ANALYSIS_NATIVE_PLACES_H
#define ILMGEN_ANALYSIS_NATIVE_PLACES_H

#include "ilmgen/model/native.h"
#include "ilmgen/model/stacks.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace ilm {

/// "/usr/lib/libc.so.6" is "libc.so.6".
std::string without_folder(const std::string& path);

/// The name of code that has none.
inline const std::string code_without_name = "code without a name";

/// The name that the program's source has, "work(int)" and not "_Z4worki", and the function's file.
std::string name_of(const NativeFunction& function);

class NativePlaces {
public:
    /// `functions` must outlive this.
    explicit NativePlaces(std::span<const NativeFunction> functions);

    /// The number of the function that contains the place.
    std::optional<std::size_t> find(const CodePlace& place) const;

private:
    std::span<const NativeFunction> functions_;
    std::map<std::pair<std::string, std::uint64_t>, std::size_t> by_begin_;
};

} // namespace ilm

#endif
