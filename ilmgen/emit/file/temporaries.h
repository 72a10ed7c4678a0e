// SPDX-License-Identifier: GPL-2.0-or-later
//
// Temporary files and folders must not stay behind when a signal ends the program.
#ifndef ILMGEN_EMIT_FILE_TEMPORARIES_H
#define ILMGEN_EMIT_FILE_TEMPORARIES_H

namespace ilm {

/// From now on, SIGHUP, SIGINT and SIGTERM remove this file, or this folder if it is empty, unless
/// the signal is ignored. The path must stay valid until forget_temporary(). The caller holds
/// signals back (HeldSignals) from before it makes the file, because otherwise one may come in
/// between.
void remember_temporary(const char* path);
void forget_temporary(const char* path);

} // namespace ilm

#endif
