// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/trace/trace_reader.h"

#include "ilmgen/emitted/utf8.h"
#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/from/trace/json_stream.h"
#include "ilmgen/from/trace/plain_event.h"
#include "ilmgen/from/trace/shapes.h"
#include "ilmgen/model/object_name.h"
#include "shared/trace_vocabulary.h"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>

namespace ilm {

namespace {

using namespace trace_format;

const char* described(Type type) {
    switch (type) {
    case Type::integer: return "an integer";
    case Type::string: return "a string";
    case Type::object: return "an object";
    case Type::array: return "an array";
    case Type::null: return "null";
    default: return "anything";
    }
}

/// RapidJSON's recursion takes some hundred bytes of stack a level.
constexpr std::uint64_t deepest = 1000;

/// The definition of a stack.
struct ToldStack {
    bool is_told = false;
    StackNumber caller = 0;
    std::uint32_t code = 0;
    bool operator==(const ToldStack&) const = default;
};

/// RapidJSON's SAX handler.  Its state is the way from the root to the current token: at most
/// trace > event > life or sync > what they hold, or an entry of work > stack > code > source, and
/// how deep it is inside a value that nobody asked for.
class Handler {
public:
    /// `reads_ahead`: hands on all plain events that follow another one at once.
    Handler(JsonStream& in, EventSink& sink, Declaration* declared, bool reads_ahead)
        : in_(in), sink_(sink), declared_(declared), reads_ahead_(reads_ahead) {}

    bool Null() { return scalar(Type::null); }
    bool Bool(bool) { return scalar(Type::boolean); }
    bool Int(int value) { return signed_integer(value); }
    bool Int64(std::int64_t value) { return signed_integer(value); }
    bool Uint(unsigned value) { return integer(value); }
    bool Uint64(std::uint64_t value) { return integer(value); }
    bool Double(double) {
        if (wanted(Type::integer))
            fail(quoted_word(word_->key) + " is not an integer of at most 64 bits");
        return true;
    }
    // RapidJSON asks for it but never calls it with our flags.
    bool RawNumber(const char*, rapidjson::SizeType, bool) { return false; }
    bool String(const char* text, rapidjson::SizeType length, bool);
    bool Key(const char* text, rapidjson::SizeType length, bool);
    bool StartObject();
    bool EndObject(rapidjson::SizeType);
    bool StartArray();
    bool EndArray(rapidjson::SizeType);

    /// Passes on the event behind the next comma, if it is plain. Returns the event's end. The text
    /// up to there must be taken later, because the event points into it. Returns null if the
    /// parser has to read what follows.
    const char* plain_event();

    bool in_event() const { return depth_ > 0; }
    bool in_trace() const { return in_trace_; }
    std::uint64_t event_byte() const { return event_.byte; }
    Place here(std::uint64_t byte) const {
        const bool known = in_event() && event_.id != 0;
        return {byte, known ? event_.id : last_id_, !known};
    }

private:
    struct Level {
        const Shape* shape;
        Keys seen;
        std::uint64_t byte;   ///< where it begins
        const Shape* entries; ///< of the array that is open in it; null: none is
        const char* array;    ///< its key
    };

    /// The position of a token of this type. For an object or an array, this is its bracket; for
    /// other tokens, their end.
    std::uint64_t byte_of(Type token) const {
        return in_.Tell() - (token == Type::object || token == Type::array ? 1 : 0);
    }
    [[noreturn]] void fail(const std::string& reason, Type token = Type::integer) const {
        throw Error(here(byte_of(token)), reason);
    }
    /// Reports a mistake that is known only at the end of an object, at the position of the
    /// object's beginning.
    [[noreturn]] void fail_object(const std::string& reason) const {
        throw Error(here(levels_[depth_ - 1].byte), reason);
    }

