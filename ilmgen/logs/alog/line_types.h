// SPDX-License-Identifier: GPL-2.0-or-later
//
// The types of an Alog's lines, for reader and writer.
#ifndef ILMGEN_LOGS_ALOG_LINE_TYPES_H
#define ILMGEN_LOGS_ALOG_LINE_TYPES_H

#include <cstdint>

namespace ilm {

/// Types of lines with a meaning of their own.
enum AlogType : std::int64_t {
    alog_creator = -1,
    alog_events = -2,
    alog_processes = -3,
    alog_tasks = -4,
    alog_types = -5,
    alog_first = -6,
    alog_last = -7,
    alog_cycles = -8,
    alog_description = -9,
    alog_printf = -10,
    alog_rollover = -11,
    alog_state = -13,
    alog_sent = -101,
    alog_received = -102,
};

} // namespace ilm

#endif
