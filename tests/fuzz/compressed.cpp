// SPDX-License-Identifier: GPL-2.0-or-later
//
// Fuzz target: a trace that is compressed, and perhaps damaged then, gives what
// its text gives, or a sentence.  The white space before the trace says how it
// is compressed and where it is damaged, so that an input is still a trace.
// An input that is compressed already is read as it is, too.
#include "ilmgen/emit/file/compress.h"
#include "ilmgen/from/bytes/decompress.h"
#include "tests/fuzz/bytes.h"

namespace {

using namespace ilm;
using fuzz::require;

struct Wish {
    bool zstd = false;
    bool cut = false;
    bool damage = false;
    std::size_t place = 0;
};

/// Digits to the base 4.
Wish wish_of(std::string_view text) {
    std::size_t number = 0;
    for (std::size_t digits = 0; digits < text.size() && digits < 8; ++digits) {
        const std::size_t digit = std::string_view(" \t\n\r").find(text[digits]);
        if (digit == std::string_view::npos)
            break;
        number |= digit << (2 * digits);
    }
    return {(number & 1) != 0, (number & 2) != 0, (number & 4) != 0, number >> 3};
}

std::string compressed(std::string_view text, bool zstd) {
    const std::unique_ptr<Encoder> encoder = encoder_for(zstd ? ".zst" : ".gz");
    std::string bytes;
    const auto write = [&bytes](std::string_view more) { bytes += more; };
    encoder->encode(text, write);
    encoder->finish(write);
    return bytes;
}

struct Reading {
    std::string text;
    std::string broken; ///< what is wrong; empty: nothing
    bool operator==(const Reading&) const = default;
};

Reading reading_of(std::string_view bytes, std::size_t piece) {
    constexpr std::size_t enough = std::size_t{1} << 24; // a few bytes can stand for very many
    fuzz::Bytes source(bytes, piece);
    Decompressed decompressed(source);
    Reading reading;
    std::string part(1000, '\0');
    try {
        while (const std::size_t got = decompressed.read(part.data(), part.size())) {
            reading.text.append(part, 0, got);
            if (reading.text.size() > enough)
                break;
        }
    } catch (const BrokenSource& broken) {
        reading.broken = broken.what();
    }
    return reading;
}

/// The same.  Where it is damaged zstd may complain before it has given what comes before that,
/// which depends on how many bytes it was given at once.
bool agree(const Reading& a, const Reading& b) {
    if (a.broken.empty() || b.broken.empty())
        return a == b;
    return a.text.starts_with(b.text) || b.text.starts_with(a.text);
}

void check_wish(std::string_view text) {
    const Wish wish = wish_of(text);
    std::string bytes = compressed(text, wish.zstd);
    require(reading_of(bytes, SIZE_MAX) == Reading{std::string(text), ""},
            "what is compressed is read back");
    const std::size_t magic = 4;
    const std::size_t place = magic + wish.place % (bytes.size() - magic);
    if (wish.damage)
        bytes[place] = static_cast<char>(bytes[place] ^ (1 << (wish.place % 8)));
    if (wish.cut)
        bytes.resize(place);
    const Reading reading = reading_of(bytes, SIZE_MAX);
    if (wish.cut)
        require(!reading.broken.empty(), "a cut is noticed");
    require(!reading.broken.empty() || reading.text == text, "damage is noticed");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Reading at_once = reading_of(text, SIZE_MAX);
    require(agree(reading_of(text, 1), at_once), "the same however it is read");
    check_wish(text);
    return 0;
}
