// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/held_signals.h"

namespace ilm {

/// Linux keeps a signal that is blocked even if it is ignored.
HeldSignals::HeldSignals() {
    ::sigemptyset(&held_);
    for (const int signal : ending_signals) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
            ::sigaddset(&held_, signal);
    }
    ::pthread_sigmask(SIG_BLOCK, &held_, &before_);
}

HeldSignals::~HeldSignals() {
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool HeldSignals::any() const {
    sigset_t waiting;
    if (::sigpending(&waiting) != 0)
        return false;
    for (const int signal : ending_signals)
        if (::sigismember(&held_, signal) == 1 && ::sigismember(&waiting, signal) == 1)
            return true;
    return false;
}

} // namespace ilm
