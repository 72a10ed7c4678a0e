// SPDX-License-Identifier: GPL-2.0-or-later
//
// The end of a log may explain its beginning. So such logs are read more than once.
#ifndef ILMGEN_LOGS_TEXT_REREADABLE_H
#define ILMGEN_LOGS_TEXT_REREADABLE_H

#include "ilmgen/from/bytes/log_source.h"

#include <memory>

namespace ilm {

/// Returns the same bytes each time, and throws the same if they are damaged. A regular file is
/// opened again. The text of any other file is kept in a temporary file from the first time on.
class Rereadable {
public:
    explicit Rereadable(LogSource& source);
    ~Rereadable();
    Rereadable(const Rereadable&) = delete;
    Rereadable& operator=(const Rereadable&) = delete;

    /// May be called any number of times. The source that the previous call has returned must not
    /// be used any more.
    ByteSource& next();
    /// Returns the same bytes for the last time. May be called with or without calls of next()
    /// before.
    ByteSource& last();

private:
    class Kept;

    LogSource& source_;
    std::unique_ptr<Kept> kept_;       ///< null: a regular file
    std::unique_ptr<LogSource> again_; ///< the regular file, opened again
    bool begun_ = false;
};

} // namespace ilm

#endif
