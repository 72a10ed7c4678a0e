// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/said/names.h"

#include <boost/algorithm/string/erase.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <string_view>
#include <vector>

namespace ilm {

namespace {

bool is_time(const std::string& cost) {
    return cost == "ns" || cost == "us";
}

} // namespace

std::string formatted(const char* format, double number) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, number);
    return text.data();
}

/// OpenMP's names end in the region that began the thread, which hardly says more than its number.
std::string short_thread_name(const RunThread& thread) {
    const bool is_openmp = thread.name.starts_with("OpenMP ");
    return is_openmp ? thread.name.substr(0, thread.name.find(" of ")) : thread.name;
}

std::string thread_name(const Run& run, ThreadIndex thread) {
    const RunThread& this_thread = run.threads[thread];
    const std::string name = short_thread_name(this_thread);
    return "thread " + std::to_string(this_thread.id) + (name.empty() ? "" : " \"" + name + "\"");
}

std::string rank_name(const Run& run, RankIndex rank) {
    const RunRank& this_rank = run.ranks[rank];
    return "rank " + std::to_string(this_rank.number) +
           (run.jobs > 1 ? " of job " + this_rank.job : "");
}

std::string object_name(const Run& run, ObjectIndex object) {
    const RunObject& this_object = run.objects[object];
    const std::string prim = this_object.prim.empty() ? "object" : this_object.prim;
    if (!this_object.name.empty())
        return prim + " " + this_object.name;
    if (const std::string place = place_name(run, this_object.at); !place.empty())
        return prim + " from " + place;
    std::ostringstream address;
    address << prim << " 0x" << std::hex << this_object.addr;
    return address.str();
}

const char* event_verb(Kind kind) {
    switch (kind) {
    case Kind::rel: return "releases";
    case Kind::acq: return "has";
    case Kind::fork: return "begins";
    case Kind::join: return "has joined";
    case Kind::exit: return "ends";
    default: return "goes on";
    }
}

std::string event_object(const Run& run, const RunStep& step) {
    switch (step.kind) {
    case Kind::rel:
    case Kind::acq: return short_name(object_name(run, step.other));
    case Kind::fork:
    case Kind::join: return step.other == no_other ? "a thread" : thread_name(run, step.other);
    default: return {};
    }
}

std::string place_name(const Run& run, StackNumber at) {
    return at == 0 ? std::string() : run.stacks.place(at);
}

std::string nameless_code(const std::string& file) {
    return file.empty() ? "code of no file" : "code of " + file + " without symbols";
}

std::string site_name(const Run& run, StackNumber at) {
    const std::string place = place_name(run, at);
    return place.empty() ? "not told" : place;
}

namespace {

/// Returns, for each opening bracket, the place of the bracket that closes it; npos if none does.
std::vector<std::size_t> closing_brackets(std::string_view name) {
    std::vector<std::size_t> closing(name.size(), std::string_view::npos);
    std::vector<std::size_t> open_angles;
    std::vector<std::size_t> open_rounds;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const bool is_angle = name[at] == '<' || name[at] == '>';
        std::vector<std::size_t>& open = is_angle ? open_angles : open_rounds;
        if (name[at] == '<' || name[at] == '(') {
            open.push_back(at);
        } else if ((is_angle || name[at] == ')') && !open.empty()) {
            closing[open.back()] = at;
            open.pop_back();
        }
    }
    return closing;
}

} // namespace

/// A place in a file, and the names of operators, have brackets, too: f (a.c:12), operator(). It
/// takes one pass, because a name may be long: a program may give its locks any text as a name.
std::string short_name(std::string name) {
    boost::algorithm::erase_all(name, "(anonymous namespace)::");
    if (name.find_first_of("<(") == std::string::npos)
        return name;
    const std::vector<std::size_t> closing = closing_brackets(name);
    std::string rest;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const bool is_place = name[at] == '(' && (rest.empty() || rest.back() == ' ');
        if (closing[at] == std::string::npos || is_place || rest.ends_with("operator"))
            rest += name[at];
        else
            at = closing[at];
    }
    return rest;
}

std::string rounded(std::uint64_t count) {
    auto number = static_cast<double>(count);
    constexpr std::array prefixes = {"", " k", " M", " G", " T", " P", " E"};
    std::size_t prefix = 0;
    for (; number >= 999.5 && prefix + 1 < prefixes.size(); ++prefix)
        number /= 1000;
    const bool whole = prefix == 0 || number >= 99.95;
    return formatted(whole ? "%.0f" : number >= 9.995 ? "%.1f" : "%.2f", number) + prefixes[prefix];
}

std::string rounded_cost(std::uint64_t number, const std::string& cost) {
    if (!is_time(cost))
        return rounded(number) + " " + cost;
    constexpr std::array units = {" ns", " us", " ms", " s"};
    auto time = static_cast<double>(number);
    std::size_t unit = cost == "ns" ? 0 : 1;
    const bool is_exact = time < 999.5;
    for (; time >= 999.5 && unit + 1 < units.size(); ++unit)
        time /= 1000;
    const bool whole = is_exact || time >= 99.95;
    return formatted(whole ? "%.0f" : time >= 9.995 ? "%.1f" : "%.2f", time) + units[unit];
}

std::string rounded_again(std::uint64_t number, const std::string& cost) {
    return is_time(cost) ? rounded_cost(number, cost) : rounded(number);
}

std::string rounded_bytes(std::uint64_t bytes) {
    const std::string number = rounded(bytes);
    return number + (number.find(' ') == std::string::npos ? " B" : "B");
}

std::string percent(double share) {
    return formatted(share > 0 && share < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * share);
}

std::string between(const std::string& least, const std::string& most) {
    return "between " + least + " and " + most;
}

std::string less_time(double gain, const GainRange& range, double error) {
    const auto rounded_error = std::lround(100 * error);
    std::string text = percent(gain);
    if (range.is_wide()) {
        const std::string least = percent(range.p10);
        text = between(least.substr(0, least.find(' ')), percent(range.p90));
    } else if (rounded_error != 0)
        text += " +- " + std::to_string(rounded_error);
    return text + " less time" + (range.has_two_states ? two_states_text : "");
}

std::string fixed(double number) {
    return formatted("%.2f", number);
}

} // namespace ilm
