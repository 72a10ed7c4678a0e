// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/bytes/decompress.h"

#define ZLIB_CONST // what zlib only reads is const
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <new>
#include <string_view>
#include <system_error>

namespace ilm {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 17;

/// The files' formats are described in RFC 1952 and RFC 8878.
constexpr std::string_view gzip_begin = "\x1f\x8b";
constexpr std::string_view zstd_begin = "\x28\xb5\x2f\xfd";
constexpr std::size_t longest_begin = 4;

/// Limits a size to what fits in uInt, because zlib counts bytes in that type.
uInt limited(std::size_t bytes) {
    return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max()));
}

class GzipDecoder : public Decoder {
public:
    GzipDecoder() {
        constexpr int only_gzip = 16 + MAX_WBITS;
        if (::inflateInit2(&stream_, only_gzip) != Z_OK)
            throw std::bad_alloc();
    }
    ~GzipDecoder() override { ::inflateEnd(&stream_); }
    GzipDecoder(const GzipDecoder&) = delete;
    GzipDecoder& operator=(const GzipDecoder&) = delete;

    Progress decode(std::span<const char> from, std::span<char> to) override {
        if (complete_ && !from.empty()) {
            ::inflateReset(&stream_);
            complete_ = false;
        }
        stream_.next_in = reinterpret_cast<const Bytef*>(from.data());
        stream_.avail_in = limited(from.size());
        stream_.next_out = reinterpret_cast<Bytef*>(to.data());
        stream_.avail_out = limited(to.size());
        const uInt in = stream_.avail_in;
        const uInt out = stream_.avail_out;
        const int result = complete_ ? Z_OK : ::inflate(&stream_, Z_NO_FLUSH);
        complete_ = complete_ || result == Z_STREAM_END;
        Progress step{in - stream_.avail_in, out - stream_.avail_out, {}};
        if (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
            step.broken = stream_.msg != nullptr ? stream_.msg : ::zError(result);
        return step;
    }
    bool complete() const override { return complete_; }

private:
    z_stream stream_{};
    bool complete_ = false;
};

class ZstdDecoder : public Decoder {
public:
    ZstdDecoder() : stream_(::ZSTD_createDStream()) {
        if (stream_ == nullptr)
            throw std::bad_alloc();
    }

    Progress decode(std::span<const char> from, std::span<char> to) override {
        if (complete_ && from.empty())
            return {};
        ZSTD_inBuffer in{from.data(), from.size(), 0};
        ZSTD_outBuffer out{to.data(), to.size(), 0};
        const std::size_t result = ::ZSTD_decompressStream(stream_.get(), &out, &in);
        Progress step{in.pos, out.pos, {}};
        if (::ZSTD_isError(result) != 0)
            step.broken = ::ZSTD_getErrorName(result);
        complete_ = result == 0;
        return step;
    }
    bool complete() const override { return complete_; }

private:
    struct FreeStream {
        void operator()(ZSTD_DStream* stream) const { ::ZSTD_freeDStream(stream); }
    };
    std::unique_ptr<ZSTD_DStream, FreeStream> stream_;
    bool complete_ = false;
};

/// Replaces a decoder that is no longer needed. It takes nothing.
class EndedDecoder : public Decoder {
public:
    explicit EndedDecoder(bool complete) : complete_(complete) {}
    Progress decode(std::span<const char> /*from*/, std::span<char> /*to*/) override { return {}; }
    bool complete() const override { return complete_; }

private:
    bool complete_;
};

} // namespace

/// Reads only as many bytes as the format can be recognised by, because the program that writes
/// them may wait for a reaction.
void Decompressed::look() {
    looked_ = true;
    buffer_.resize(longest_begin);
    const auto begin = [this] { return std::string_view(buffer_.data(), end_); };
    const auto may_become = [&](std::string_view whole) {
        return begin().size() < whole.size() && whole.starts_with(begin());
    };
    while (may_become(gzip_begin) || may_become(zstd_begin)) {
        const std::size_t got = source_.read(buffer_.data() + end_, 1);
        if (got == 0)
            break;
        end_ += got;
    }
    if (begin() == gzip_begin) {
        decoder_ = std::make_unique<GzipDecoder>();
        format_ = "gzip";
    } else if (begin() == zstd_begin) {
        decoder_ = std::make_unique<ZstdDecoder>();
        format_ = "zstd";
    }
    if (decoder_ != nullptr)
        buffer_.resize(buffer_size);
}

std::size_t Decompressed::read(char* to, std::size_t most) {
    if (!looked_)
        look();
    if (decoder_ != nullptr)
        return decode(to, most);
    if (begin_ == end_)
        return source_.read(to, most);
    const std::size_t got = std::min(most, end_ - begin_);
    std::copy_n(buffer_.data() + begin_, got, to);
    begin_ += got;
    return got;
}

std::size_t Decompressed::decode(char* to, std::size_t most) {
    while (broken_.empty()) {
        Decoder::Progress step =
            decoder_->decode({buffer_.data() + begin_, end_ - begin_}, {to, most});
        begin_ += step.taken;
        broken_ = std::move(step.broken);
        if (step.put > 0)
            return step.put;
        if (broken_.empty() && step.taken == 0 && !read_on()) {
            let_go();
            if (!decoder_->complete())
                fail("the file is cut off");
            return 0;
        }
    }
    let_go();
    fail(broken_);
}

/// Frees memory, because there may be many files that are read to their ends.
void Decompressed::let_go() {
    decoder_ = std::make_unique<EndedDecoder>(decoder_->complete());
    std::vector<char>().swap(buffer_); // its room, too
    passed_ += begin_;
    begin_ = end_ = 0;
}

/// False at the end of the source.
bool Decompressed::read_on() {
    std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
    passed_ += begin_;
    end_ -= begin_;
    begin_ = 0;
    const std::size_t got = source_.read(buffer_.data() + end_, buffer_.size() - end_);
    end_ += got;
    return got > 0;
}

void Decompressed::fail(const std::string& reason) const {
    throw BrokenSource("cannot be decompressed at byte " + std::to_string(passed_ + begin_) +
                       " of the " + format_ + " file: " + reason);
}

std::string damage_of_compressed(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
        return {};
    InputFile file(path);
    Decompressed text(file);
    std::vector<char> ignored(buffer_size);
    try {
        while (text.read(ignored.data(), ignored.size()) > 0 && text.is_compressed())
            ;
    } catch (const BrokenSource& broken) {
        return broken.what();
    }
    return {};
}

} // namespace ilm
