// SPDX-License-Identifier: GPL-2.0-or-later
//
// The page without a run, which the build makes from the files of web/.
#ifndef ILMGEN_EMIT_PAGE_PAGE_TEMPLATE_H
#define ILMGEN_EMIT_PAGE_PAGE_TEMPLATE_H

#include <cstddef>
#include <string_view>

namespace ilm {

/// The whole template. The build makes both variables.
extern const unsigned char page_bytes[];
extern const std::size_t page_size;

/// The page's text in three parts. The data of the runs stand between them.
struct PageTemplate {
    std::string_view head;   ///< up to the run
    std::string_view middle; ///< up to the run that this one is compared with
    std::string_view tail;
};
PageTemplate page_template();

} // namespace ilm

#endif
