// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/logs/messages/fates.h"

#include "ilmgen/from/bytes/input_file.h"

namespace ilm {

void MessageFates::call(const CallOutline& call) {
    ++calls_;
    if (call.to_nobody)
        return;
    const bool wildcard = !call.partner || !call.tag;
    std::optional<Operation> replaced;
    if (wildcard || cancels_)
        replaced =
            pending_.begin(call.caller, call.request, {calls_, wildcard, call.partner, call.tag});
    else if (call.request)
        replaced = pending_.take(call.caller, *call.request);
    if (replaced)
        give_up(*replaced);
}

void MessageFates::complete(const Completion& completion) {
    pending_.end(completion, [&](const Operation& operation) { complete(operation, completion); });
}

void MessageFates::complete(const Operation& operation, const Completion& completion) {
    if (completion.cancelled) {
        fates_.add({operation.number, {false, 0, 0}});
    } else if (operation.wildcard) {
        const auto partner = operation.partner ? operation.partner : completion.source;
        const auto tag = operation.tag ? operation.tag : completion.tag;
        if (!partner || !tag)
            throw BrokenSource("a receive from any source, or with any tag, is complete, but "
                               "the map does not say what it has received");
        fates_.add({operation.number, {true, *partner, *tag}});
    }
}

void MessageFates::give_up(const Operation& operation) {
    if (!operation.wildcard)
        return;
    ++unresolved_;
    fates_.add({operation.number, {false, 0, 0}});
}

void MessageFates::finish() {
    pending_.for_each([this](const Operation& operation) { give_up(operation); });
    pending_ = {};
    next_ = fates_.next();
}

MessageFates::Fate MessageFates::take(std::uint64_t number, const CallOutline& call) {
    if (!next_ || next_->number != number)
        return {!call.to_nobody, call.partner.value_or(0), call.tag.value_or(0)};
    const Fate fate = next_->fate;
    next_ = fates_.next();
    return fate;
}

} // namespace ilm
