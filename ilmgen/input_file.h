// SPDX-License-Identifier: GPL-2.0-or-later
//
// A file, or standard input, as a stream of bytes for RapidJSON.
#ifndef ILMGEN_INPUT_FILE_H
#define ILMGEN_INPUT_FILE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ilm {

/// Models RapidJSON's input stream.  Peek() and Take() give '\0' at the end, as RapidJSON wants it;
/// at_end() tells that from a NUL byte in the file.  Throws Error if the file cannot be read.
class InputFile {
public:
    using Ch = char;

    /// "-" is standard input.
    explicit InputFile(const std::string& path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    char Peek() const { return *next_; }
    char Take() {
        const char taken = *next_;
        if (++next_ >= end_)
            refill(); // also if it was at the end: it stays there
        return taken;
    }
    std::size_t Tell() const { return passed_ + static_cast<std::size_t>(next_ - buffer_.data()); }
    bool at_end() const { return next_ == end_; }

    /// What to call it in a message.
    const std::string& name() const { return name_; }

    // RapidJSON asks for the writing half of the concept too but never calls it on this stream.
    char* PutBegin() { return nullptr; }
    void Put(char) {}
    void Flush() {}
    std::size_t PutEnd(char*) { return 0; }

private:
    void refill();

    std::string name_;
    int fd_;
    std::vector<char>
        buffer_; ///< one byte more than is read at once: there is always a '\0' at end_
    char* next_;
    char* end_;
    std::size_t passed_ = 0; ///< bytes of the file before the buffer
};

} // namespace ilm

#endif
