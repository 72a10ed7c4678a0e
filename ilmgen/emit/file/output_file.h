// SPDX-License-Identifier: GPL-2.0-or-later
//
// A file that appears under its name only when it is complete.
#ifndef ILMGEN_EMIT_FILE_OUTPUT_FILE_H
#define ILMGEN_EMIT_FILE_OUTPUT_FILE_H

#include "ilmgen/emit/file/compress.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// Models RapidJSON's output stream. Writes to a temporary file in the same folder, which commit()
/// renames. Without commit() the temporary file is removed, also if a signal ends the program.
/// Standard output, pipes and devices are written directly. A file whose name ends in .gz or .zst
/// is compressed. Throws Error if the file cannot be written.
class OutputFile {
public:
    using Ch = char;

    /// Throws Error if this file must not be replaced.
    using Guard = std::function<void(const std::string& path)>;

    /// "-" is standard output. `guard` is called for a file that exists under this name when the
    /// new one is complete; null: any file may be replaced.
    explicit OutputFile(const std::string& path, Guard guard = nullptr);
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    void Put(char byte) {
        *room(1) = byte;
        ++end_;
    }
    /// RapidJSON calls it at the end of a document; commit() is what writes the rest.
    void Flush() {}
    void write(std::string_view text);

    /// Returns where the caller can put this number of bytes (at most 64 KiB). The caller then
    /// calls put_until() with the end of those that it has put.
    char* room(std::size_t bytes) {
        if (bytes > static_cast<std::size_t>(buffer_.data() + buffer_.size() - end_))
            flush();
        return end_;
    }
    void put_until(char* end) { end_ = end; }

    /// Writes what is left and gives the file its name.
    void commit();

private:
    void open_temporary();
    void rename_temporary();
    void flush();
    void write_all(std::string_view bytes);
    void close();
    [[noreturn]] void fail(const char* what) const;
    void discard();

    std::string name_; ///< for messages
    std::string path_;
    Guard guard_;
    std::string temporary_; ///< empty if written directly
    int fd_ = -1;
    std::unique_ptr<Encoder> encoder_; ///< null: written as it is
    std::vector<char> buffer_;
    char* end_; ///< of what the buffer holds
};

} // namespace ilm

#endif
