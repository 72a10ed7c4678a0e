// SPDX-License-Identifier: GPL-2.0-or-later
//
// Temporary files and folders must not stay behind when a signal ends the program.
#ifndef ILMGEN_EMIT_FILE_TEMPORARIES_H
#define ILMGEN_EMIT_FILE_TEMPORARIES_H

#include <csignal>

namespace ilm {

/// A file, or a folder while it is empty, that SIGHUP, SIGINT and SIGTERM remove from now on,
/// unless they are ignored.  The path stays valid until forget_temporary().
void remember_temporary(const char* path);
void forget_temporary(const char* path);

/// While a HeldSignals lives, these signals wait, unless they are ignored, because a handler could
/// not remove what is being written.  There must be no other thread: it would take the signals.
class HeldSignals {
public:
    HeldSignals();
    ~HeldSignals();
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

    /// Whether one of them waits.
    bool any() const;

private:
    sigset_t held_{};
    sigset_t before_{};
};

} // namespace ilm

#endif
