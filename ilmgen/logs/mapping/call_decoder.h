// SPDX-License-Identifier: GPL-2.0-or-later
//
// Decodes entries that a map says to be calls of a message passing library.
#ifndef ILMGEN_LOGS_MAPPING_CALL_DECODER_H
#define ILMGEN_LOGS_MAPPING_CALL_DECODER_H

#include "ilmgen/logs/mapping/entry_fields.h"
#include "ilmgen/logs/messages/calls.h"
#include "ilmgen/logs/messages/completed.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ilm {

class CallDecoder {
public:
    explicit CallDecoder(const MapConstants& constants) : constants_(constants) {}

    /// Action::rank.
    void rank(const EntryFields& fields);
    /// Action::send, Action::post.
    MessageCall call(const EntryFields& fields) const;
    /// The same call, but only its outline.
    CallOutline outline(const EntryFields& fields) const;
    /// Action::complete: one completion for each request. The result is valid until the next call.
    std::span<const Completion> completions(const EntryFields& fields);
    /// Action::sent, Action::received. Empty if the message has no partner.
    std::optional<MessageKey> key(const EntryFields& fields) const;

private:
    std::int64_t rank_in(std::int64_t communicator, std::uint64_t process) const;
    Completion completion(const EntryFields& fields) const;

    MapConstants constants_;
    /// As far as entries have told them.
    std::map<std::pair<std::int64_t, std::uint64_t>, std::int64_t> ranks_;
    std::vector<Completion> completions_;
};

} // namespace ilm

#endif
