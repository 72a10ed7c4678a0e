// SPDX-License-Identifier: GPL-2.0-or-later
//
// How far a time, or the gain of a change, may be off, because the measured figures that it is
// computed from are uncertain.
#ifndef ILMGEN_ANALYSIS_TIME_RANGE_H
#define ILMGEN_ANALYSIS_TIME_RANGE_H

#include <cstdint>

namespace ilm {

/// Whether a time is so uncertain that a sentence shows both ends of its range.
inline bool is_wide_range(double least, double most) {
    constexpr double worth_showing = 1.2;
    return most > worth_showing * least;
}

/// Both ends are 0 if nothing is known about how far the time may be off.
struct TimeRange {
    std::uint64_t p10 = 0;       ///< in one of ten cases the time is shorter
    std::uint64_t p90 = 0;       ///< in one of ten cases it is longer
    bool has_two_states = false; ///< the times in the range fall into two groups

    std::uint64_t states() const { return has_two_states ? 2 : 1; }
    /// Whether a sentence shows both ends in place of the time.
    bool is_wide() const {
        return p10 > 0 && is_wide_range(static_cast<double>(p10), static_cast<double>(p90));
    }
};

/// The range of a gain, which is the part of the time that a change saves.
struct GainRange {
    double p10 = 0; ///< in one of ten cases the gain is smaller
    double p90 = 0; ///< in one of ten cases it is larger
    bool has_two_states = false;

    std::uint64_t states() const { return has_two_states ? 2 : 1; }
    /// Whether a sentence shows both ends in place of the gain. The time that is left decides.
    /// Example: 20 to 45 % less time leaves 55 to 80 % of the time, so the range is wide.
    bool is_wide() const { return is_wide_range(1 - p90, 1 - p10); }
};

/// The range of a speed-up.
struct SpeedupRange {
    double p10 = 0; ///< in one of ten cases the speed-up is smaller
    double p90 = 0; ///< in one of ten cases it is larger

    bool is_wide() const { return is_wide_range(p10, p90); }
};

/// Follows the range of a figure with two states.
constexpr const char* two_states_text = ": two stable states";

} // namespace ilm

#endif
