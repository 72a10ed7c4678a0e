// SPDX-License-Identifier: GPL-2.0-or-later
//
// Output that is compressed with gzip or zstd. The file's name decides which.
#ifndef ILMGEN_EMIT_FILE_COMPRESS_H
#define ILMGEN_EMIT_FILE_COMPRESS_H

#include <functional>
#include <memory>
#include <string_view>

namespace ilm {

class Encoder {
public:
    using Write = std::function<void(std::string_view)>;

    virtual ~Encoder() = default;

    /// Takes more text, and writes the part of the compressed file that is ready.
    virtual void encode(std::string_view text, const Write& write) = 0;
    /// Writes the rest of the compressed file.
    virtual void finish(const Write& write) = 0;
};

/// The encoder for a name that ends in .gz or .zst; null for all other names.
std::unique_ptr<Encoder> encoder_for(std::string_view name);

} // namespace ilm

#endif
