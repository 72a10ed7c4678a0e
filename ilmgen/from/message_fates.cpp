// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/message_fates.h"

#include "ilmgen/from/input_file.h"

namespace ilm {

namespace {

MessageFates::Fate as_said(const MessageCall& call) {
    return {!call.to_nobody, call.partner.value_or(0), call.tag.value_or(0)};
}

} // namespace

void MessageFates::call(const MessageCall& call) {
    ++calls_;
    if (call.to_nobody)
        return;
    const bool wildcard = !call.partner || !call.tag;
    const std::optional<Operation> replaced =
        pending_.begin(call.caller, call.request, {calls_, wildcard, call});
    if (replaced)
        give_up(*replaced);
}

void MessageFates::complete(const Completion& completion) {
    for (const Operation& operation : pending_.end(completion)) {
        Fate fate = as_said(operation.call);
        fate.is_message = !completion.cancelled;
        if (operation.wildcard && fate.is_message) {
            if ((!operation.call.partner && !completion.source) ||
                (!operation.call.tag && !completion.tag))
                throw BrokenSource("a receive from any source, or with any tag, is complete, but "
                                   "the map does not say what it has received");
            fate.partner = operation.call.partner.value_or(completion.source.value_or(0));
            fate.tag = operation.call.tag.value_or(completion.tag.value_or(0));
        }
        if (operation.wildcard || completion.cancelled)
            fates_[operation.number] = fate;
    }
}

void MessageFates::give_up(const Operation& operation) {
    if (!operation.wildcard)
        return;
    ++unresolved_;
    fates_[operation.number].is_message = false;
}

void MessageFates::finish() {
    pending_.for_each([this](const Operation& operation) { give_up(operation); });
    pending_ = {};
}

MessageFates::Fate MessageFates::take(std::uint64_t number, const MessageCall& call) {
    const auto found = fates_.find(number);
    if (found == fates_.end())
        return as_said(call);
    const Fate fate = found->second;
    fates_.erase(found);
    return fate;
}

} // namespace ilm
