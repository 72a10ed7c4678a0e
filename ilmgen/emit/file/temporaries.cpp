// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/file/temporaries.h"

#include <array>
#include <atomic>
#include <unistd.h>

namespace ilm {

namespace {

constexpr std::array ending_signals = {SIGHUP, SIGINT, SIGTERM};

/// Those there are now, for the signal handler: it may only look at lock-free atomics.  There are
/// three at most: the output, the figures and the report.
std::array<std::atomic<const char*>, 3> temporaries;

extern "C" void remove_temporaries(int signal) {
    for (const auto& temporary : temporaries)
        if (const char* path = temporary.load())
            if (::unlink(path) != 0)
                ::rmdir(path);
    ::raise(signal); // SA_RESETHAND: now with its usual effect
}

void exchange_temporary(const char* from, const char* to) {
    for (auto& temporary : temporaries)
        if (const char* expected = from; temporary.compare_exchange_strong(expected, to))
            return;
}

void catch_signals() {
    for (const int signal : ending_signals) {
        struct sigaction old {};
        if (::sigaction(signal, nullptr, &old) == 0 && old.sa_handler == SIG_DFL) {
            struct sigaction action {};
            action.sa_handler = remove_temporaries;
            action.sa_flags = static_cast<int>(SA_RESETHAND);
            ::sigaction(signal, &action, nullptr);
        }
    }
}

} // namespace

void remember_temporary(const char* path) {
    catch_signals();
    exchange_temporary(nullptr, path);
}

void forget_temporary(const char* path) {
    exchange_temporary(path, nullptr);
}

/// Linux keeps a signal that is blocked even if it is ignored.
HeldSignals::HeldSignals() {
    ::sigemptyset(&held_);
    for (const int signal : ending_signals) {
        struct sigaction action {};
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
            ::sigaddset(&held_, signal);
    }
    ::sigprocmask(SIG_BLOCK, &held_, &before_);
}

HeldSignals::~HeldSignals() {
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
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