    /// Whether a value of this type is to be used. Returns false if it is to be skipped, and throws
    /// Error if it is in the wrong place.
    bool wanted(Type got) const {
        return word_->type == got || (word_->other == got && skipping_ == 0) ||
               wanted_without_key(got);
    }
    bool wanted_without_key(Type got) const;
    bool scalar(Type got) {
        if (wanted(got) && word_->field == Field::sync_EXIT)
            event_.kind = Kind::exit;
        return true;
    }
    bool signed_integer(std::int64_t value) {
        if (value >= 0)
            return integer(static_cast<std::uint64_t>(value));
        if (wanted(Type::integer))
            fail(quoted_word(word_->key) + " is negative");
        return true;
    }
    void check_text(std::string_view text) const;
    bool integer(std::uint64_t value);

    // The subjects of the objects that are open now.
    Event& the_event() { return event_; }
    BlockUsage& the_usage() { return usage_.back(); }
    WorkSample& the_work() { return work_.back(); }
    Stack& the_stack() { return new_stacks_.stacks.back(); }
    CodePlace& the_place() { return new_stacks_.places.back(); }
    SourceLine& the_source() { return the_place().source.back(); }

    /// Put a value where it belongs.
    template <class Member>
    static void take(std::uint64_t value, Member& member) {
        member = value;
    }
    static void take(std::uint64_t value, RwlockKind& kind) { kind = rwlock_kind_of(value); }
    /// Takes the number of a stack or a place, of which a table is kept.
    void take(std::uint64_t value, std::uint32_t& number) const;
    static void take(std::string_view text, std::string& member) { member = text; }
    void take(std::string_view text, std::string_view& member);
    void take(std::string_view text, Mode& mode) const;

    void skip();
    void begin_event();
    void enter(const Shape& shape);
    const Shape& shape_of_value();
    const Shape& shape_of_entry(const Shape& shape);
    void end_entries();
    void check_keys(const Level& level) const;
    void end_place();
    void end_stack();
    std::string fault() const;
    void end_event();
    bool declares();
    void deliver();

    JsonStream& in_;
    EventSink& sink_;
    Declaration* declared_;
    bool reads_ahead_;
    Event event_;
    std::string prim_;                   ///< what the event's points to
    std::string text_;                   ///< what the event's points to
    std::string name_;                   ///< what the event's points to
    std::vector<BlockUsage> usage_;      ///< what the event's points to
    std::vector<WorkSample> work_;       ///< what the event's points to
    NewStacks new_stacks_;               ///< what the event's points to, if there are any
    std::vector<ToldStack> told_stacks_; ///< by number
    std::vector<bool> told_places_;      ///< by number: is it known?
    StackNumber latest_told_ = 0;        ///< in the list that is read; 0: none
    EventId last_id_ = 0;

