// SPDX-License-Identifier: GPL-2.0-or-later
//
// Reads many compressed files side by side. The decoder of each file needs megabytes, because it
// keeps the bytes that the compressor may refer to. So if a file has not been read for long, the
// rest of it is decompressed into a temporary file, which all files share. Each file is
// decompressed once.
#ifndef ILMGEN_FROM_BYTES_SET_ASIDE_H
#define ILMGEN_FROM_BYTES_SET_ASIDE_H

#include "ilmgen/from/bytes/log_source.h"

#include <cstdint>
#include <optional>

namespace ilm {

/// All objects of this class must be read by the same thread.
class SetAside : public ByteSource {
public:
    explicit SetAside(LogSource& file) : file_(file) {}
    ~SetAside() override;
    SetAside(const SetAside&) = delete;
    SetAside& operator=(const SetAside&) = delete;

    /// Also throws Error if there is no room in the folder for temporary files.
    std::size_t read(char* to, std::size_t most) override;
    void cancel() override { file_.cancel(); }

private:
    class Recent;
    struct Rest { ///< where it lies
        std::uint64_t next = 0;
        std::uint64_t end = 0;
    };

    void set_aside();

    LogSource& file_;
    std::optional<Rest> rest_;
    std::optional<BrokenSource> broken_; ///< what is wrong with the bytes behind rest_
};

} // namespace ilm

#endif
