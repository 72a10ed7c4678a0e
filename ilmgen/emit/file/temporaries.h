// SPDX-License-Identifier: GPL-2.0-or-later
//
// Temporary files and folders must not stay behind when a signal ends the program.
#ifndef ILMGEN_EMIT_FILE_TEMPORARIES_H
#define ILMGEN_EMIT_FILE_TEMPORARIES_H

#include <csignal>

namespace ilm {

/// From now on, SIGHUP, SIGINT and SIGTERM remove this file, or this folder if it is empty, unless
/// the signal is ignored. The path must stay valid until forget_temporary().
void remember_temporary(const char* path);
void forget_temporary(const char* path);

/// While a HeldSignals lives, these signals are held back, unless they are ignored, because a
/// handler could not remove an archive that is being written. There must be no other thread: it
/// would take the signals.
class HeldSignals {
public:
    HeldSignals();
    ~HeldSignals();
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

    /// Whether one of them has been held back.
    bool any() const;

private:
    sigset_t held_{};
    sigset_t before_{};
};

} // namespace ilm

#endif
