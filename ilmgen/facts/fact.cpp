// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/facts/fact.h"

#include "ilmgen/model/info_text.h"

#include <charconv>
#include <type_traits>
#include <utility>

namespace ilm {

namespace {

/// Reads all of a text: numbers and texts with a space between them.  A text takes all that is
/// left.
template <class Fields>
bool read_fields(std::string_view rest, const Fields& fields) {
    bool is_first = true;
    const auto take = [&]<class Field>(Field& field) {
        if (!std::exchange(is_first, false) && !take_words(" ", rest))
            return false;
        if constexpr (std::is_same_v<Field, std::string_view>)
            field = std::exchange(rest, {});
        else
            return take_number(rest, field);
        return true;
    };
    return std::apply([&take](auto&... each) { return (take(each) && ...); }, fields) &&
           rest.empty();
}

std::string field_text(std::uint64_t number) {
    return std::to_string(number);
}

std::string field_text(std::string_view text) {
    return std::string(text);
}

/// The text that read_fields() reads, behind `begin`.
template <class Fields>
std::string text_of_fields(std::string_view begin, const Fields& fields) {
    std::string text(begin);
    const auto put = [&](const auto& field) {
        text += (text.size() == begin.size() ? "" : " ") + field_text(field);
    };
    std::apply([&put](const auto&... each) { (put(each), ...); }, fields);
    return text;
}

// Each of these functions makes a fact of what follows its first words.  It returns false if the
// text tells no such fact after all.

template <class Of>
bool read_only_fields(std::string_view rest, Fact& fact) {
    return read_fields(rest, Of::fields(fact.said.emplace<Of>()));
}

template <bool arrives>
bool read_passage(std::string_view rest, Fact& fact) {
    auto& passage = fact.said.emplace<Passage>();
    passage.arrives = arrives;
    return read_fields(rest, Passage::fields(passage));
}

std::string_view direction_of(const MovesPartner& partner) {
    return partner.are_sent ? TRACE_MOVES_TO : TRACE_MOVES_FROM;
}

bool read_moves(std::string_view rest, Fact& fact) {
    auto& moves = fact.said.emplace<Moves>();
    if (!take_number(rest, moves.bytes))
        return false;
    moves.partner.are_sent = rest.starts_with(TRACE_MOVES_TO);
    return take_number_behind(direction_of(moves.partner), rest, moves.partner.rank) &&
           take_number_behind(TRACE_MOVES_BY, rest, moves.operations) && rest.empty();
}

bool read_pages(std::string_view rest, Fact& fact) {
    auto& pages = fact.said.emplace<Pages>();
    if (!take_words("0x", rest) || !take_number(rest, pages.addr, 16) ||
        !take_number_behind(", ", rest, pages.size) || !take_words(" bytes, ", rest))
        return false;
    if (take_words(TRACE_INFO_LENT, rest))
        pages.lent_at = rest;
    return pages.lent_at || rest == TRACE_INFO_GIVEN_BACK;
}

/// Takes the comma behind it, too.
std::optional<StartedProcess> take_process(std::string_view& text) {
    StartedProcess process;
    if (!take_number_behind(TRACE_INFO_PID, text, process.pid) ||
        !take_number_behind(TRACE_INFO_STARTED, text, process.tick) || !take_words(",", text))
        return std::nullopt;
    return process;
}

void read_processes(std::string_view text, ToolBegins& begins) {
    begins.process = take_process(text);
    if (take_words(TRACE_INFO_RUN, text)) {
        begins.run = take_process(text);
        if (!begins.run)
            begins.process.reset();
    }
    begins.rank = take_rank(text);
}

/// The rest stands before the command, which may contain anything.
bool read_tool_begins(std::string_view rest, Fact& fact) {
    constexpr std::string_view command = TRACE_INFO_COMMAND;
    constexpr std::string_view order = TRACE_INFO_ORDER;
    auto& begins = fact.said.emplace<ToolBegins>();
    if (const std::size_t found = rest.find(command); found != std::string_view::npos) {
        begins.command = rest.substr(found + command.size());
        rest = rest.substr(0, found + 1); // with the comma that ends what is before
    }
    if (const std::size_t found = rest.find(order); found != std::string_view::npos) {
        begins.order = rest.substr(found + order.size());
        begins.order = begins.order.substr(0, begins.order.find(','));
    }
    if (const std::size_t found = rest.find(TRACE_INFO_PID); found != std::string_view::npos) {
        begins.versions = rest.substr(0, found);
        read_processes(rest.substr(found), begins);
    }
    return true;
}

bool read_begun_by(std::string_view rest, Fact& fact) {
    auto& begun = fact.said.emplace<BegunBy>();
    if (!take_number(rest, begun.pid) ||
        !take_number_behind(TRACE_INFO_BY_THREAD, rest, begun.thread) ||
        !take_number_behind(TRACE_INFO_AFTER, rest, begun.after) || !take_words(" of ", rest))
        return false;
    begun.file = rest;
    return true;
}

template <class Of>
bool read_process(std::string_view rest, Fact& fact) {
    return take_number(rest, fact.said.emplace<Of>().pid) && rest == Of::end;
}

bool read_is_thread(std::string_view rest, Fact& fact) {
    constexpr std::string_view before_command = ": ";
    auto& thread = fact.said.emplace<IsThread>();
    if (!take_number(rest, thread.thread) ||
        !take_number_behind(TRACE_INFO_OF_PROCESS, rest, thread.process))
        return false;
    if (take_words(",", rest))
        thread.rank = take_rank(rest);
    if (const std::size_t found = rest.find(before_command); found != std::string_view::npos)
        thread.command = rest.substr(found + before_command.size());
    return true;
}

template <class Of>
bool read_info(const std::optional<Of>& info, Fact& fact) {
    if (info)
        fact.said = *info;
    return info.has_value();
}

bool read_common(std::string_view rest, Fact& fact) {
    return read_info(common_info(rest), fact);
}

bool read_channel(std::string_view rest, Fact& fact) {
    return read_info(channel_info(rest), fact);
}

/// The first words of a fact, and the function that reads the rest.
struct FactForm {
    std::string_view begin;
    bool (*read)(std::string_view rest, Fact& fact);
};

template <class Of>
constexpr FactForm only_fields = {Of::begin, read_only_fields<Of>};

/// The frequent ones come first.
constexpr FactForm fact_forms[] = {
    {TRACE_INFO_OBJECT, read_common},
    {TRACE_INFO_CHANNEL, read_channel},
    only_fields<ThreadName>,
    only_fields<IsLibrarys>,
    only_fields<Unforked>,
    only_fields<Late>,
    only_fields<PlanDropped>,
    only_fields<Unseen>,
    only_fields<OnlyPart>,
    only_fields<LeftOut>,
    only_fields<EndedBy>,
    only_fields<Executes>,
    only_fields<SharedObjectInfo>,
    only_fields<UnknownOrder>,
    only_fields<NoReceipt>,
    {TRACE_INFO_ARRIVES, read_passage<true>},
    {TRACE_INFO_DEPARTS, read_passage<false>},
    {TRACE_INFO_MOVES, read_moves},
    {TRACE_INFO_PAGES, read_pages},
    {TRACE_INFO_TOOL, read_tool_begins},
    {TRACE_INFO_BEGUN, read_begun_by},
    {TRACE_INFO_PROCESS, read_process<ProcessBegins>},
    {TRACE_INFO_PROCESS, read_process<ProcessEnded>},
    {TRACE_INFO_IS_THREAD, read_is_thread},
};

std::string process_text(const StartedProcess& process) {
    return TRACE_INFO_PID + std::to_string(process.pid) + TRACE_INFO_STARTED +
           std::to_string(process.tick);
}

std::string hexadecimal(std::uint64_t number) {
    char digits[16];
    return {digits, std::to_chars(digits, std::end(digits), number, 16).ptr};
}

std::string sentence(const OtherText& other) {
    return std::string(other.text);
}

template <class Of>
requires requires {
    Of::begin;
}
std::string sentence(const Of& fact) {
    return text_of_fields(Of::begin, Of::fields(fact));
}

std::string sentence(const Passage& passage) {
    return text_of_fields(passage.arrives ? TRACE_INFO_ARRIVES : TRACE_INFO_DEPARTS,
                          Passage::fields(passage));
}

std::string sentence(const Moves& moves) {
    return TRACE_INFO_MOVES + std::to_string(moves.bytes) +
           std::string(direction_of(moves.partner)) + std::to_string(moves.partner.rank) +
           TRACE_MOVES_BY + std::to_string(moves.operations);
}

std::string sentence(const Pages& pages) {
    return TRACE_INFO_PAGES "0x" + hexadecimal(pages.addr) + ", " + std::to_string(pages.size) +
           " bytes, " +
           (pages.lent_at ? TRACE_INFO_LENT + std::string(*pages.lent_at) : TRACE_INFO_GIVEN_BACK);
}

std::string sentence(const ToolBegins& begins) {
    std::string text = TRACE_INFO_TOOL + std::string(begins.versions);
    if (begins.process)
        text += process_text(*begins.process);
    if (begins.run)
        text += "," TRACE_INFO_RUN + process_text(*begins.run);
    if (begins.rank)
        text += "," + text_of(*begins.rank);
    if (!begins.order.empty())
        text += "," TRACE_INFO_ORDER + std::string(begins.order);
    return text + TRACE_INFO_COMMAND + std::string(begins.command);
}

std::string sentence(const BegunBy& begun) {
    return TRACE_INFO_BEGUN + std::to_string(begun.pid) + TRACE_INFO_BY_THREAD +
           std::to_string(begun.thread) + TRACE_INFO_AFTER + std::to_string(begun.after) + " of " +
           std::string(begun.file);
}

template <class Of>
requires requires {
    Of::end;
}
std::string sentence(const Of& process) {
    return TRACE_INFO_PROCESS + std::to_string(process.pid) + std::string(Of::end);
}

std::string sentence(const IsThread& thread) {
    return TRACE_INFO_IS_THREAD + std::to_string(thread.thread) + TRACE_INFO_OF_PROCESS +
           std::to_string(thread.process) +
           (thread.rank ? "," + text_of(*thread.rank) + TRACE_INFO_COMMAND : ": ") +
           std::string(thread.command);
}

std::string sentence(const ChannelInfo& info) {
    return text_of(info);
}

std::string sentence(const CommonInfo& info) {
    return text_of(info);
}

} // namespace

Fact fact_of(std::string_view text) {
    Fact fact;
    for (const FactForm& form : fact_forms)
        if (text.starts_with(form.begin) && form.read(text.substr(form.begin.size()), fact))
            return fact;
    fact.said = OtherText{text};
    return fact;
}

std::string text_of(const Fact& fact) {
    return std::visit([](const auto& said) { return sentence(said); }, fact.said);
}

} // namespace ilm
