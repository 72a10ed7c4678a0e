// SPDX-License-Identifier: GPL-2.0-or-later
//
// A file, or standard input, as a source of bytes.
#ifndef ILMGEN_FROM_BYTES_INPUT_FILE_H
#define ILMGEN_FROM_BYTES_INPUT_FILE_H

#include "ilmgen/from/bytes/byte_source.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace ilm {

class InputFile : public ByteSource {
public:
    /// "-" is standard input.  Throws Error if it cannot be opened and read.
    explicit InputFile(const std::string& path);

    std::size_t read(char* to, std::size_t most) override;
    void cancel() override { bytes_->cancel(); }

    /// The file's name in messages.
    const std::string& name() const { return name_; }

    /// The file's size in bytes when it was opened; empty if it is no regular file.
    std::optional<std::uint64_t> size() const { return size_; }

    /// How many bytes were read so far. May be called from another thread.
    std::uint64_t passed() const { return passed_.load(std::memory_order_relaxed); }

private:
    std::size_t read_on(char* to, std::size_t most);

    std::string name_;
    std::unique_ptr<ByteSource> bytes_;
    std::optional<std::uint64_t> size_;
    std::atomic<std::uint64_t> passed_ = 0;
    std::string begin_; ///< the first bytes, until they are asked for
};

} // namespace ilm

#endif
