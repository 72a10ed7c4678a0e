// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where bytes come from.
#ifndef ILMGEN_FROM_BYTES_BYTE_SOURCE_H
#define ILMGEN_FROM_BYTES_BYTE_SOURCE_H

#include <cstddef>
#include <stdexcept>

namespace ilm {

/// This error says what is wrong with the bytes that would come next.
class BrokenSource : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class ByteSource {
public:
    virtual ~ByteSource() = default;
    /// Up to `most` bytes, at least 1, to `to`; how many, 0 only at the end.  Throws Error if they
    /// cannot be had, BrokenSource if what there is makes no sense.
    virtual std::size_t read(char* to, std::size_t most) = 0;
    /// May be called from another thread.  A read() that waits gives up, and from now on this is
    /// the end.  Sources that never wait may ignore it.
    virtual void cancel() {}
};

} // namespace ilm

#endif
