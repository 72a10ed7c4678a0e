// SPDX-License-Identifier: GPL-2.0-or-later
//
// Holding back the signals that end the program.
#ifndef ILMGEN_MODEL_HELD_SIGNALS_H
#define ILMGEN_MODEL_HELD_SIGNALS_H

#include <array>
#include <csignal>

namespace ilm {

/// The signals with which users and systems ask a program to end.
inline constexpr std::array ending_signals = {SIGHUP, SIGINT, SIGTERM};

/// While a HeldSignals lives, the ending signals wait, unless they are ignored. The signals of a
/// process go to any thread that does not hold them. So they wait only if all other threads were
/// started while a HeldSignals lived: a thread inherits what its creator holds.
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
