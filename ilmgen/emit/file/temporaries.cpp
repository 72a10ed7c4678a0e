// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/file/temporaries.h"

#include "ilmgen/model/held_signals.h"

#include <atomic>
#include <csignal>
#include <unistd.h>

namespace ilm {

namespace {

/// A temporary that exists now, or null.
struct Slot {
    std::atomic<const char*> path;
    Slot* next;
};

/// A list that the signal handler reads: it may only look at lock-free atomics.  Slots are used
/// again and never freed, so the list is as long as the most outputs that were open at once.
std::atomic<Slot*> slots;

extern "C" void remove_temporaries(int signal) {
    for (const Slot* slot = slots.load(); slot != nullptr; slot = slot->next)
        if (const char* path = slot->path.load())
            if (::unlink(path) != 0)
                ::rmdir(path);
    ::raise(signal); // SA_RESETHAND: now with its usual effect
}

/// False if no slot has `from`.
bool exchange_temporary(const char* from, const char* to) {
    for (Slot* slot = slots.load(); slot != nullptr; slot = slot->next)
        if (const char* expected = from; slot->path.compare_exchange_strong(expected, to))
            return true;
    return false;
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
    if (exchange_temporary(nullptr, path))
        return;
    auto* const slot = new Slot{path, slots.load()};
    while (!slots.compare_exchange_weak(slot->next, slot)) {
    }
}

void forget_temporary(const char* path) {
    exchange_temporary(path, nullptr);
}

} // namespace ilm
