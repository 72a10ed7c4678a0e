// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/facts/channel_info.h"

#include "ilmgen/facts/info_form.h"
#include "shared/trace_vocabulary.h"

namespace ilm {

namespace {

using Channel = ChannelInfo;

constexpr InfoForm<Channel> channel_forms[] = {
    {Channel::What::is, TRACE_CHANNEL_IS, {&Channel::units}},
    {Channel::What::put, TRACE_CHANNEL_PUT, {&Channel::units, &Channel::seq, &Channel::clock}},
    {Channel::What::took, TRACE_CHANNEL_TOOK, {&Channel::units, &Channel::clock}},
    {Channel::What::saw, TRACE_CHANNEL_SAW, {&Channel::units, &Channel::clock}},
    {Channel::What::closed, TRACE_CHANNEL_CLOSED, {&Channel::seq, &Channel::clock}},
    {Channel::What::ended, TRACE_CHANNEL_ENDED, {&Channel::clock}},
    {Channel::What::sent,
     TRACE_CHANNEL_SENT,
     {&Channel::type, &Channel::mark, &Channel::seq, &Channel::clock}},
    {Channel::What::received_first, TRACE_CHANNEL_FIRST, {&Channel::mark, &Channel::clock}},
    {Channel::What::received,
     TRACE_CHANNEL_RECEIVED,
     {&Channel::type, &Channel::mark, &Channel::clock}},
};

} // namespace

std::optional<ChannelInfo> channel_info(std::string_view rest) {
    ChannelInfo told;
    if (!take_form(channel_forms, rest, told))
        return std::nullopt;
    const bool is_named = told.what == ChannelInfo::What::is;
    if (take_words(" ", rest) != is_named)
        return std::nullopt;
    if (is_named)
        told.name = rest;
    return told;
}

std::string text_of(const ChannelInfo& info) {
    const std::string text = TRACE_INFO_CHANNEL + text_of_form(channel_forms, info);
    return info.name.empty() ? text : text + " " + std::string(info.name);
}

} // namespace ilm
