// SPDX-License-Identifier: GPL-2.0-or-later
//
// The files of a run: their decompressed content, and how many bytes have been read.
#ifndef ILMGEN_FROM_BYTES_LOG_SOURCE_H
#define ILMGEN_FROM_BYTES_LOG_SOURCE_H

#include "ilmgen/from/bytes/decompress.h"
#include "ilmgen/from/bytes/input_file.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ilm {

/// One file, whose first bytes can be looked at before they are read.
class LogSource : public ByteSource {
public:
    /// "-" is standard input. `is_of_folder`: the user has named the file's folder, not the file.
    /// Throws Error if it cannot be opened and read.
    explicit LogSource(const std::string& path, bool is_of_folder = false)
        : file_(path), text_(file_), is_of_folder_(is_of_folder) {}

    /// The first bytes, at most longest_begin. They may be fewer if they already show that the file
    /// is a JSON array.
    std::string_view begin();
    static constexpr std::size_t longest_begin = 4096;

    std::size_t read(char* to, std::size_t most) override;
    void cancel() override { file_.cancel(); }

    /// The first bytes of what read() has given, at most longest_begin.
    std::string_view given() const { return std::string_view(kept_); }

    const InputFile& file() const { return file_; }
    const std::string& name() const { return file_.name(); }
    bool is_of_folder() const { return is_of_folder_; }
    /// After the first bytes.
    bool is_compressed() const { return text_.is_compressed(); }

private:
    std::size_t read_on(char* to, std::size_t most);

    InputFile file_;
    Decompressed text_;
    bool is_of_folder_;
    std::string begin_;
    std::size_t given_ = 0;              ///< how many of those bytes read() has returned
    std::string kept_;                   ///< the first of all bytes that were given
    std::optional<BrokenSource> broken_; ///< what is wrong with the bytes behind them
};

/// At least one file.
class LogSources {
public:
    /// Each path is a file, "-", or a folder, which stands for all files in it in the order of
    /// their names.  Throws Error if one cannot be opened, or a folder is empty.
    explicit LogSources(const std::vector<std::string>& paths);

    const std::vector<std::unique_ptr<LogSource>>& files() const { return files_; }

    /// The name of all in messages: the path, if there was only one.
    const std::string& name() const { return name_; }

    /// The files' sizes in bytes; empty if one is no regular file.
    std::optional<std::uint64_t> size() const;
    /// How many bytes of the files were read so far. May be called from another thread.
    std::uint64_t passed() const;

private:
    void add(const std::string& path);

    std::string name_;
    std::vector<std::unique_ptr<LogSource>> files_;
};

} // namespace ilm

#endif
