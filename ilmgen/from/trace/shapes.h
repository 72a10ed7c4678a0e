// SPDX-License-Identifier: GPL-2.0-or-later
//
// The kinds of JSON objects that a trace consists of: which keys each may
// have, and which it must (docs/trace-format.md).
#ifndef ILMGEN_FROM_TRACE_SHAPES_H
#define ILMGEN_FROM_TRACE_SHAPES_H

#include "ilmgen/from/trace/json_stream.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string_view>

namespace ilm::trace_format {

/// Every key of every shape: sync_WAIT, usage_ADDR, ...
enum class Field : std::uint8_t {
    unknown,
#define EVENT_KEY(shape, ID, type, other, need) shape##_##ID,
#include "shared/event_keys.def"
};

/// The kinds of JSON objects that the format has.
enum class Object : std::uint8_t {
#define EVENT_OBJECT(shape, name) shape,
#include "shared/event_keys.def"
};

/// Whether an object must have the key, or exactly one of several keys.
enum class Need : std::uint8_t { optional, required, one_of };

enum class Type : std::uint8_t { any, integer, string, object, array, null, boolean };

static_assert(std::endian::native == std::endian::little);

/// A key's characters as one number, so that a look-up compares numbers; 0 if it is too long to be
/// one of ours.
constexpr std::uint64_t packed(std::string_view key) {
    std::uint64_t number = 0;
    if (key.size() > sizeof number)
        return 0;
    for (std::size_t i = key.size(); i-- > 0;)
        number = number << 8 | static_cast<unsigned char>(key[i]);
    return number;
}

/// The same for a string in the stream's buffer, where bytes behind the string may be read, too.
inline std::uint64_t packed_in_place(const char* text, std::size_t length) {
    std::uint64_t number;
    static_assert(sizeof number <= JsonStream::readable);
    if (length == 0 || length > sizeof number)
        return 0;
    std::memcpy(&number, text, sizeof number);
    return number << (64 - 8 * length) >> (64 - 8 * length);
}

struct Word {
    std::string_view key;
    std::uint64_t number; ///< the key's, packed
    Object owner;
    Field field;
    Type type;
    Type other; ///< that it may have, too
    Need need;
};

inline constexpr Word all_words[] = {
#define EVENT_KEY(shape, ID, type, other, need)                                                    \
    {TRACE_##ID, packed(TRACE_##ID), Object::shape, Field::shape##_##ID,                           \
     Type::type, Type::other,        Need::need},
#include "shared/event_keys.def"
};

/// Keys of a shape, each a bit.
using Keys = std::uint32_t;

/// One kind of JSON object of the format: the keys it may have and those that it must.
struct Shape {
    const Word* begin;
    const Word* end;
    Keys required;
    Keys exactly_one; ///< of these keys; none if empty
    const char* name;

    constexpr Keys bit(const Word& word) const { return Keys{1} << (&word - begin); }
};

/// The words of an object are neighbours in the table.
constexpr Shape shape_of(Object object, const char* name) {
    const Word* const begin =
        std::find_if(std::begin(all_words), std::end(all_words),
                     [object](const Word& word) { return word.owner == object; });
    Shape made{begin, begin, 0, 0, name};
    for (; made.end != std::end(all_words) && made.end->owner == object; ++made.end) {
        made.required |= made.end->need == Need::required ? made.bit(*made.end) : 0;
        made.exactly_one |= made.end->need == Need::one_of ? made.bit(*made.end) : 0;
    }
    return made;
}

// event_shape, life_shape, ...
#define EVENT_OBJECT(shape, name)                                                                  \
    inline constexpr Shape shape##_shape = shape_of(Object::shape, name);
#include "shared/event_keys.def"

/// This word stands for every key that the format does not know.
inline constexpr Word unknown_word{"",        0,         Object::event, Field::unknown,
                                   Type::any, Type::any, Need::optional};

inline const Word& find(const Shape& shape, const char* key, std::size_t length) {
    const std::uint64_t number = packed_in_place(key, length);
    for (const Word* word = shape.begin; word != shape.end; ++word)
        if (word->number == number && word->key.size() == length)
            return *word;
    return unknown_word;
}

} // namespace ilm::trace_format

#endif
