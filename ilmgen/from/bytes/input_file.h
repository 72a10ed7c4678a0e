// SPDX-License-Identifier: GPL-2.0-or-later
//
// A file, or standard input, as a source of bytes.
#ifndef ILMGEN_FROM_BYTES_INPUT_FILE_H
#define ILMGEN_FROM_BYTES_INPUT_FILE_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace ilm {

/// What is wrong with the bytes that would come next.
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
    /// From another thread: a read() that waits gives up, and from now on this is the end.  Sources
    /// that never wait may ignore it.
    virtual void cancel() {}
};

class InputFile : public ByteSource {
public:
    /// "-" is standard input.  Throws Error if it cannot be opened and read.
    explicit InputFile(const std::string& path);
    ~InputFile() override;
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    std::size_t read(char* to, std::size_t most) override;
    void cancel() override;

    /// What to call it in a message.
    const std::string& name() const { return name_; }

    /// Bytes; unknown if it is no regular file.
    std::optional<std::uint64_t> size() const;

    /// How many bytes were read so far; also from another thread.
    std::uint64_t passed() const { return passed_.load(std::memory_order_relaxed); }

private:
    void close();
    std::size_t read_file(char* to, std::size_t most);

    std::string name_;
    int fd_;
    int cancelled_; ///< an eventfd
    std::atomic<std::uint64_t> passed_ = 0;
    std::string begin_; ///< the first bytes, until they are asked for
};

} // namespace ilm

#endif
