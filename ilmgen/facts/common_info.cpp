// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/facts/common_info.h"

#include "ilmgen/model/info_text.h"
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

/// " VALUE PRIMITIVE NAME"
bool take_identity(std::string_view text, CommonInfo& info) {
    if (!take_number_behind(" ", text, info.value) || !take_words(" ", text))
        return false;
    info.prim = text.substr(0, text.find(' '));
    text.remove_prefix(info.prim.size());
    if (!take_words(" ", text) || info.prim.empty())
        return false;
    info.name = text;
    return true;
}

/// "FIRST LAST"
bool take_range(std::string_view& text, CommonInfo& info) {
    return take_number(text, info.first) && take_number_behind(" ", text, info.last);
}

} // namespace

std::optional<CommonInfo> common_info(std::string_view rest) {
    CommonInfo told;
    if (!take_number(rest, told.addr))
        return std::nullopt;
    const auto* const form = std::ranges::find_if(
        info_forms, [&](const InfoForm& known) { return rest.starts_with(known.word); });
    if (form == std::end(info_forms))
        return std::nullopt;
    told.what = form->what;
    rest.remove_prefix(form->word.size());
    if ((told.has_clock() && !take_number(rest, told.clock)) ||
        (told.has_range() && !take_range(rest, told)) ||
        (told.has_amount() && !take_number(rest, told.value)))
        return std::nullopt;
    const bool is_good = told.names_it() ? take_identity(rest, told) : rest.empty();
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
