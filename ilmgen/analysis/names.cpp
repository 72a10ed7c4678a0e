// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/analysis/names.h"

#include <array>
#include <cstdio>
#include <sstream>
#include <string_view>

namespace ilm {

namespace {

std::string formatted(const char* format, double number) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, number);
    return text.data();
}

} // namespace

/// OpenMP's names end in the region that began the thread, which hardly says more than its number.
std::string thread_name(const Run& run, ThreadIndex thread) {
    const RunThread& that = run.threads[thread];
    const bool is_openmp = that.name.starts_with("OpenMP ");
    const std::string name = is_openmp ? that.name.substr(0, that.name.find(" of ")) : that.name;
    return "thread " + std::to_string(that.id) + (name.empty() ? "" : " \"" + name + "\"");
}

std::string rank_name(const Run& run, RankIndex rank) {
    const RunRank& that = run.ranks[rank];
    return "rank " + std::to_string(that.number) + (run.jobs > 1 ? " of job " + that.job : "");
}

std::string object_name(const Run& run, ObjectIndex object) {
    const RunObject& that = run.objects[object];
    const std::string prim = that.prim.empty() ? "object" : that.prim;
    if (!that.name.empty())
        return prim + " " + that.name;
    if (const std::string place = place_name(run, that.at); !place.empty())
        return prim + " from " + place;
    std::ostringstream address;
    address << prim << " 0x" << std::hex << that.addr;
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
    case Kind::join: return step.other == nowhere ? "a thread" : thread_name(run, step.other);
    default: return {};
    }
}

std::string place_name(const Run& run, StackNumber at) {
    return at == 0 ? std::string() : run.stacks.place(at);
}

std::string nameless_code(const std::string& file) {
    return file.empty() ? "code of no file" : "code of " + file;
}

std::string site_name(const Run& run, StackNumber at) {
    const std::string place = place_name(run, at);
    return place.empty() ? "not told" : place;
}

namespace {

void remove_all(std::string& text, std::string_view what) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at))
        text.erase(at, what.size());
}

/// Up to the bracket that closes the one there.
void remove_brackets(std::string& text, std::size_t at, char open, char close) {
    std::size_t depth = 0;
    for (std::size_t end = at; end < text.size(); ++end) {
        depth += text[end] == open ? 1 : 0;
        depth -= text[end] == close ? 1 : 0;
        if (depth == 0) {
            text.erase(at, end - at + 1);
            return;
        }
    }
}

} // namespace

/// A place in a file, and the name of a call operator, have brackets, too.
std::string short_name(std::string name) {
    constexpr std::string_view call = "operator()";
    remove_all(name, "(anonymous namespace)::");
    for (std::size_t at = name.find_first_of("<("); at != std::string::npos;
         at = name.find_first_of("<(", at)) {
        const bool is_place = name[at] == '(' && (at == 0 || name[at - 1] == ' ');
        const bool is_call = name.substr(0, at + 2).ends_with(call);
        const bool is_compared = name.substr(0, at).ends_with("operator");
        const std::size_t before = name.size();
        if (!is_place && !is_call && !is_compared)
            remove_brackets(name, at, name[at], name[at] == '<' ? '>' : ')');
        at += name.size() == before ? 1 : 0;
    }
    return name;
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

std::string rounded_bytes(std::uint64_t bytes) {
    const std::string number = rounded(bytes);
    return number + (number.find(' ') == std::string::npos ? " B" : "B");
}

std::string percent(double share) {
    return formatted(share > 0 && share < 0.0995 ? "%.1f %%" : "%.0f %%", 100 * share);
}

std::string fixed(double number) {
    return formatted("%.2f", number);
}

} // namespace ilm
