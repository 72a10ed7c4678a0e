// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/file/compress.h"

#define ZLIB_CONST // what zlib only reads is const
#include <zlib.h>
#include <zstd.h>

#include <cstddef>
#include <new>
#include <vector>

namespace ilm {

namespace {

constexpr std::size_t encoded_size = std::size_t{1} << 17;

class GzipEncoder : public Encoder {
public:
    GzipEncoder() : buffer_(encoded_size) {
        constexpr int gzip = 16 + MAX_WBITS;
        constexpr int usual_memory = 8;
        if (::deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, gzip, usual_memory,
                           Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    ~GzipEncoder() override { ::deflateEnd(&stream_); }
    GzipEncoder(const GzipEncoder&) = delete;
    GzipEncoder& operator=(const GzipEncoder&) = delete;

    void encode(std::string_view text, const Write& write) override {
        run(text, Z_NO_FLUSH, write);
    }
    void finish(const Write& write) override { run({}, Z_FINISH, write); }

private:
    /// The text's length fits zlib's numbers, because it is at most an output's buffer.
    void run(std::string_view text, int flush, const Write& write) {
        stream_.next_in = reinterpret_cast<const Bytef*>(text.data());
        stream_.avail_in = static_cast<uInt>(text.size());
        do {
            stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
            stream_.avail_out = static_cast<uInt>(buffer_.size());
            ::deflate(&stream_, flush);
            write({buffer_.data(), buffer_.size() - stream_.avail_out});
        } while (stream_.avail_out == 0);
    }

    z_stream stream_{};
    std::vector<char> buffer_;
};

class ZstdEncoder : public Encoder {
public:
    ZstdEncoder() : stream_(::ZSTD_createCStream()), buffer_(encoded_size) {
        if (stream_ == nullptr)
            throw std::bad_alloc();
        ::ZSTD_CCtx_setParameter(stream_.get(), ZSTD_c_checksumFlag, 1);
    }

    void encode(std::string_view text, const Write& write) override {
        ZSTD_inBuffer in{text.data(), text.size(), 0};
        while (in.pos < in.size)
            run(in, ZSTD_e_continue, write);
    }
    void finish(const Write& write) override {
        ZSTD_inBuffer nothing{nullptr, 0, 0};
        while (run(nothing, ZSTD_e_end, write) > 0)
            ;
    }

private:
    /// Returns how many bytes are left to flush, at least.
    std::size_t run(ZSTD_inBuffer& in, ZSTD_EndDirective directive, const Write& write) {
        ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
        const std::size_t left = ::ZSTD_compressStream2(stream_.get(), &out, &in, directive);
        if (::ZSTD_isError(left) != 0)
            throw std::bad_alloc();
        write({buffer_.data(), out.pos});
        return left;
    }

    struct FreeStream {
        void operator()(ZSTD_CStream* stream) const { ::ZSTD_freeCStream(stream); }
    };
    std::unique_ptr<ZSTD_CStream, FreeStream> stream_;
    std::vector<char> buffer_;
};

} // namespace

std::unique_ptr<Encoder> encoder_for(std::string_view name) {
    if (name.ends_with(".gz"))
        return std::make_unique<GzipEncoder>();
    if (name.ends_with(".zst"))
        return std::make_unique<ZstdEncoder>();
    return nullptr;
}

} // namespace ilm
