// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/plain_event.h"

#include "ilmgen/emitted/utf8.h"
#include "ilmgen/from/trace/json_stream.h"
#include "shared/trace_vocabulary.h"

#include <array>
#include <bit>
#include <cstring>

/// "key": as a literal.
#define KEY(name) "\"" name "\":"

namespace ilm {

namespace {

constexpr unsigned at_once = 8;      ///< digits, as many as a word has bytes
constexpr unsigned most_digits = 19; ///< a number with so many digits always fits in 64 bits

constexpr std::array<std::uint64_t, at_once + 1> power_of_ten = {
    1, 10, 100, 1'000, 10'000, 100'000, 1'000'000, 10'000'000, 100'000'000};

constexpr std::uint64_t every_byte(unsigned char byte) {
    return byte * 0x0101010101010101U;
}

/// How many of these bytes are digits, counted from the lowest; each is xored with '0'.
unsigned count_digits(std::uint64_t bytes) {
    constexpr unsigned char up_to_sign = 0x80 - 10;
    const std::uint64_t others = ((bytes + every_byte(up_to_sign)) | bytes) & every_byte(0x80);
    return static_cast<unsigned>(std::countr_zero(others)) / 8;
}

/// The number whose digits are these bytes, with the highest digit in the lowest byte. Neighbours
/// are combined into pairs, pairs into fours, and fours into all eight.
std::uint64_t number_of(std::uint64_t digits) {
    const std::uint64_t pairs = (digits * 10 + (digits >> 8)) & 0x00ff00ff00ff00ff;
    const std::uint64_t fours = (pairs * 100 + (pairs >> 16)) & 0x0000ffff0000ffff;
    return (fours * 10'000 + (fours >> 32)) & 0xffffffff;
}

/// Reads expected texts, and does not move if the text is another one. No expected text contains a
/// '\0', so none goes beyond the end of the text.
class Scanner {
public:
    explicit Scanner(const char* text) : at_(text) {}

    const char* at() const { return at_; }

    template <std::size_t Size>
    bool literal(const char (&text)[Size]) {
        static_assert(Size - 1 <= JsonStream::readable);
        if (std::memcmp(at_, text, Size - 1) != 0)
            return false;
        at_ += Size - 1;
        return true;
    }

    bool number(std::uint64_t& number) {
        const char* const begin = at_;
        number = 0;
        for (unsigned count = at_once; count == at_once;) {
            std::uint64_t bytes;
            static_assert(sizeof bytes <= JsonStream::readable);
            std::memcpy(&bytes, at_, sizeof bytes);
            bytes ^= every_byte('0');
            count = count_digits(bytes);
            if (count == 0)
                break;
            number = number * power_of_ten[count] + number_of(bytes << (64 - 8 * count));
            at_ += count;
            if (at_ - begin > most_digits)
                return false;
        }
        return at_ - begin == 1 || (at_ != begin && *begin != '0');
    }

    /// Reads a string, which must be UTF-8 and have no escapes.
    bool string(std::string_view& text) {
        if (*at_ != '"')
            return false;
        const char* const begin = ++at_;
        while (*at_ != '"') {
            if (*at_ == '\\' || static_cast<unsigned char>(*at_) < 0x20)
                return false;
            ++at_;
        }
        text = {begin, static_cast<std::size_t>(at_ - begin)};
        ++at_;
        return is_utf8(text);
    }

private:
    const char* at_;
};

bool block(Scanner& in, std::uint64_t& addr, std::uint64_t& size) {
    return in.literal(KEY(TRACE_ADDR)) && in.number(addr) && in.literal("," KEY(TRACE_SIZE)) &&
           in.number(size);
}

bool traffic(Scanner& in, BlockUsage& use) {
    return in.literal("," KEY(TRACE_READ)) && in.number(use.read) &&
           in.literal("," KEY(TRACE_WRITTEN)) && in.number(use.written);
}

/// Reads the number of a stack that has been told; the key may be missing.
bool place(Scanner& in, Event& event) {
    std::uint64_t stack = 0;
    if (in.literal("," KEY(TRACE_AT)) && !in.number(stack))
        return false;
    event.at = static_cast<StackNumber>(stack);
    return stack == event.at;
}

bool life(Scanner& in, Event& event) {
    if (in.literal(KEY(TRACE_ALLOC) "{")) {
        event.kind = Kind::alloc;
        return block(in, event.block.addr, event.block.size) &&
               (!in.literal("," KEY(TRACE_LIBRARY)) || in.number(event.library)) &&
               place(in, event);
    }
    event.kind = Kind::free;
    return in.literal(KEY(TRACE_FREE) "{") && block(in, event.block.addr, event.block.size) &&
           traffic(in, event.block);
}

bool operation(Scanner& in, Event& event) {
#define KIND_KEY(shape, ID, of, operand)                                                           \
    if (in.literal(KEY(TRACE_##ID))) {                                                             \
        event.kind = Kind::of;                                                                     \
        return in.number(event.operand);                                                           \
    }
#include "shared/event_keys.def"
    event.kind = Kind::exit;
    return in.literal(KEY(TRACE_EXIT) "null");
}

bool mode(Scanner& in, Mode& mode) {
    if (in.literal("\"" TRACE_MODE_RD "\""))
        mode = Mode::rd;
    else if (in.literal("\"" TRACE_MODE_WR "\""))
        mode = Mode::wr;
    return mode != Mode::none;
}

/// Reads the members that an operation has besides its operand; each key may be missing.
bool details(Scanner& in, Event& event) {
    if ((in.literal("," KEY(TRACE_PRIM)) && !in.string(event.prim)) ||
        (in.literal("," KEY(TRACE_SEQ)) && !in.number(event.seq.emplace())) ||
        (in.literal("," KEY(TRACE_MODE)) && !mode(in, event.mode)))
        return false;
#define SYNC_NUMBER(ID, member)                                                                    \
    if (in.literal("," KEY(TRACE_##ID)) && !in.number(event.member))                               \
        return false;
#include "shared/event_keys.def"
    return true;
}

bool entry(Scanner& in, BlockUsage& use) {
    return in.literal("{") && block(in, use.addr, use.size) && traffic(in, use) &&
           (!in.literal("," KEY(TRACE_OF_ALLOC)) || in.number(use.alloc)) && in.literal("}");
}

bool entries(Scanner& in, std::vector<BlockUsage>& usage) {
    if (!in.literal("," KEY(TRACE_USAGE) "["))
        return false;
    if (in.literal("]"))
        return true;
    do
        if (!entry(in, usage.emplace_back()))
            return false;
    while (in.literal(","));
    return in.literal("]");
}

bool head(Scanner& in, Event& event) {
    return in.literal("{" KEY(TRACE_THID)) && in.number(event.thid) &&
           in.literal("," KEY(TRACE_ICNT)) && in.number(event.icnt) &&
           in.literal("," KEY(TRACE_ID)) && in.number(event.id) &&
           (!in.literal("," KEY(TRACE_TIME)) || in.number(event.time));
}

/// Sets the members that not every event has to their defaults. Setting the whole event would take
/// a tenth of the total time, because compilers clear so much memory with an instruction that is
/// slow to start. A reader never sets the members that only the resolver sets.
void clear(Event& event) {
    static_assert(sizeof event == 296, "a member that was added has to be set here, too");
    event.block = {};
    event.object = 0;
    event.other = 0;
    event.prim = {};
    event.mode = Mode::none;
    event.rwlock_kind = RwlockKind::readers_first;
    event.seq.reset();
#define SYNC_NUMBER(ID, member) event.member = 0;
#include "shared/event_keys.def"
    event.time = no_time;
    event.text = {};
    event.fact = nullptr;
    event.usage = {};
    event.at = 0;
    event.name = {};
    event.work = {};
    event.new_stacks = nullptr;
}

} // namespace

const char* read_plain_event(const char* text, Event& event, std::vector<BlockUsage>& usage) {
    Scanner in(text);
    clear(event);
    usage.clear();
    if (!head(in, event))
        return nullptr;
    if (in.literal("," KEY(TRACE_LIFE) "{"))
        return life(in, event) && in.literal("}}}") ? in.at() : nullptr;
    if (!in.literal("," KEY(TRACE_SYNC) "{") || !operation(in, event) || !details(in, event) ||
        !entries(in, usage) || !place(in, event) || !in.literal("}}"))
        return nullptr;
    event.usage = usage;
    return in.at();
}

} // namespace ilm
