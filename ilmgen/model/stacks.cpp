// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/model/stacks.h"

#include "ilmgen/model/ada_name.h"
#include "shared/runtime_libraries.h"
#include "shared/trace_vocabulary.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

namespace ilm {

namespace {

std::string without_folder(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

/// The object and the offset in it, as debuggers write it.
std::string in_object(const CodePlace& place) {
    std::ostringstream text;
    text << without_folder(place.object) << (place.object.empty() ? "0x" : "+0x") << std::hex
         << place.offset;
    return text.str();
}

/// Whether the line is in a header of the compiler or the system, or in Rust's library, which are
/// the source of libraries' templates, generics and inline functions.
bool is_of_system(const SourceLine& line) {
    constexpr std::array<std::string_view, 3> folders = {"/usr/include/", "/usr/lib/", "/rustc/"};
    return std::ranges::any_of(
        folders, [&line](std::string_view folder) { return line.folder.starts_with(folder); });
}

/// Decides by the function's name: malloc, xcalloc, g_malloc0, av_mallocz, os::malloc(unsigned
/// long), my_alloc, operator new[](unsigned long), __rust_alloc.  Not alloc_matrix, because it
/// allocates what its name says.
bool allocates_for_others(std::string_view function) {
    const std::string_view name = function.substr(0, function.find('('));
    constexpr std::array<std::string_view, 8> words = {
        "malloc", "calloc", "realloc", "zalloc", "strdup", "memdup", "memalign", "operator new"};
    return name.ends_with("alloc") || std::ranges::any_of(words, [name](std::string_view word) {
               return name.find(word) != std::string_view::npos;
           });
}

/// In the C library or a runtime library, whose functions call the program's and are called by
/// them: std::future::get() reaches a thread's join through the C library's pthread_once().
bool is_of_runtime(const std::string& object) {
#define BEGINNING(beginning, kind) std::string_view(beginning),
    constexpr std::array beginnings = {RUNTIME_LIBRARIES(BEGINNING)};
#undef BEGINNING
    return std::ranges::any_of(beginnings, [&object](std::string_view beginning) {
        return object.starts_with(beginning);
    });
}

/// Rust's compiler ends names in a hash: app::work::h0123456789abcdef is app::work.
void remove_hash(std::string& name) {
    constexpr std::string_view before = "::h";
    constexpr std::size_t digits = 16;
    const std::size_t at = name.rfind(before);
    if (at != std::string::npos && name.size() - at == before.size() + digits &&
        name.find_first_not_of("0123456789abcdef", at + before.size()) == std::string::npos)
        name.resize(at);
}

/// GNU Fortran calls a module's procedure __MODULE_MOD_PROCEDURE: people write MODULE::PROCEDURE.
void part_module(std::string& name) {
    constexpr std::string_view begin = "__";
    constexpr std::string_view middle = "_MOD_";
    const std::size_t at = name.find(middle);
    if (name.starts_with(begin) && at != std::string::npos && at > begin.size())
        name =
            name.substr(begin.size(), at - begin.size()) + "::" + name.substr(at + middle.size());
}

std::string described(const CodePlace& place, const SourceLine& source) {
    const std::string name = source.function.empty() ? in_object(place) : source.function;
    if (!source.file.empty())
        return name + " (" + source.file + ":" + std::to_string(source.line) + ")";
    if (source.function.empty() || place.object.empty())
        return name;
    return name + " (" + without_folder(place.object) + ")";
}

} // namespace

void Stacks::add(const NewStacks& told) {
    for (const CodePlace& place : told.places) {
        CodePlace& known = places_[place.number] = place;
        for (SourceLine& line : known.source) {
            remove_hash(line.function);
            part_module(line.function);
            if (is_ada_file(line.file))
                line.function = ada_name(line.function);
        }
    }
    for (const Stack& stack : told.stacks)
        stacks_[stack.number] = stack;
}

const CodePlace* Stacks::code_of(StackNumber stack) const {
    const auto found = stacks_.find(stack);
    if (found == stacks_.end())
        return nullptr;
    const auto place = places_.find(found->second.code);
    return place == places_.end() ? nullptr : &place->second;
}

std::vector<const CodePlace*> Stacks::calls(StackNumber stack) const {
    std::vector<const CodePlace*> calls;
    while (const CodePlace* const code = code_of(stack)) {
        calls.push_back(code);
        stack = stacks_.at(stack).caller;
    }
    return calls;
}

std::string Stacks::place(StackNumber stack) const {
    return places(stack, 1);
}

std::vector<Stacks::Line> Stacks::lines(StackNumber stack) const {
    std::vector<Line> lines;
    bool is_own = false;
    const auto add = [&](bool own, const Line& line) {
        if (own && !is_own)
            lines.clear();
        is_own = is_own || own;
        lines.push_back(line);
        lines.back().is_own = own;
    };
    for (const CodePlace* const code : calls(stack)) {
        const std::string object = without_folder(code->object);
        const bool is_own_code = !is_of_runtime(object);
        if (code->source.empty())
            add(is_own_code, {"", object, "", in_object(*code), false});
        for (const SourceLine& line : code->source)
            add(is_own_code && !is_of_system(line) && line.function != TRACE_CUT_OFF,
                {line.function, object, line.file, described(*code, line), false});
    }
    return lines;
}

std::string Stacks::places(StackNumber stack, unsigned most) const {
    std::string text;
    const std::vector<Line> all = lines(stack);
    for (std::size_t i = 0; i < all.size() && i < most; ++i)
        text += (i == 0 ? "" : " < ") + all[i].described;
    return text;
}

std::string Stacks::place_of_user(StackNumber stack) const {
    const std::vector<Line> all = lines(stack);
    const auto user = std::ranges::find_if(
        all, [](const Line& line) { return line.is_own && !allocates_for_others(line.function); });
    return user == all.end() ? place(stack) : user->described;
}

std::string Stacks::own_function(StackNumber stack) const {
    const std::vector<Line> all = lines(stack);
    return all.empty() ? std::string() : all.front().function;
}

std::string Stacks::outermost_function(StackNumber stack) const {
    const std::vector<Line> all = lines(stack);
    const auto outermost = std::find_if(all.rbegin(), all.rend(), [](const Line& line) {
        return line.is_own || line.function == TRACE_CUT_OFF;
    });
    if (outermost == all.rend() || !outermost->is_own || outermost->function.empty())
        return {};
    const std::string& from = outermost->file.empty() ? outermost->object : outermost->file;
    return outermost->function + (from.empty() ? "" : " (" + from + ")");
}

std::string Stacks::own_object(StackNumber stack) const {
    const std::vector<Line> all = lines(stack);
    return all.empty() ? std::string() : all.front().object;
}

std::string Stacks::function(StackNumber stack) const {
    const CodePlace* const code = code_of(stack);
    if (code == nullptr)
        return {};
    if (code->source.empty() || code->source.front().function.empty())
        return in_object(*code);
    return code->source.front().function;
}

} // namespace ilm
