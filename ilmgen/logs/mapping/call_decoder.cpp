// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/mapping/call_decoder.h"

#include "ilmgen/from/bytes/text_fields.h"

namespace ilm {

namespace {

/// "REQUEST[:SOURCE[:TAG]]" into the completion; false if it is something else.
bool parse_request(std::string_view word, Completion& completion) {
    std::optional<std::int64_t>* const parts[] = {&completion.request, &completion.source,
                                                  &completion.tag};
    const char* const end = word.data() + word.size();
    const char* at = word.data();
    for (std::optional<std::int64_t>* const part : parts) {
        std::int64_t number = 0;
        const char* const rest = read_number(at, end, number);
        if (rest == nullptr || (rest != end && *rest != ':'))
            return false;
        *part = number;
        if (rest == end)
            return true;
        at = rest + 1;
    }
    return false;
}

} // namespace

void CallDecoder::rank(const EntryFields& fields) {
    const std::int64_t communicator = *fields.integer(Key::communicator);
    ranks_[{communicator, fields.entry().process}] = *fields.integer(Key::rank);
}

/// A process whose rank was not told has its own number as rank.
std::int64_t CallDecoder::rank_in(std::int64_t communicator, std::uint64_t process) const {
    if (!ranks_.empty()) {
        const auto found = ranks_.find({communicator, process});
        if (found != ranks_.end())
            return found->second;
    }
    return static_cast<std::int64_t>(process);
}

CallOutline CallDecoder::outline(const EntryFields& fields) const {
    const bool receives = fields.rule().action == Action::post;
    std::optional<std::int64_t> partner = fields.integer(Key::partner);
    std::optional<std::int64_t> tag = fields.integer(Key::tag).value_or(0);
    const bool to_nobody = partner == constants_.no_process;
    if (receives && partner == constants_.any_source)
        partner.reset();
    if (receives && tag == constants_.any_tag)
        tag.reset();
    return {{fields.entry().process, fields.entry().task},
            partner,
            tag,
            fields.integer(Key::request),
            to_nobody};
}

MessageCall CallDecoder::call(const EntryFields& fields) const {
    const std::int64_t communicator = fields.integer(Key::communicator).value_or(0);
    return {outline(fields), fields.flag(Key::synchronous, false), communicator,
            rank_in(communicator, fields.entry().process), fields.natural(Key::size).value_or(0)};
}

Completion CallDecoder::completion(const EntryFields& fields) const {
    Completion completion;
    completion.caller = {fields.entry().process, fields.entry().task};
    completion.cancelled = fields.flag(Key::cancelled, false);
    completion.source = fields.integer(Key::partner);
    completion.tag = fields.integer(Key::tag);
    return completion;
}

std::span<const Completion> CallDecoder::completions(const EntryFields& fields) {
    const Completion common = completion(fields);
    completions_.clear();
    if (fields.rule()[Key::request].where != Field::Where::words) {
        completions_.push_back(common);
        completions_.back().request = fields.integer(Key::request);
        return completions_;
    }
    std::string_view words = fields.rest(Key::request);
    for (std::string_view word = take_word(words); !word.empty(); word = take_word(words)) {
        completions_.push_back(common);
        if (!parse_request(word, completions_.back()))
            fields.fail(quoted_word(word) + " is no REQUEST[:SOURCE[:TAG]]");
    }
    return completions_;
}

std::optional<MessageKey> CallDecoder::key(const EntryFields& fields) const {
    const std::int64_t partner = *fields.integer(Key::partner);
    if (partner == constants_.no_process)
        return std::nullopt;
    MessageKey key;
    key.communicator = fields.integer(Key::communicator).value_or(0);
    const std::int64_t rank = rank_in(key.communicator, fields.entry().process);
    const bool sent = fields.rule().action == Action::sent;
    key.source = sent ? rank : partner;
    key.destination = sent ? partner : rank;
    key.tag = fields.integer(Key::tag).value_or(0);
    return key;
}

} // namespace ilm
