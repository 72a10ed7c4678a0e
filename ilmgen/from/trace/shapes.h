// SPDX-License-Identifier: GPL-2.0-or-later
//
// The kinds of JSON objects that a trace consists of: which keys each may
// have, and which it must (docs/trace-format.md).
#ifndef ILMGEN_FROM_TRACE_SHAPES_H
#define ILMGEN_FROM_TRACE_SHAPES_H

#include "ilmgen/from/trace/json_stream.h"
#include "shared/trace_vocabulary.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ilm::trace_format {

/// Every key of the trace format, in one enumeration so that a set of keys is a word of bits.
enum class Field : std::uint8_t {
    unknown,
    // an event
    thid,
    icnt,
    id,
    life,
    sync,
    info,
    time,
    // a kind of `life`
    alloc,
    free,
    newsync,
    delsync,
    // a kind of `sync`
    fork,
    join,
    exit,
    rel,
    acq,
    // inside them
    usage,
    addr,
    size,
    read,
    written,
    seq,
    prim,
    mode,
    wait,
    own,
    library,
    bytes,
    of_alloc,
    // where it happened
    at,
    work,
    samples,
    name,
    rwlock_kind,
    stack,
    caller,
    code,
    object,
    offset,
    source,
    function,
    file,
    folder,
    line,
};

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

/// The same for a string in the stream's buffer, where more may be read than it has.
inline std::uint64_t packed_in_place(const char* text, std::size_t length) {
    std::uint64_t number;
    static_assert(sizeof number <= JsonStream::readable);
    if (length == 0 || length > sizeof number)
        return 0;
    std::memcpy(&number, text, sizeof number);
    return number << (64 - 8 * length) >> (64 - 8 * length);
}

struct Word {
    constexpr Word(std::string_view word, Field word_field, Type word_type)
        : Word(word, word_field, word_type, word_type) {}
    constexpr Word(std::string_view word, Field word_field, Type word_type, Type or_type)
        : key(word), number(packed(word)), field(word_field), type(word_type), other(or_type) {}

    std::string_view key;
    std::uint64_t number;
    Field field;
    Type type;
    Type other; ///< that it may have, too
};

using Fields = std::uint64_t;

template <class... F>
constexpr Fields fields(F... field) {
    return ((Fields{1} << static_cast<unsigned>(field)) | ... | Fields{0});
}

constexpr bool has(Fields set, Field field) {
    return (set & fields(field)) != 0;
}

/// One kind of JSON object of the format: the keys it may have and those that it must.
struct Shape {
    const Word* begin;
    const Word* end;
    Fields required;
    Fields exactly_one; ///< of these keys; none if empty
    const char* name;
};

