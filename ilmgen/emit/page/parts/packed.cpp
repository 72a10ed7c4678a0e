// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/page/parts/packed.h"

#include "ilmgen/emit/file/compress.h"

#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>

namespace ilm {

namespace {

std::string in_base64(const std::string& bytes) {
    using namespace boost::archive::iterators;
    using Letters = base64_from_binary<transform_width<std::string::const_iterator, 6, 8>>;
    std::string text(Letters(bytes.begin()), Letters(bytes.end()));
    text.append((3 - bytes.size() % 3) % 3, '=');
    return text;
}

} // namespace

void Columns::put(std::uint64_t number) {
    constexpr unsigned bits = 7;
    constexpr std::uint64_t more = 1U << bits;
    for (; number >= more; number >>= bits)
        bytes_.push_back(static_cast<char>(number % more + more));
    bytes_.push_back(static_cast<char>(number));
    columns_.back().size = bytes_.size() - columns_.back().offset;
    ++columns_.back().count;
}

Packed packed(std::string_view header, const Columns& columns) {
    std::string size;
    for (unsigned byte = 0; byte < 4; ++byte)
        size.push_back(static_cast<char>(header.size() >> (8 * byte) & 0xff));
    std::string stream;
    const Encoder::Write write = [&stream](std::string_view bytes) { stream += bytes; };
    const std::unique_ptr<Encoder> encoder = encoder_for(".gz");
    for (const std::string_view part : {std::string_view(size), header})
        encoder->encode(part, write);
    Packed result;
    for (const PackedColumn& column : columns.columns()) {
        const std::size_t before = stream.size();
        encoder->encode(std::string_view(columns.bytes()).substr(column.offset, column.size),
                        write);
        result.bytes.push_back((stream.size() - before) * 4 / 3);
    }
    encoder->finish(write);
    result.text = in_base64(stream);
    return result;
}

} // namespace ilm
