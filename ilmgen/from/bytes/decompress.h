// SPDX-License-Identifier: GPL-2.0-or-later
//
// Traces that are compressed with gzip or zstd. The first bytes show which.
#ifndef ILMGEN_FROM_BYTES_DECOMPRESS_H
#define ILMGEN_FROM_BYTES_DECOMPRESS_H

#include "ilmgen/from/bytes/input_file.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ilm {

/// Decompresses bytes of one format (decompress.cpp).
class Decoder {
public:
    virtual ~Decoder() = default;

    struct Progress {
        std::size_t taken = 0; ///< bytes of `from`
        std::size_t put = 0;   ///< bytes to `to`
        std::string broken;    ///< what is wrong with the bytes after those; empty: nothing
    };
    /// If it neither takes nor puts anything, it needs more bytes, or something is wrong.
    virtual Progress decode(std::span<const char> from, std::span<char> to) = 0;

    /// Whether the bytes may end here.
    virtual bool complete() const = 0;
};

/// Decompresses a source, or passes it on if it is not compressed. The source may consist of
/// several compressed files, one after the other.
class Decompressed : public ByteSource {
public:
    explicit Decompressed(ByteSource& source) : source_(source) {}

    /// Throws BrokenSource if the compressed bytes are damaged or cut.
    std::size_t read(char* to, std::size_t most) override;
    void cancel() override { source_.cancel(); }

    /// After the first read().
    bool is_compressed() const { return decoder_ != nullptr; }

private:
    void look();
    bool read_on();
    std::size_t decode(char* to, std::size_t most);
    void let_go();
    [[noreturn]] void fail(const std::string& reason) const;

    ByteSource& source_;
    bool looked_ = false;
    std::unique_ptr<Decoder> decoder_; ///< null: not compressed
    const char* format_ = nullptr;     ///< its name
    std::vector<char> buffer_;
    std::size_t begin_ = 0;    ///< where the bytes in the buffer begin that were not taken yet
    std::size_t end_ = 0;      ///< where they end
    std::uint64_t passed_ = 0; ///< bytes of the source before the buffer
    std::string broken_;       ///< as Decoder::Progress's
};

/// Reads a compressed file to its end and says what is wrong with it. Returns an empty text if
/// nothing is wrong, or if the file is not compressed. This check is needed because damaged bytes
/// may be decompressed to a wrong text before the damage is noticed.
std::string damage_of_compressed(const std::string& path);

} // namespace ilm

#endif