inline constexpr Word event_words[] = {
    {TRACE_THID, Field::thid, Type::integer}, {TRACE_ICNT, Field::icnt, Type::integer},
    {TRACE_ID, Field::id, Type::integer},     {TRACE_LIFE, Field::life, Type::object},
    {TRACE_SYNC, Field::sync, Type::object},  {TRACE_INFO, Field::info, Type::string},
    {TRACE_TIME, Field::time, Type::integer},
};
inline constexpr Word life_words[] = {
    {TRACE_ALLOC, Field::alloc, Type::object},
    {TRACE_FREE, Field::free, Type::object},
    {TRACE_NEWSYNC, Field::newsync, Type::object},
    {TRACE_DELSYNC, Field::delsync, Type::object},
};
inline constexpr Word sync_words[] = {
    {TRACE_USAGE, Field::usage, Type::array},
    {TRACE_FORK, Field::fork, Type::integer},
    {TRACE_JOIN, Field::join, Type::integer},
    {TRACE_EXIT, Field::exit, Type::null},
    {TRACE_REL, Field::rel, Type::integer},
    {TRACE_ACQ, Field::acq, Type::integer},
    {TRACE_SEQ, Field::seq, Type::integer},
    {TRACE_PRIM, Field::prim, Type::string},
    {TRACE_MODE, Field::mode, Type::string},
    {TRACE_WAIT, Field::wait, Type::integer},
    {TRACE_OWN, Field::own, Type::integer},
    {TRACE_BYTES, Field::bytes, Type::integer},
    {TRACE_WORK, Field::work, Type::array},
    {TRACE_AT, Field::at, Type::integer, Type::array},
    {TRACE_LIBRARY, Field::library, Type::integer},
};
// Both as usage and as what is freed.
inline constexpr Word block_usage_words[] = {
    {TRACE_ADDR, Field::addr, Type::integer},
    {TRACE_SIZE, Field::size, Type::integer},
    {TRACE_READ, Field::read, Type::integer},
    {TRACE_WRITTEN, Field::written, Type::integer},
    {TRACE_OF_ALLOC, Field::of_alloc, Type::integer},
};
inline constexpr Word mem_block_words[] = {
    {TRACE_ADDR, Field::addr, Type::integer},
    {TRACE_SIZE, Field::size, Type::integer},
    {TRACE_LIBRARY, Field::library, Type::integer},
    {TRACE_AT, Field::at, Type::integer, Type::array},
};
// An object that ends has the first two only.
inline constexpr Word object_words[] = {
    {TRACE_PRIM, Field::prim, Type::string},
    {TRACE_ADDR, Field::addr, Type::integer},
    {TRACE_OF_ALLOC, Field::of_alloc, Type::integer},
    {TRACE_OFFSET, Field::offset, Type::integer},
    {TRACE_NAME, Field::name, Type::string},
    {TRACE_RWLOCK_KIND, Field::rwlock_kind, Type::integer},
    {TRACE_AT, Field::at, Type::integer, Type::array},
};
inline constexpr Word work_words[] = {
    {TRACE_AT, Field::at, Type::integer, Type::array},
    {TRACE_SAMPLES, Field::samples, Type::integer},
};
inline constexpr Word stack_words[] = {
    {TRACE_STACK, Field::stack, Type::integer},
    {TRACE_CALLER, Field::caller, Type::integer},
    {TRACE_CODE, Field::code, Type::integer, Type::object},
};
inline constexpr Word code_words[] = {
    {TRACE_CODE, Field::code, Type::integer},
    {TRACE_OBJECT, Field::object, Type::string},
    {TRACE_OFFSET, Field::offset, Type::integer},
    {TRACE_SOURCE, Field::source, Type::array},
};
inline constexpr Word source_words[] = {
    {TRACE_FUNCTION, Field::function, Type::string},
    {TRACE_FILE, Field::file, Type::string},
    {TRACE_LINE, Field::line, Type::integer},
    {TRACE_FOLDER, Field::folder, Type::string},
};

template <std::size_t N>
constexpr Shape shape(const char* name, const Word (&words)[N], Fields required,
                      Fields exactly_one = 0) {
    return {words, words + N, required, exactly_one, name};
}

inline constexpr Shape event_shape =
    shape("an event", event_words, fields(Field::thid, Field::icnt, Field::id),
          fields(Field::life, Field::sync, Field::info));
inline constexpr Shape life_shape = shape(
    "'life'", life_words, 0, fields(Field::alloc, Field::free, Field::newsync, Field::delsync));
inline constexpr Shape sync_shape =
    shape("'sync'", sync_words, fields(Field::usage),
          fields(Field::fork, Field::join, Field::exit, Field::rel, Field::acq));
inline constexpr Shape alloc_shape =
    shape("'alloc'", mem_block_words, fields(Field::addr, Field::size));
inline constexpr Fields block_usage_fields =
    fields(Field::addr, Field::size, Field::read, Field::written);
// Only a usage entry can be about a block that is gone; in 'free' the key says nothing.
inline constexpr Shape free_shape = {block_usage_words, block_usage_words + 4, block_usage_fields,
                                     0, "'free'"};
inline constexpr Shape usage_shape =
    shape("an entry of 'usage'", block_usage_words, block_usage_fields);
inline constexpr Shape newsync_shape =
    shape("'newsync'", object_words, fields(Field::prim, Field::addr));
inline constexpr Shape delsync_shape = {object_words, object_words + 2,
                                        fields(Field::prim, Field::addr), 0, "'delsync'"};
inline constexpr Shape work_shape =
    shape("an entry of '" TRACE_WORK "'", work_words, fields(Field::at, Field::samples));
inline constexpr Shape stack_shape =
    shape("a stack", stack_words, fields(Field::stack, Field::code));
inline constexpr Shape code_shape = shape("a place in the code", code_words, fields(Field::code));
inline constexpr Shape source_shape =
    shape("an entry of '" TRACE_SOURCE "'", source_words, fields(Field::function));

/// This word stands for every key that the format does not know.
inline constexpr Word unknown_word{"", Field::unknown, Type::any};

inline const Word& find(const Shape& shape, const char* key, std::size_t length) {
    const std::uint64_t number = packed_in_place(key, length);
    for (const Word* word = shape.begin; word != shape.end; ++word)
        if (word->number == number && word->key.size() == length)
            return *word;
    return unknown_word;
}

} // namespace ilm::trace_format

#endif
