// SPDX-License-Identifier: GPL-2.0-or-later
//
// Logs may say at their end what their beginning means.  They are read twice.
#ifndef ILMGEN_FROM_READ_TWICE_H
#define ILMGEN_FROM_READ_TWICE_H

#include "ilmgen/log_source.h"

#include <memory>

namespace ilm {

/// Give both times the same bytes, and throw the same if these are damaged.  A regular file is
/// opened twice; the text of any other is kept in a temporary file between the two times.
class ReadTwice {
public:
    explicit ReadTwice(LogSource& source);
    ~ReadTwice();
    ReadTwice(const ReadTwice&) = delete;
    ReadTwice& operator=(const ReadTwice&) = delete;

    ByteSource& first();
    /// After first() has been read as far as it is to be read; it is not to be used any more.
    ByteSource& second();

private:
    class Kept;

    LogSource& source_;
    std::unique_ptr<LogSource> again_; ///< null: not a regular file
    std::unique_ptr<Kept> kept_;       ///< null: a regular file
};

} // namespace ilm

#endif
