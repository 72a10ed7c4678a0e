// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/file/compress.h"
#include "ilmgen/from/bytes/decompress.h"
#include "ilmgen/from/trace/trace_reader.h"
#include "tests/unit/events.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace {

using namespace ilm;

std::string compressed(std::string_view text, const char* name, std::size_t piece = SIZE_MAX) {
    const std::unique_ptr<Encoder> encoder = encoder_for(name);
    REQUIRE(encoder != nullptr);
    std::string bytes;
    const auto write = [&bytes](std::string_view more) { bytes += more; };
    for (; !text.empty(); text.remove_prefix(std::min(piece, text.size())))
        encoder->encode(text.substr(0, piece), write);
    encoder->finish(write);
    return bytes;
}

/// All text that can be decompressed, then what is wrong.
std::string read_back(std::string_view bytes, std::size_t piece = SIZE_MAX,
                      std::size_t most = 1000) {
    test::Bytes source(bytes, piece);
    Decompressed decompressed(source);
    std::string text;
    std::string part(most, '\0');
    try {
        while (const std::size_t got = decompressed.read(part.data(), most))
            text.append(part, 0, got);
    } catch (const BrokenSource& broken) {
        text += '!';
        text += broken.what();
    }
    return text;
}

/// A text that is longer than any buffer, and not too easy to compress.
std::string long_text() {
    std::string text;
    std::uint32_t number = 1;
    while (text.size() < 700'000)
        text += std::to_string(number = number * 1664525 + 1013904223);
    return text;
}

class Nobody : public EventSink {
public:
    void event(const Event&) override { ++events; }
    int events = 0;
};

} // namespace

TEST_CASE("what is compressed is read back") {
    const std::string text = long_text();
    for (const char* name : {"a.gz", "a.zst"}) {
        const std::string bytes = compressed(text, name);
        CHECK(bytes.size() < text.size() * 2 / 3);
        CHECK(read_back(bytes) == text);
        CHECK(read_back(bytes, 7, 13) == text);
        CHECK(read_back(compressed(text, name, 1000)) == text);
        CHECK(read_back(compressed("", name)).empty());
        CHECK(read_back(compressed("x", name), 1, 1) == "x");
    }
}

TEST_CASE("compressed files one after the other are one") {
    for (const char* name : {"a.gz", "a.zst"})
        for (const std::size_t piece : {std::size_t{1}, SIZE_MAX})
            CHECK(
                read_back(compressed("one,", name) + compressed("", name) + compressed("two", name),
                          piece) == "one,two");
}

TEST_CASE("what is not compressed stays as it is") {
    for (const char* text : {"", "[", "[]", "\x1f", "\x1f[", "\x28\xb5", "\x28\xb5\x2f", "(]"})
        for (const std::size_t piece : {std::size_t{1}, SIZE_MAX})
            CHECK(read_back(text, piece, 2) == text);
    CHECK(encoder_for("a.gz.json") == nullptr);
    CHECK(encoder_for("-") == nullptr);
}

TEST_CASE("a compressed file that is cut is noticed, wherever") {
    for (const char* name : {"a.gz", "a.zst"}) {
        const std::string bytes = compressed("some text, some more of the same text", name);
        for (std::size_t size = 4; size < bytes.size(); ++size) {
            const std::string got = read_back(std::string_view(bytes).substr(0, size));
            CAPTURE(size);
            CHECK(got.ends_with("the file is cut off"));
            CHECK(got.find("!cannot be decompressed at byte " + std::to_string(size) + " of the " +
                           (*(name + 2) == 'g' ? "gzip" : "zstd") + " file: ") !=
                  std::string::npos);
        }
    }
}

TEST_CASE("a damaged compressed file is never taken for another") {
    const std::string text = "some text, some more of the same text, and then an end";
    for (const char* name : {"a.gz", "a.zst"}) {
        const std::string whole = compressed(text, name);
        for (std::size_t i = 4; i < whole.size(); ++i) {
            std::string bytes = whole;
            bytes[i] = static_cast<char>(bytes[i] ^ 0x10);
            const std::string got = read_back(bytes);
            CAPTURE(i);
            // A gzip header has bytes that mean nothing to us.
            CHECK((got == text || got.find('!') != std::string::npos));
        }
        CHECK(read_back(whole + "tail").starts_with(text + "!cannot be decompressed at byte "));
    }
}

TEST_CASE("a damaged compressed trace gives what is whole of it") {
    std::string text = "[";
    for (int id = 1; id <= 20000; ++id)
        text += (id > 1 ? ",\n" : "") + (R"({"thid":1,"icnt":3,"id":)" + std::to_string(id)) +
                R"(,"info":""})";
    text += "]";
    for (const char* name : {"a.gz", "a.zst"}) {
        const std::string bytes = compressed(text, name);
        test::Bytes half(std::string_view(bytes).substr(0, bytes.size() / 2));
        Decompressed source(half);
        Nobody sink;
        const std::optional<Damage> damage = read_trace(source, sink);
        REQUIRE(damage.has_value());
        CHECK(sink.events > 100);
        CHECK(std::string(damage->error.what()).ends_with(" file: the file is cut off"));
        // The lost part begins with the next event.
        CHECK(std::string_view(text)
                  .substr(text.find('{', damage->lost_from))
                  .starts_with(R"({"thid":1,"icnt":3,"id":)" + std::to_string(sink.events + 1) +
                               ","));
    }
    test::Bytes no_header(std::string_view("\x1f\x8b\xff\xff", 4));
    Decompressed source(no_header);
    Nobody sink;
    CHECK(read_trace(source, sink)->error.sentence() ==
          "byte 0, before the first event: cannot be decompressed at byte 4 of the gzip file: "
          "unknown compression method");
}
