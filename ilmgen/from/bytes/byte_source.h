// SPDX-License-Identifier: GPL-2.0-or-later
//
// Where bytes come from.
#ifndef ILMGEN_FROM_BYTES_BYTE_SOURCE_H
#define ILMGEN_FROM_BYTES_BYTE_SOURCE_H

#include <cstddef>
#include <stdexcept>

namespace ilm {

/// Says what is wrong with the bytes that would come next.
class BrokenSource : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

class ByteSource {
public:
    virtual ~ByteSource() = default;
    /// Puts at least 1 and at most `most` bytes into `to`, and returns how many; 0 only at the end.
    /// Throws Error if the bytes cannot be read, and BrokenSource if they make no sense.
    virtual std::size_t read(char* to, std::size_t most) = 0;
    /// May be called from another thread. From now on read() behaves as if the source had ended,
    /// also a read() that waits. Sources that never wait may ignore the call.
    virtual void cancel() {}
};

} // namespace ilm

#endif
