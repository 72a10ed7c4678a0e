// SPDX-License-Identifier: GPL-2.0-or-later
//
// Logs may say at their end what their beginning means.  They are read more
// than once.
#ifndef ILMGEN_LOGS_TEXT_REREADABLE_H
#define ILMGEN_LOGS_TEXT_REREADABLE_H

#include "ilmgen/from/bytes/log_source.h"

#include <memory>

namespace ilm {

/// Gives the same bytes each time, and throws the same if these are damaged.  A regular file is
/// opened anew; the text of any other is kept in a temporary file from the first time on.
class Rereadable {
public:
    explicit Rereadable(LogSource& source);
    ~Rereadable();
    Rereadable(const Rereadable&) = delete;
    Rereadable& operator=(const Rereadable&) = delete;

    /// May be called any number of times.  The source that the call before gave must not be used
    /// any more.
    ByteSource& next();
    /// The same bytes for the last time, after any call of next().
    ByteSource& last();

private:
    class Kept;

    LogSource& source_;
    std::unique_ptr<Kept> kept_;       ///< null: a regular file
    std::unique_ptr<LogSource> again_; ///< that, opened anew
    bool begun_ = false;
};

} // namespace ilm

#endif
