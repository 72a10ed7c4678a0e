// SPDX-License-Identifier: GPL-2.0-or-later
//
// Regular files. There may be more files than the process may have open at once. So a file that has
// not been read for long is closed, and opened again when it is read.
#ifndef ILMGEN_FROM_BYTES_REOPENED_FILE_H
#define ILMGEN_FROM_BYTES_REOPENED_FILE_H

#include "ilmgen/from/bytes/byte_source.h"

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace ilm {

/// The descriptor of an open file, which is closed with this object.
class Descriptor {
public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor();
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int fd() const { return fd_; }

private:
    int fd_;
};

class ReopenedFile : public ByteSource {
public:
    /// `open`: the descriptor of the regular file with this path, at the file's beginning.
    ReopenedFile(const std::string& path, std::shared_ptr<const Descriptor> open);
    ~ReopenedFile() override;

    /// Also throws Error if another file has this name by now.
    std::size_t read(char* to, std::size_t most) override;

private:
    std::shared_ptr<const Descriptor> reopened() const;

    std::string path_;
    dev_t device_ = 0;
    ino_t inode_ = 0;
    std::uint64_t passed_ = 0; ///< bytes
};

} // namespace ilm

#endif