    bool in_trace_ = false;
    std::array<Level, 6> levels_{};    ///< the objects open now, from the event inwards
    std::size_t depth_ = 0;            ///< how many of them
    std::uint64_t skipping_ = 0;       ///< objects and arrays open inside an unknown key's value
    const Word* word_ = &unknown_word; ///< the key that waits for its value, if it is one of ours
};

bool Handler::wanted_without_key(Type got) const {
    if (skipping_ > 0)
        return false;
    if (!in_trace_)
        fail("the trace is not an array", got);
    if (depth_ == 0 && got != Type::object)
        fail("an event is not an object", got);
    if (depth_ == 0)
        return true;
    if (const Level& level = levels_[depth_ - 1]; level.entries != nullptr) {
        if (got != Type::object)
            fail("an entry of " + quoted_word(level.array) + " is not an object", got);
        return true;
    }
    if (word_ != &unknown_word)
        fail(quoted_word(word_->key) + " is not " + described(word_->type), got);
    return false;
}

/// Checks keys and values, also those that are skipped.
void Handler::check_text(std::string_view text) const {
    if (!is_utf8(text))
        fail("a string is not UTF-8");
}

bool Handler::Key(const char* text, rapidjson::SizeType length, bool) {
    check_text({text, length});
    if (skipping_ > 0)
        return true;
    Level& level = levels_[depth_ - 1];
    word_ = &find(*level.shape, text, length);
    if (word_ == &unknown_word)
        return true;
    const Keys key = level.shape->bit(*word_);
    if ((level.seen & key) != 0)
        fail("duplicate key " + quoted_word(word_->key));
    const Keys kinds = level.shape->exactly_one;
    if ((kinds & key) != 0 && (level.seen & kinds) != 0)
        fail(std::string(level.shape->name) + " is of two kinds");
    level.seen |= key;
    return true;
}

bool Handler::String(const char* text, rapidjson::SizeType length, bool) {
    check_text({text, length});
    if (!wanted(Type::string))
        return true;
    switch (word_->field) {
#define TEXT_KEY(shape, ID, need, owner, member)                                                   \
    case Field::shape##_##ID:                                                                      \
        take({text, length}, the_##owner().member);                                                \
        break;
#include "shared/event_keys.def"
    default: break;
    }
    return true;
}

bool Handler::integer(std::uint64_t value) {
    if (!wanted(Type::integer))
        return true;
    switch (word_->field) {
#define NUMBER_KEY(shape, ID, need, owner, member)                                                 \
    case Field::shape##_##ID:                                                                      \
        take(value, the_##owner().member);                                                         \
        break;
#define MIXED_KEY(shape, ID, other, need, owner, member) NUMBER_KEY(shape, ID, need, owner, member)
#define KIND_KEY(shape, ID, of, member)                                                            \
    case Field::shape##_##ID:                                                                      \
        event_.kind = Kind::of;                                                                    \
        event_.member = value;                                                                     \
        break;
#include "shared/event_keys.def"
    default: break;
    }
    return true;
}

void Handler::take(std::uint64_t value, std::uint32_t& number) const {
    constexpr std::uint64_t most = 1U << 28;
    if (value > most)
        fail(quoted_word(word_->key) + " is above " + std::to_string(most));
    number = static_cast<std::uint32_t>(value);
}

/// Lets the event's member point to a copy of its own.
void Handler::take(std::string_view text, std::string_view& member) {
    std::string& copy = &member == &event_.prim ? prim_ : &member == &event_.name ? name_ : text_;
    member = copy = text;
}

void Handler::take(std::string_view text, Mode& mode) const {
    if (text == TRACE_MODE_RD)
        mode = Mode::rd;
    else if (text == TRACE_MODE_WR)
        mode = Mode::wr;
    else
        fail("'" TRACE_MODE "' is neither '" TRACE_MODE_RD "' nor '" TRACE_MODE_WR "'");
}

void Handler::begin_event() {
    event_ = {};
    event_.byte = byte_of(Type::object);
    usage_.clear();
    work_.clear();
    if (!new_stacks_.places.empty() || !new_stacks_.stacks.empty())
        new_stacks_ = {};
}

void Handler::enter(const Shape& shape) {
    levels_[depth_++] = {&shape, 0, byte_of(Type::object), nullptr, nullptr};
    word_ = &unknown_word;
}

/// The object that begins as the value of the current key; notes the kind that it makes of the
/// event.
const Shape& Handler::shape_of_value() {
    switch (word_->field) {
    case Field::event_LIFE: return life_shape;
    case Field::event_SYNC: return sync_shape;
    case Field::life_ALLOC: event_.kind = Kind::alloc; return alloc_shape;
    case Field::life_FREE: event_.kind = Kind::free; return free_shape;
    case Field::life_NEWSYNC: event_.kind = Kind::newsync; return newsync_shape;
    case Field::life_DELSYNC: event_.kind = Kind::delsync; return delsync_shape;
    default: new_stacks_.places.emplace_back(); return code_shape;
    }
}

/// The object that begins as an entry of an array.
const Shape& Handler::shape_of_entry(const Shape& shape) {
    if (&shape == &usage_shape)
        usage_.emplace_back();
    else if (&shape == &work_shape)
        work_.emplace_back();
    else if (&shape == &stack_shape)
        new_stacks_.stacks.emplace_back();
    else
        the_place().source.emplace_back();
    return shape;
}

void Handler::skip() {
    if (++skipping_ > deepest)
        fail("values are nested more than " + std::to_string(deepest) + " deep", Type::object);
}

bool Handler::StartObject() {
    if (!wanted(Type::object)) {
        skip();
    } else if (depth_ == 0) {
        begin_event();
        enter(event_shape);
    } else if (const Shape* const entries = levels_[depth_ - 1].entries; entries != nullptr) {
        enter(shape_of_entry(*entries));
    } else {
        enter(shape_of_value());
    }
    return true;
}

void Handler::check_keys(const Level& level) const {
    const Shape& shape = *level.shape;
    if (const Keys missing = shape.required & ~level.seen; missing != 0)
        fail_object(std::string(shape.name) + " has no " +
                    quoted_word(shape.begin[std::countr_zero(missing)].key));
    if (shape.exactly_one != 0 && (level.seen & shape.exactly_one) == 0)
        fail_object(std::string(shape.name) + " is of no known kind");
}

bool Handler::EndObject(rapidjson::SizeType) {
    if (skipping_ > 0) {
        --skipping_;
        return true;
    }
    check_keys(levels_[depth_ - 1]);
    if (levels_[depth_ - 1].shape == &code_shape)
        end_place();
    else if (levels_[depth_ - 1].shape == &stack_shape)
        end_stack();
    if (depth_ == 1)
        end_event();
    --depth_;
    word_ = &unknown_word;
    if (depth_ == 0 && reads_ahead_)
        while (const char* const end = plain_event())
            in_.take_until(end);
    return true;
}

template <typename Told>
bool is_in(const std::vector<Told>& told, std::uint32_t number) {
    return number < told.size() && told[number] != Told();
}

template <typename Told>
void add_to(std::vector<Told>& told, std::uint32_t number, Told what) {
    if (number >= told.size())
        told.resize(std::max<std::size_t>(number + 1, 2 * told.size()));
    told[number] = what;
}

/// A place that is complete can be referred to from here on.  One that is told again is the same.
void Handler::end_place() {
    const std::uint32_t number = the_place().number;
    the_stack().code = number;
    if (is_in(told_places_, number))
        new_stacks_.places.pop_back();
    else
        add_to(told_places_, number, true);
}

/// The same for a stack.
void Handler::end_stack() {
    const Stack stack = the_stack();
    if (stack.number == 0)
        fail_object("there is no stack 0");
    if (!is_in(told_places_, stack.code))
        fail_object("place " + std::to_string(stack.code) + " in the code has not been told");
    if (stack.caller != 0 && !is_in(told_stacks_, stack.caller))
        fail_object("stack " + std::to_string(stack.caller) + " has not been told");
    const ToldStack told{true, stack.caller, stack.code};
    latest_told_ = stack.number;
    if (!is_in(told_stacks_, stack.number))
        add_to(told_stacks_, stack.number, told);
    else if (told_stacks_[stack.number] == told)
        new_stacks_.stacks.pop_back();
    else
        fail_object("stack " + std::to_string(stack.number) + " has been told before, as another");
}

/// Says what is wrong with an event whose members are all there; empty if nothing is.
std::string Handler::fault() const {
    if (event_.id <= last_id_)
        return "the id is not above that of the event before, " + std::to_string(last_id_);
    if (event_.thid == 0)
        return "there is no thread 0";
    for (const BlockUsage& use : usage_)
        if (use.alloc >= event_.id)
            return "an entry of '" TRACE_USAGE "' names an '" TRACE_OF_ALLOC
                   "' that is no earlier event";
    if (event_.at != 0 && !is_in(told_stacks_, event_.at))
        return "stack " + std::to_string(event_.at) + " has not been told";
    for (const WorkSample& sample : work_)
        if (!is_in(told_stacks_, sample.stack))
            return "stack " + std::to_string(sample.stack) + " has not been told";
    return {};
}

void Handler::end_event() {
    if (const std::string reason = fault(); !reason.empty())
        fail_object(reason);
    event_.usage = usage_;
    event_.work = work_;
    event_.new_stacks = new_stacks_.stacks.empty() ? nullptr : &new_stacks_;
    if (event_.kind == Kind::newsync)
        event_.block.addr = // which is the offset
            address_in_memory(event_.object) - event_.block.addr;
    if (declares())
        last_id_ = event_.id;
    else
        deliver();
}

/// A declaration has neither work nor time, because it is no event of its thread.
bool Handler::declares() {
    return declared_ != nullptr && event_.kind == Kind::info && event_.icnt == 0 &&
           event_.time == no_time && take_declaration(event_.text, *declared_);
}

void Handler::deliver() {
    sink_.event(event_);
    last_id_ = event_.id;
}

const char* Handler::plain_event() {
    const char* const ahead = in_.ahead();
    const char* begin = ahead;
    if (*begin++ != ',')
        return nullptr;
    while (is_json_white(*begin))
        ++begin;
    const char* const end = read_plain_event(begin, event_, usage_);
    if (end == nullptr || !fault().empty())
        return nullptr;
    event_.byte = in_.Tell() + static_cast<std::size_t>(begin - ahead);
    depth_ = 1;
    deliver();
    depth_ = 0;
    return end;
}

const Shape& entries_of(Field array) {
    switch (array) {
    case Field::sync_USAGE: return usage_shape;
    case Field::sync_WORK: return work_shape;
    case Field::code_SOURCE: return source_shape;
    default: return stack_shape;
    }
}

bool Handler::StartArray() {
    if (skipping_ == 0 && !in_trace_) {
        in_trace_ = true;
    } else if (wanted(Type::array)) {
        const Shape& entries = entries_of(word_->field);
        levels_[depth_ - 1].entries = &entries;
        if (&entries == &stack_shape)
            latest_told_ = 0;
        levels_[depth_ - 1].array = word_->key.data();
    } else {
        skip();
    }
    word_ = &unknown_word;
    return true;
}

/// The last stack of a list is the one that is meant.
void Handler::end_entries() {
    Level& level = levels_[depth_ - 1];
    if (level.entries == &stack_shape) {
        if (latest_told_ == 0)
            fail("'" TRACE_AT "' is an empty list", Type::array);
        (level.shape == &work_shape ? work_.back().stack : event_.at) = latest_told_;
    }
    level.entries = nullptr;
}

bool Handler::EndArray(rapidjson::SizeType) {
    if (skipping_ > 0)
        --skipping_;
    else if (depth_ > 0)
        end_entries();
    return true;
}

std::string syntax_error(const JsonStream& in, rapidjson::ParseErrorCode code) {
    if (code == rapidjson::kParseErrorDocumentEmpty)
        return in.at_end() ? "the file is empty" : "not JSON: a NUL byte";
    if (code == rapidjson::kParseErrorDocumentRootNotSingular)
        return "something follows the end of the trace";
    if (in.at_end())
        return "the file ends in the middle of the trace";
    std::string reason = rapidjson::GetParseError_En(code);
    if (reason.ends_with('.'))
        reason.pop_back();
    return "not JSON: " + reason;
}

using JsonReader = rapidjson::GenericReader<PlainUtf8, PlainUtf8>;

std::optional<Error> error_of(const JsonReader& reader, const Handler& handler,
                              const JsonStream& in) {
    if (!reader.HasParseError())
        return std::nullopt;
    return Error(handler.here(reader.GetErrorOffset()),
                 syntax_error(in, reader.GetParseErrorCode()));
}

/// Calls a function that returns the error that it finds, or throws it.  Returns the damage, if
/// any.
template <class Function>
std::optional<Damage> damage_of(const Handler& handler, const JsonStream& in, Function read) {
    std::optional<Error> error;
    try {
        error = read();
    } catch (const StringTooLong&) {
        error.emplace(handler.here(in.Tell()), "a string is longer than 16 MiB");
    } catch (const BrokenSource& broken) {
        error.emplace(handler.here(in.Tell()), broken.what());
    } catch (const Error& caught) {
        if (!caught.place())
            throw;
        error = caught;
    }
    if (!error)
        return std::nullopt;
    const std::uint64_t lost_from =
        handler.in_event() ? handler.event_byte() : error->place()->byte;
    return Damage{*error, lost_from};
}

std::optional<Error> nothing_follows(const Handler& handler, const JsonStream& in) {
    if (in.at_end())
        return std::nullopt;
    return Error(handler.here(in.Tell()), "something follows the end of the trace");
}

} // namespace

std::optional<Damage> read_trace(ByteSource& source, EventSink& sink, Declaration* declared) {
    JsonStream in(source);
    Handler handler(in, sink, declared, true);
    return damage_of(handler, in, [&] {
        JsonReader reader;
        in.begin();
        reader.Parse<rapidjson::kParseInsituFlag>(in, handler);
        const std::optional<Error> error = error_of(reader, handler, in);
        return error ? error : nothing_follows(handler, in);
    });
}

/// RapidJSON gets the events one by one; the array around them is read here, as it would be there.
class TraceCursor::Parser : private EventSink {
public:
    Parser(ByteSource& source, std::size_t window)
        : in_(source, window), handler_(in_, *this, nullptr, false) {}

    const Event* next() {
        event_ = nullptr;
        if (!ended_ && !damage_)
            damage_ = damage_of(handler_, in_, [this] { return advance(); });
        return event_;
    }
    const std::optional<Damage>& damage() const { return damage_; }

private:
    void event(const Event& event) override { event_ = &event; }

    std::optional<Error> advance() {
        if (!begun_)
            return begin();
        if (plain_end_ != nullptr)
            in_.take_until(plain_end_);
        plain_end_ = handler_.plain_event();
        return plain_end_ != nullptr ? std::nullopt : go_on();
    }

    std::optional<Error> begin() {
        begun_ = true;
        in_.begin();
        skip_white();
        if (in_.Peek() != '[')
            return parse(); // and say what is wrong
        in_.Take();
        handler_.StartArray();
        skip_white();
        return in_.Peek() == ']' ? end() : parse();
    }

    std::optional<Error> go_on() {
        skip_white();
        if (in_.Peek() == ']')
            return end();
        if (in_.Peek() != ',')
            return Error(handler_.here(in_.Tell()),
                         syntax_error(in_, rapidjson::kParseErrorArrayMissCommaOrSquareBracket));
        in_.Take();
        skip_white();
        return parse();
    }

    std::optional<Error> parse() {
        if (in_.Peek() == '\0' && handler_.in_trace())
            return Error(handler_.here(in_.Tell()),
                         syntax_error(in_, rapidjson::kParseErrorValueInvalid));
        reader_.Parse<rapidjson::kParseInsituFlag | rapidjson::kParseStopWhenDoneFlag>(in_,
                                                                                       handler_);
        return error_of(reader_, handler_, in_);
    }

    std::optional<Error> end() {
        ended_ = true;
        in_.Take();
        skip_white();
        return nothing_follows(handler_, in_);
    }

    void skip_white() {
        while (is_json_white(in_.Peek()))
            in_.Take();
    }

    JsonStream in_;
    Handler handler_;
    JsonReader reader_;
    const Event* event_ = nullptr;
    const char* plain_end_ = nullptr; ///< of the event, in the text; null: it has been taken
    bool begun_ = false;
    bool ended_ = false;
    std::optional<Damage> damage_;
};

TraceCursor::TraceCursor(ByteSource& source, std::size_t window)
    : parser_(std::make_unique<Parser>(source, window)) {}
TraceCursor::~TraceCursor() = default;

const Event* TraceCursor::next() {
    return parser_->next();
}

const std::optional<Damage>& TraceCursor::damage() const {
    return parser_->damage();
}

} // namespace ilm
