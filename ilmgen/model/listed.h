// SPDX-License-Identifier: GPL-2.0-or-later
#ifndef ILMGEN_MODEL_LISTED_H
#define ILMGEN_MODEL_LISTED_H

#include <cstddef>
#include <string>

namespace ilm {

/// "a, b, c".  If there are more than `most` names, dots stand for the rest: "a, b, ...".
template <class Names>
std::string listed(const Names& names, std::size_t most) {
    std::string text;
    std::size_t count = 0;
    for (const std::string& name : names) {
        if (count++ == most)
            return text + ", ...";
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

} // namespace ilm

#endif
