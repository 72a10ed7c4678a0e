// SPDX-License-Identifier: GPL-2.0-or-later
//
// Messages for a reader who typed `hpcmp ./app`.
//
// The command hpcmp keeps the traces in a folder of its own until the page is written, and names
// this folder in the variable HPCMP_TRACES when it calls ilmgen.  The reader does not know the
// folder, which is deleted afterwards.  Example: with HPCMP_TRACES=/tmp/hpcmp.x1/run, a message
// about the file /tmp/hpcmp.x1/run/hpcmp.out.77 calls it hpcmp.out.77, as hpcmp --keep does.
#ifndef ILMGEN_MODEL_CALLED_BY_HPCMP_H
#define ILMGEN_MODEL_CALLED_BY_HPCMP_H

#include <string>

namespace ilm {

/// A file's name in messages.
std::string name_in_messages(const std::string& path);

/// How a program that a process executes is recorded: "without --no-children", and, unless the
/// reader typed hpcmp, with which option other commands record it.
std::string without_no_children();

} // namespace ilm

#endif
