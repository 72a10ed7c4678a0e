// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/facts/channel_info.h"

#include "ilmgen/model/info_text.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace ilm {

namespace {

using What = ChannelInfo::What;
using Member = std::uint64_t ChannelInfo::*;

constexpr Member all_members[] = {&ChannelInfo::units, &ChannelInfo::seq, &ChannelInfo::clock};
constexpr Member message_members[] = {&ChannelInfo::type, &ChannelInfo::mark, &ChannelInfo::seq,
                                      &ChannelInfo::clock};
constexpr Member received_members[] = {&ChannelInfo::type, &ChannelInfo::mark, &ChannelInfo::clock};
constexpr Member reading_members[] = {&ChannelInfo::units, &ChannelInfo::clock};

struct ChannelForm {
    What what;
    std::string_view word;
    std::span<const Member> members; ///< numbers behind it
};

constexpr ChannelForm channel_forms[] = {
    {What::is, TRACE_CHANNEL_IS, {all_members, 1}},
    {What::put, TRACE_CHANNEL_PUT, all_members},
    {What::took, TRACE_CHANNEL_TOOK, reading_members},
    {What::saw, TRACE_CHANNEL_SAW, reading_members},
    {What::closed, TRACE_CHANNEL_CLOSED, {all_members + 1, 2}},
    {What::ended, TRACE_CHANNEL_ENDED, {all_members + 2, 1}},
    {What::sent, TRACE_CHANNEL_SENT, message_members},
    {What::received_first, TRACE_CHANNEL_FIRST, {received_members + 1, 2}},
    {What::received, TRACE_CHANNEL_RECEIVED, received_members},
};

} // namespace

std::optional<ChannelInfo> channel_info(std::string_view rest) {
    ChannelInfo told;
    if (!take_number(rest, told.addr))
        return std::nullopt;
    const auto* const form = std::ranges::find_if(
        channel_forms, [&](const ChannelForm& known) { return rest.starts_with(known.word); });
    if (form == std::end(channel_forms))
        return std::nullopt;
    told.what = form->what;
    rest.remove_prefix(form->word.size() - 1);
    for (const Member member : form->members)
        if (!take_number_behind(" ", rest, told.*member))
            return std::nullopt;
    if (take_words(" ", rest) != (form->what == What::is))
        return std::nullopt;
    if (form->what == What::is)
        told.name = rest;
    return told;
}

std::string text_of(const ChannelInfo& info) {
    const auto* const form = std::ranges::find_if(
        channel_forms, [&](const ChannelForm& known) { return known.what == info.what; });
    std::string text = TRACE_INFO_CHANNEL + std::to_string(info.addr);
    text += form->word.substr(0, form->word.size() - 1);
    for (const Member member : form->members)
        text += " " + std::to_string(info.*member);
    if (!info.name.empty())
        text += " " + std::string(info.name);
    return text;
}

} // namespace ilm
