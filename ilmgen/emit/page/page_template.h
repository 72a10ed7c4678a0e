// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page without a run, as the build has joined it of web/.
#ifndef ILMGEN_EMIT_PAGE_PAGE_TEMPLATE_H
#define ILMGEN_EMIT_PAGE_PAGE_TEMPLATE_H

#include <cstddef>
#include <string_view>
#include <utility>

namespace ilm {

/// The whole template; the build makes these two.
extern const unsigned char page_bytes[];
extern const std::size_t page_size;

/// The page's text before the run, and the text behind it.
std::pair<std::string_view, std::string_view> page_template();

} // namespace ilm

#endif
