// SPDX-License-Identifier: GPL-2.0-or-later
//
// Writes an archive that shows what each thread does when.  Vampir, Scalasca
// and other tools that read Score-P's traces can open it.
#ifndef ILMGEN_EMIT_EXPORT_OTF2_H
#define ILMGEN_EMIT_EXPORT_OTF2_H

#include "ilmgen/emit/file/output_archive.h"
#include "ilmgen/run/run.h"

#include <string>
#include <string_view>

namespace ilm {

/// Throws Error if this ilmgen was built without the library.
void check_otf2();

/// Format: an archive of OTF2 3.0, as its reference manual describes it, written by its library.  A
/// location for each thread, in the location group of the process, on a machine on which nobody
/// waits for a processor; and one for two metrics: bytes of the heap, threads that work.  Regions
/// do not overlap: work, called after the function that most of it is in, and waits, called after
/// what is waited for.  A tick is a unit of cost, and there are 10^9 in a second unless they are
/// microseconds.  Throws Error if it cannot be written.
void write_otf2(const Run& run, const std::string& cost, OutputArchive& out);

/// Whether it is an anchor file, whose first two bytes tell how it is stored, and its creator is
/// ilmgen.
inline bool begins_otf2(std::string_view begin) {
    return begin.substr(0, 6).ends_with("OTF2") &&
           begin.find("written by ilmgen") != std::string_view::npos;
}

} // namespace ilm

#endif
