// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/mpi/job/common_names.h"

#include "ilmgen/facts/fact.h"
#include "ilmgen/from/bytes/decompress.h"
#include "ilmgen/from/bytes/input_file.h"
#include "ilmgen/from/processes/objects/channels.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <cstddef>

namespace ilm {

namespace {

using Visit = std::function<void(std::string_view)>;

constexpr std::size_t piece = std::size_t{1} << 17;
constexpr std::size_t longest = std::size_t{1} << 20; ///< of a string

std::size_t end_of_string(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '"')
            return at;
        if (text[at] == '\\')
            ++at;
    }
    return std::string_view::npos;
}

/// Visits strings that begin with `begin`.  Returns how many bytes of the text are done with.
std::size_t visit_strings(std::string_view text, std::string_view begin, const Visit& visit) {
    std::size_t at = 0;
    while ((at = text.find(begin, at)) != std::string_view::npos) {
        const std::string_view rest = text.substr(at + 1);
        const std::size_t end = end_of_string(rest);
        if (end == std::string_view::npos && rest.size() < longest)
            return at;
        visit(rest.substr(0, end));
        at += begin.size();
    }
    return text.size() - std::min(text.size(), begin.size() - 1);
}

/// As visit_strings().
std::size_t visit_names(std::string_view text, const Visit& visit) {
    const auto of_object = [&](std::string_view said) {
        const Fact fact = fact_of(said);
        const auto* const info = std::get_if<CommonInfo>(&fact.said);
        if (info != nullptr && info->names_it())
            visit(info->name);
    };
    const auto of_channel = [&](std::string_view said) {
        const Fact fact = fact_of(said);
        const auto* const info = std::get_if<ChannelInfo>(&fact.said);
        if (info != nullptr && info->what == ChannelInfo::What::is)
            for (const std::string& key : keys_of_channel(info->name))
                visit(key);
    };
    return std::min(visit_strings(text, "\"" TRACE_INFO_OBJECT, of_object),
                    visit_strings(text, "\"" TRACE_INFO_CHANNEL, of_channel));
}

} // namespace

/// Looks for strings that begin like infos that tell names, because that is much faster than
/// reading events. Another string with such a beginning does no harm, because it only causes more
/// processes than necessary to be dealt together.
void visit_common_names(const std::string& trace, const Visit& visit) {
    InputFile file(trace);
    Decompressed source(file);
    std::string text;
    try {
        for (std::size_t kept = 0;;) {
            text.resize(kept + piece);
            const std::size_t got = source.read(text.data() + kept, piece);
            text.resize(kept + got);
            if (got == 0)
                return;
            text.erase(0, visit_names(text, visit));
            kept = text.size();
        }
    } catch (const BrokenSource&) { // the process that reads it will say so
    }
}

} // namespace ilm
