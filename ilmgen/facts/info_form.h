// SPDX-License-Identifier: GPL-2.0-or-later
//
// Infos that consist of an address, words and numbers.  Example: in "4096 put 4 17 1000" the words
// are " put ", and three numbers follow them.
#ifndef ILMGEN_FACTS_INFO_FORM_H
#define ILMGEN_FACTS_INFO_FORM_H

#include "ilmgen/model/info_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>

namespace ilm {

template <class Info>
struct InfoForm {
    typename Info::What what;
    std::string_view words;                         ///< behind the address
    std::array<std::uint64_t Info::*, 4> numbers{}; ///< behind the words; null: there are no more
};

/// Takes all of one of the forms off the text.  Returns false if the text begins otherwise.  The
/// first form whose words fit is meant.
template <class Info, std::size_t n>
bool take_form(const InfoForm<Info> (&forms)[n], std::string_view& text, Info& info) {
    if (!take_number(text, info.addr))
        return false;
    const auto* const form = std::ranges::find_if(
        forms, [&](const InfoForm<Info>& known) { return text.starts_with(known.words); });
    if (form == std::end(forms))
        return false;
    info.what = form->what;
    text.remove_prefix(form->words.size());
    std::string_view before;
    for (const auto number : form->numbers) {
        if (number != nullptr && !take_number_behind(before, text, info.*number))
            return false;
        before = " ";
    }
    return true;
}

/// The text that take_form() takes.
template <class Info, std::size_t n>
std::string text_of_form(const InfoForm<Info> (&forms)[n], const Info& info) {
    const auto* const form = std::ranges::find_if(
        forms, [&](const InfoForm<Info>& known) { return known.what == info.what; });
    std::string text = std::to_string(info.addr) + std::string(form->words);
    const char* before = "";
    for (const auto number : form->numbers) {
        if (number != nullptr)
            text += before + std::to_string(info.*number);
        before = " ";
    }
    return text;
}

} // namespace ilm

#endif
