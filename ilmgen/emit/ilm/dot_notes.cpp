// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/ilm/dot_notes.h"

#include "ilmgen/facts/event_facts.h"

#include <algorithm>

namespace ilm {

namespace {

/// Lines in a note.
constexpr std::size_t few = 12;
/// Characters in a line.
constexpr std::size_t note_width = 40;

struct Line {
    std::string_view text;
    std::uint64_t times;
};

} // namespace

void DotNotes::event(const Event& event) {
    if (ended_ || event.kind != Kind::info || fact_in<Unforked>(event) != nullptr)
        return;
    ThreadNotes& thread = threads_[event.thid];
    if (const auto* const named = fact_in<ThreadName>(event);
        named != nullptr && thread.name.empty())
        thread.name = named->name;
    else
        thread.notes.push_back({event.id, std::string(event.text)});
}

DotText dot_label(const std::vector<DotNotes::Note>& notes, std::size_t& begin, EventId before) {
    std::vector<Line> lines;
    std::uint64_t others = 0;
    for (; begin < notes.size() && notes[begin].id < before; ++begin) {
        const std::string_view text = notes[begin].text;
        const auto known = std::find_if(lines.begin(), lines.end(),
                                        [text](const Line& line) { return line.text == text; });
        if (known != lines.end())
            ++known->times;
        else if (lines.size() < few)
            lines.push_back({text, 1});
        else
            ++others;
    }
    DotText label("\\l");
    for (const Line& line : lines)
        label.add((line.times > 1 ? std::to_string(line.times) + " x " : "") +
                  shortened(line.text, note_width));
    if (others > 0)
        label.add("and " + std::to_string(others) + " more");
    return label;
}

} // namespace ilm
