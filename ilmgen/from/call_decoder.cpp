// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/call_decoder.h"

#include "ilmgen/from/text_fields.h"

namespace ilm {

namespace {

/// "REQUEST[:SOURCE[:TAG]]" into the completion; false if it is something else.
bool parse_request(std::string_view word, Completion& completion) {
    std::optional<std::int64_t>* const parts[] = {&completion.request, &completion.source,
                                                  &completion.tag};
    for (std::optional<std::int64_t>* const part : parts) {
        const std::size_t end = std::min(word.find(':'), word.size());
        std::int64_t number = 0;
        if (!is_number(word.substr(0, end), number))
            return false;
        *part = number;
        if (end == word.size())
            return true;
        word.remove_prefix(end + 1);
    }
    return false;
}

} // namespace

void CallDecoder::rank(const EntryFields& fields) {
    const std::int64_t communicator = *fields.integer(Key::communicator);
    ranks_[{communicator, fields.entry().process}] = *fields.integer(Key::rank);
}

/// Where none was told, ranks are the numbers of the processes.
std::int64_t CallDecoder::rank_in(std::int64_t communicator, std::uint64_t process) const {
    if (!ranks_.empty()) {
        const auto found = ranks_.find({communicator, process});
        if (found != ranks_.end())
            return found->second;
    }
    return static_cast<std::int64_t>(process);
}

MessageCall CallDecoder::call(const EntryFields& fields) const {
    const bool receives = fields.rule().action == Action::post;
    MessageCall call;
    call.caller = {fields.entry().process, fields.entry().task};
    call.communicator = fields.integer(Key::communicator).value_or(0);
    call.rank = rank_in(call.communicator, call.caller.process);
    call.partner = fields.integer(Key::partner);
    call.tag = fields.integer(Key::tag).value_or(0);
    call.to_nobody = call.partner == constants_.no_process;
    if (receives && call.partner == constants_.any_source)
        call.partner.reset();
    if (receives && call.tag == constants_.any_tag)
        call.tag.reset();
    call.size = fields.natural(Key::size).value_or(0);
    call.synchronous = fields.flag(Key::synchronous, false);
    call.request = fields.integer(Key::request);
    return call;
}

Completion CallDecoder::completion(const EntryFields& fields) const {
    Completion completion;
    completion.caller = {fields.entry().process, fields.entry().task};
    completion.cancelled = fields.flag(Key::cancelled, false);
    completion.source = fields.integer(Key::partner);
    completion.tag = fields.integer(Key::tag);
    return completion;
}

std::vector<Completion> CallDecoder::completions(const EntryFields& fields) const {
    const Completion common = completion(fields);
    std::vector<Completion> completions;
    if (fields.rule()[Key::request].where != Field::Where::words) {
        completions.push_back(common);
        completions.back().request = fields.integer(Key::request);
        return completions;
    }
    std::string_view words = fields.rest(Key::request);
    for (std::string_view word = take_word(words); !word.empty(); word = take_word(words)) {
        completions.push_back(common);
        if (!parse_request(word, completions.back()))
            fields.fail(quoted(word) + " is no REQUEST[:SOURCE[:TAG]]");
    }
    return completions;
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
