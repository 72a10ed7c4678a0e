// SPDX-License-Identifier: GPL-2.0-or-later
//
// Recognises by its content what an input is. The answer is needed before a file is replaced, and
// after a file could not be read as a log.
#ifndef ILMGEN_FROM_CONTENTS_H
#define ILMGEN_FROM_CONTENTS_H

#include <optional>
#include <string>
#include <string_view>

namespace ilm {

/// The first 64 KiB of a file, which may be compressed; none if it is damaged.  Throws Error if it
/// cannot be read.
std::optional<std::string> first_bytes_of_file(const std::string& path);

/// A trace without events is an empty array, and so is an ILM without DAG blocks.
bool is_empty_array(std::string_view begin);

/// Whether it is a trace: its first event is right, or there is none.
bool begins_trace(std::string_view begin);

/// The program that has compressed a file which ilmgen does not decompress, "xz" or "bzip2"; empty:
/// none.
std::string foreign_compression(std::string_view begin);

} // namespace ilm

#endif
