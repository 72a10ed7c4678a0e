// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/facts/common_info.h"

#include "ilmgen/facts/info_form.h"
#include "shared/trace_vocabulary.h"

namespace ilm {

namespace {

using Common = CommonInfo;

constexpr InfoForm<Common> common_forms[] = {
    {Common::What::is, TRACE_OBJECT_IS, {&Common::clock, &Common::value}},
    {Common::What::begins, TRACE_OBJECT_BEGINS, {&Common::clock, &Common::value}},
    {Common::What::acts, TRACE_OBJECT_ACTS, {&Common::clock}},
    {Common::What::waits, TRACE_OBJECT_WAITS, {&Common::clock}},
    {Common::What::leaves, TRACE_OBJECT_LEAVES, {&Common::clock}},
    {Common::What::ends, TRACE_OBJECT_ENDS, {&Common::clock}},
    {Common::What::to_all, TRACE_OBJECT_TO_ALL},
    {Common::What::wakes, TRACE_OBJECT_WAKES, {&Common::value}},
    {Common::What::range, TRACE_OBJECT_RANGE, {&Common::first, &Common::last}},
    {Common::What::range_of_process, TRACE_OBJECT_OF_PROCESS, {&Common::first, &Common::last}},
    {Common::What::adds, TRACE_OBJECT_ADDS, {&Common::value}},
    {Common::What::takes, TRACE_OBJECT_TAKES, {&Common::value}},
    {Common::What::sets, TRACE_OBJECT_SETS, {&Common::value}},
    {Common::What::finds_none, TRACE_OBJECT_FINDS_NONE},
};

/// " PRIMITIVE NAME"
bool take_identity(std::string_view text, CommonInfo& info) {
    if (!take_words(" ", text))
        return false;
    info.prim = text.substr(0, text.find(' '));
    text.remove_prefix(info.prim.size());
    if (!take_words(" ", text) || info.prim.empty())
        return false;
    info.name = text;
    return true;
}

} // namespace

std::optional<CommonInfo> common_info(std::string_view rest) {
    CommonInfo told;
    if (!take_form(common_forms, rest, told))
        return std::nullopt;
    const bool is_good = told.names_it() ? take_identity(rest, told) : rest.empty();
    return is_good ? std::optional(told) : std::nullopt;
}

std::string text_of(const CommonInfo& info) {
    const std::string text = TRACE_INFO_OBJECT + text_of_form(common_forms, info);
    if (!info.names_it())
        return text;
    return text + " " + std::string(info.prim) + " " + std::string(info.name);
}

} // namespace ilm
