// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/mapping/map_file.h"

#include "ilmgen/emitted/utf8.h"
#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/from/bytes/text_fields.h"
#include "ilmgen/model/error.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <cstring>
#include <fstream>

namespace ilm {

namespace {

using Keys = std::uint32_t;

template <class... K>
constexpr Keys set_of(K... key) {
    return ((Keys{1} << static_cast<unsigned>(key)) | ... | 0U);
}

constexpr bool has(Keys set, Key key) {
    return (set & set_of(key)) != 0;
}

struct ActionWord {
    const char* word;
    Action action;
    Keys required;
    Keys optional;    ///< besides `if`
    const char* prim; ///< of its events, if the rule names none; null: it may not name one
};

constexpr ActionWord actions[] = {
    {"acquire", Action::acquire, 0, set_of(Key::object, Key::seq), TRACE_PRIM_MUTEX},
    {"release", Action::release, 0, set_of(Key::object, Key::seq), TRACE_PRIM_MUTEX},
    {"arrive", Action::arrive, 0, set_of(Key::object, Key::participants), TRACE_PRIM_BARRIER},
    {"depart", Action::depart, 0, set_of(Key::object), TRACE_PRIM_BARRIER},
    {"fork", Action::fork, set_of(Key::child), set_of(Key::child_task), nullptr},
    {"join", Action::join, set_of(Key::child), set_of(Key::child_task), nullptr},
    {"exit", Action::exit, 0, 0, nullptr},
    {"alloc", Action::alloc, set_of(Key::address, Key::size), 0, nullptr},
    {"free", Action::free, set_of(Key::address), set_of(Key::size), nullptr},
    {"sent", Action::sent, set_of(Key::partner), set_of(Key::tag, Key::size, Key::communicator),
     nullptr},
    {"received", Action::received, set_of(Key::partner),
     set_of(Key::tag, Key::size, Key::communicator), nullptr},
    {"send", Action::send, set_of(Key::partner),
     set_of(Key::tag, Key::size, Key::communicator, Key::request, Key::synchronous), nullptr},
    {"post", Action::post, set_of(Key::partner), set_of(Key::tag, Key::communicator, Key::request),
     nullptr},
    {"complete", Action::complete, 0, set_of(Key::request, Key::partner, Key::tag, Key::cancelled),
     nullptr},
    {"rank", Action::rank, set_of(Key::communicator, Key::rank), 0, nullptr},
};

struct KeyWord {
    const char* word;
    Key key;
};

constexpr KeyWord key_words[] = {
    {"object", Key::object},
    {"seq", Key::seq},
    {"participants", Key::participants},
    {"child", Key::child},
    {"child-task", Key::child_task},
    {"address", Key::address},
    {"size", Key::size},
    {"partner", Key::partner},
    {"tag", Key::tag},
    {"communicator", Key::communicator},
    {"request", Key::request},
    {"synchronous", Key::synchronous},
    {"cancelled", Key::cancelled},
    {"rank", Key::rank},
    {"if", Key::condition},
};

/// Splits at white space, but not in quotes, which stay.  False if a quote is not closed.
bool split(std::string_view text, std::vector<std::string>& words) {
    bool in_quotes = false;
    bool in_word = false;
    for (const char byte : text) {
        if (!in_quotes && is_white(byte)) {
            in_word = false;
            continue;
        }
        if (!in_quotes && !in_word && byte == '#')
            return true;
        if (!in_word)
            words.emplace_back();
        in_word = true;
        words.back() += byte;
        in_quotes ^= byte == '"';
    }
    return !in_quotes;
}

bool is_quoted(std::string_view word) {
    return word.size() >= 2 && word.front() == '"' && word.back() == '"';
}

std::string without_quotes(std::string_view word) {
    return std::string(is_quoted(word) ? word.substr(1, word.size() - 2) : word);
}

/// "word.3" as 3 if the name is "word"; 0 if it is something else.
std::int64_t index_of(std::string_view text, std::string_view name) {
    std::int64_t index = 0;
    if (!text.starts_with(name) || !is_number(text.substr(name.size()), index))
        return 0;
    return index;
}

/// The log's field with this name; empty if the log has none.
std::optional<Field> entry_field(std::string_view text, const LogFields& fields) {
    using Where = Field::Where;
    if (text == "process")
        return Field{Where::process, 0, {}};
    if (fields.data && (text == "task" || text == "data" || text == "string"))
        return Field{text == "task"   ? Where::task
                     : text == "data" ? Where::data
                                      : Where::string,
                     0,
                     {}};
    if (const std::int64_t index = index_of(text, "word."); fields.data && index > 0)
        return Field{Where::word, index, {}};
    if (const std::int64_t index = index_of(text, "words."); fields.data && index > 0)
        return Field{Where::words, index, {}};
    for (std::size_t i = 0; i < fields.counters.size(); ++i)
        if (text == "counter." + fields.counters[i])
            return Field{Where::counter, static_cast<std::int64_t>(i), {}};
    return std::nullopt;
}

std::optional<Field> field_of(std::string_view text, const LogFields& fields) {
    std::int64_t number = 0;
    if (is_quoted(text))
        return Field{Field::Where::text, 0, without_quotes(text)};
    if (is_number(text, number))
        return Field{Field::Where::constant, number, {}};
    return entry_field(text, fields);
}

/// Takes "KEY=VALUE" into the rule, if the rule's action may have this key.
void set(Rule& rule, const ActionWord& action, std::string_view word, const LogFields& fields) {
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
    if (value.empty())
        throw BrokenSource(quoted_word(word) + " is no KEY=VALUE");
    if (name == "prim" && action.prim != nullptr) {
        rule.prim = without_quotes(value);
        return;
    }
    if (name == "mode" && has(action.optional, Key::seq)) {
        if (value != TRACE_MODE_RD && value != TRACE_MODE_WR)
            throw BrokenSource("the mode is rd or wr, not " + quoted_word(value));
        rule.mode = value == TRACE_MODE_RD ? Mode::rd : Mode::wr;
        return;
    }
    const auto* const key = std::find_if(std::begin(key_words), std::end(key_words),
                                         [&](const KeyWord& known) { return name == known.word; });
    const Keys may = action.required | action.optional | set_of(Key::condition);
    if (key == std::end(key_words) || !has(may, key->key))
        throw BrokenSource("'" + std::string(action.word) + "' has no " + quoted_word(name));
    const std::optional<Field> field = field_of(value, fields);
    if (!field)
        throw BrokenSource(quoted_word(value) + " is no field of such a log, and no constant");
    if (field->where == Field::Where::words && key->key != Key::request)
        throw BrokenSource("only requests may be several words");
    rule.fields[static_cast<std::size_t>(key->key)] = *field;
}

Rule rule_of(const std::vector<std::string>& words, const LogFields& fields) {
    if (words.size() < 2)
        throw BrokenSource("a rule is an event and what it does");
    const auto* const action =
        std::find_if(std::begin(actions), std::end(actions),
                     [&](const ActionWord& known) { return words[1] == known.word; });
    if (action == std::end(actions))
        throw BrokenSource(quoted_word(words[1]) + " is nothing that an event can do");
    Rule rule;
    rule.event = without_quotes(words[0]);
    rule.action = action->action;
    rule.prim = action->prim == nullptr ? "" : action->prim;
    for (std::size_t i = 2; i < words.size(); ++i)
        set(rule, *action, words[i], fields);
    for (const KeyWord& key : key_words)
        if (has(action->required, key.key) && !rule.has(key.key))
            throw BrokenSource("'" + words[1] + "' needs " + key.word + "=...");
    return rule;
}

/// let NAME NUMBER
void set(MapConstants& constants, const std::vector<std::string>& words) {
    std::int64_t number = 0;
    if (words.size() != 3 || !is_number(words[2], number))
        throw BrokenSource("'let' is followed by a name and a number");
    if (words[1] == "any-source")
        constants.any_source = number;
    else if (words[1] == "any-tag")
        constants.any_tag = number;
    else if (words[1] == "no-process")
        constants.no_process = number;
    else
        throw BrokenSource(quoted_word(words[1]) + " is none of any-source, any-tag, no-process");
}

} // namespace

MapFile::MapFile(const std::string& path, const LogFields& fields) : path_(path) {
    std::ifstream file(path);
    if (!file)
        throw Error(path + ": cannot be opened: " + std::strerror(errno));
    std::string text;
    for (std::uint64_t line = 1; std::getline(file, text); ++line) {
        try {
            read_line(line, as_utf8(text), fields);
        } catch (const BrokenSource& broken) {
            throw Error(place(line) + broken.what());
        }
    }
    if (file.bad() || (!file.eof() && file.fail()))
        throw Error(path + ": cannot be read");
}

std::string MapFile::place(std::uint64_t line) const {
    return path_ + ':' + std::to_string(line) + ": ";
}

void MapFile::read_line(std::uint64_t line, std::string_view text, const LogFields& fields) {
    std::vector<std::string> words;
    if (!split(text, words))
        throw BrokenSource("a quote is not closed");
    if (words.empty())
        return;
    if (words[0] == "let") {
        set(constants_, words);
        return;
    }
    rules_.push_back(rule_of(words, fields));
    rules_.back().line = line;
}

void MapFile::bind(const EventTypes& types) {
    by_type_.clear();
    for (const Rule& rule : rules_) {
        const std::vector<std::int64_t> bound = types.find(rule.event);
        if (bound.empty())
            throw Error(place(rule.line) + "the log describes no event " + quoted_word(rule.event));
        for (const std::int64_t type : bound)
            by_type_[type].push_back(&rule);
    }
}

const std::vector<const Rule*>* MapFile::rules_for(std::int64_t type) const {
    const auto found = by_type_.find(type);
    return found == by_type_.end() ? nullptr : &found->second;
}

bool MapFile::uses(Action action) const {
    return std::any_of(rules_.begin(), rules_.end(),
                       [action](const Rule& rule) { return rule.action == action; });
}

bool MapFile::uses(Key key) const {
    return std::any_of(rules_.begin(), rules_.end(),
                       [key](const Rule& rule) { return rule.has(key); });
}

} // namespace ilm
