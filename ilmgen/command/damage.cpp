// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/command/damage.h"

#include "ilmgen/command/outputs.h"
#include "ilmgen/from/bytes/decompress.h"
#include "ilmgen/from/contents.h"

namespace ilm {

namespace {

/// The sentence about the damage, with the file.  It also says if a compressed file is damaged,
/// because events that make no sense may come from that.
std::string described(const Damage& damage, const LogSources& sources) {
    const std::string& file = damage.file.empty() ? sources.name() : damage.file;
    const std::string sentence = file + ": " + damage.error.sentence();
    const std::string cause = damage_of_compressed(file);
    return cause.empty() || sentence.ends_with(cause) ? sentence : sentence + "; it " + cause;
}

/// Says what is wrong with an input of which nothing can be read, and what to do about it.  Returns
/// an empty text if the reader's own message says everything.
std::string advice_on_input(std::string_view begin) {
    if (const std::string program = foreign_compression(begin); !program.empty())
        return "is compressed with " + program + ", which ilmgen does not read: " + program +
               " -dc FILE | ilmgen -";
    const OutputKind* const kind = output_that_begins(begin);
    return kind == nullptr || kind->as_input == nullptr
               ? ""
               : std::string("is ") + kind->is + kind->as_input;
}

/// Throws Error if a file is of a kind that ilmgen does not read, so that no event could come from
/// it.
void refuse_other_kinds(const LogSources& sources) {
    for (const auto& file : sources.files())
        if (const std::string advice = advice_on_input(file->given()); !advice.empty())
            throw Error(file->name() + ": " + advice);
}

} // namespace

void check_recovery(const Damage& damage, const LogSources& sources, std::uint64_t events,
                    bool recover) {
    if (events == 0)
        refuse_other_kinds(sources);
    if (!recover)
        throw Error(described(damage, sources) +
                    (events > 0 ? "; --recover takes what comes before" : ""));
}

std::string loss(const Damage& damage, const LogSources& sources, std::uint64_t events) {
    Damage counted = damage;
    if (damage.file.empty())
        counted.events = events;
    return described(damage, sources) + "; " + damage.what_is_lost() + ", " +
           counted.what_is_kept() + (damage.file.empty() ? "" : " and the other traces") +
           " are not";
}

} // namespace ilm
