// SPDX-License-Identifier: GPL-2.0-or-later
//
// Tells by its content what a file is.  The answer is needed before a file is replaced, and after a
// file could not be read as a log.
#ifndef ILMGEN_FROM_CONTENTS_H
#define ILMGEN_FROM_CONTENTS_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ilm {

enum class Contents : std::uint8_t {
    nothing,     ///< no byte
    unknown,     ///< something else
    empty_array, ///< a trace without events, or an ILM without DAG blocks
    trace,
    ilm,
    dot,
    arrows,
    figures,      ///< --stats=FILE
    report,       ///< --report=FILE
    emitted_alog, ///< --emit=alog
    emitted_gist,
    alog, ///< of others
    gist,
    lpel,
    text, ///< --emit=text
    massif,
    dhat,     ///< --emit=dhat
    pprof,    ///< --emit=pprof
    wfformat, ///< --emit=wfformat
    dax,      ///< --emit=dax
    perfetto, ///< --emit=perfetto
    otf2,     ///< --emit=otf2, the anchor file
    xz,
    bzip2,
};

/// So many bytes of a text are enough to tell what it is.
constexpr std::size_t telling_bytes = std::size_t{1} << 16;

/// `begin`: the first telling_bytes, or all there is.
Contents contents_of(std::string_view begin);

/// The same for a file, which may be compressed.  Throws Error if it cannot be read.
Contents contents_of_file(const std::string& path);

/// "a raw trace"
const char* name_of(Contents contents);

/// Says what is wrong with an input of which nothing can be read, and what to do about it.  Returns
/// an empty text if the reader's own message says everything.
std::string advice_on_input(std::string_view begin);

} // namespace ilm

#endif
