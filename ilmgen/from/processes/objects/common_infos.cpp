// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/from/processes/objects/common_infos.h"

#include "ilmgen/from/bytes/text_fields.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>

namespace ilm {

namespace {

using InfoWhat = CommonInfo::What;

struct InfoForm {
    InfoWhat what;
    std::string_view word;
};

constexpr InfoForm info_forms[] = {
    {InfoWhat::is, TRACE_OBJECT_IS},         {InfoWhat::begins, TRACE_OBJECT_BEGINS},
    {InfoWhat::acts, TRACE_OBJECT_ACTS},     {InfoWhat::waits, TRACE_OBJECT_WAITS},
    {InfoWhat::leaves, TRACE_OBJECT_LEAVES}, {InfoWhat::ends, TRACE_OBJECT_ENDS},
    {InfoWhat::to_all, TRACE_OBJECT_TO_ALL}, {InfoWhat::wakes, TRACE_OBJECT_WAKES},
    {InfoWhat::range, TRACE_OBJECT_RANGE},   {InfoWhat::range_of_process, TRACE_OBJECT_OF_PROCESS},
    {InfoWhat::adds, TRACE_OBJECT_ADDS},     {InfoWhat::takes, TRACE_OBJECT_TAKES},
    {InfoWhat::sets, TRACE_OBJECT_SETS},     {InfoWhat::finds_none, TRACE_OBJECT_FINDS_NONE},
};

bool take_info_number(std::string_view& text, std::uint64_t& number) {
    const std::optional<std::uint64_t> taken = ilm::take_number(text);
    number = taken.value_or(0);
    return taken.has_value();
}

bool take_space(std::string_view& text) {
    const bool is_there = text.starts_with(' ');
    text.remove_prefix(is_there ? 1 : 0);
    return is_there;
}

/// " VALUE PRIMITIVE NAME"
bool take_identity(std::string_view text, CommonInfo& info) {
    if (!take_space(text) || !take_info_number(text, info.value) || !take_space(text))
        return false;
    info.prim = text.substr(0, text.find(' '));
    text.remove_prefix(info.prim.size());
    if (!take_space(text) || info.prim.empty())
        return false;
    info.name = text;
    return true;
}

/// "FIRST LAST"
bool take_range(std::string_view& text, CommonInfo& info) {
    return take_info_number(text, info.first) && take_space(text) &&
           take_info_number(text, info.last);
}

} // namespace

std::optional<CommonInfo> common_info(std::string_view info) {
    constexpr std::string_view before = TRACE_INFO_OBJECT;
    if (!info.starts_with(before))
        return std::nullopt;
    info.remove_prefix(before.size());
    CommonInfo told;
    if (!take_info_number(info, told.addr))
        return std::nullopt;
    const auto* const form = std::ranges::find_if(
        info_forms, [&](const InfoForm& known) { return info.starts_with(known.word); });
    if (form == std::end(info_forms))
        return std::nullopt;
    told.what = form->what;
    info.remove_prefix(form->word.size());
    if (told.has_clock() && !take_info_number(info, told.clock))
        return std::nullopt;
    if (told.has_range() && !take_range(info, told))
        return std::nullopt;
    if (told.has_amount() && !take_info_number(info, told.value))
        return std::nullopt;
    const bool is_good = told.names_it() ? take_identity(info, told) : info.empty();
    return is_good ? std::optional(told) : std::nullopt;
}

std::string text_of(const CommonInfo& info) {
    const auto* const form = std::ranges::find_if(
        info_forms, [&](const InfoForm& known) { return known.what == info.what; });
    std::string text = TRACE_INFO_OBJECT + std::to_string(info.addr) + std::string(form->word);
    if (info.has_clock())
        text += std::to_string(info.clock);
    if (info.has_amount())
        text += std::to_string(info.value);
    if (info.has_range())
        text += std::to_string(info.first) + " " + std::to_string(info.last);
    if (info.names_it())
        text += " " + std::to_string(info.value) + " " + std::string(info.prim) + " " +
                std::string(info.name);
    return text;
}

} // namespace ilm
