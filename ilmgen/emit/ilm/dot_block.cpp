// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/ilm/dot_block.h"

#include "ilmgen/analysis/said/names.h"

#include <algorithm>
#include <limits>
#include <ostream>
#include <string_view>

namespace ilm {

namespace {

// Points.
constexpr std::int64_t line_height = 12;
constexpr std::int64_t character_width = 6; ///< of the font, more than most
constexpr std::int64_t head_height = 24;    ///< the name of a thread
constexpr std::int64_t margin = 12;
constexpr std::int64_t row_gap = 24; ///< for arrows
constexpr std::int64_t column_gap = 24;
constexpr std::int64_t column_margin = 8;
constexpr std::int64_t least_width = 90;

/// If there are at most this many nodes, edges lead around nodes, not behind them. With 50 nodes,
/// Graphviz 2.43 takes half a second for that, with 96 nodes three seconds.
constexpr std::size_t most_around = 50;

/// Characters in a line of a node, and in one of its tooltip.
constexpr std::size_t broad = 48;
constexpr std::size_t all = 300;

/// The critical path is vermilion and the order between threads blue, because everybody can tell
/// these colours apart: Okabe and Ito, https://jfly.uni-koeln.de/color/
constexpr std::string_view critical = "color=\"#D55E00\", penwidth=3";
constexpr std::string_view critical_fill = "fillcolor=\"#FBE3D2\"";
constexpr std::string_view between_threads = "color=\"#0072B2\"";

std::int64_t height_of(const DotText& text) {
    return static_cast<std::int64_t>(text.lines()) * line_height + margin;
}

std::int64_t width_of(std::size_t characters) {
    return static_cast<std::int64_t>(characters) * character_width + margin;
}

const char* word_for(Kind kind) {
    switch (kind) {
    case Kind::fork: return "fork";
    case Kind::join: return "join";
    case Kind::exit: return "exit";
    case Kind::rel: return "release";
    default: return "acquire";
    }
}

/// The thread's heading, which is the same as in reports.
std::string head_of(ThreadId thid, const std::string& name) {
    return "thread " + std::to_string(thid) +
           (name.empty() ? "" : " \"" + shortened(name, broad) + '"');
}

/// The threads with steps or notes in the DAG block.  The first DAG block also has threads of which
/// only the name is known.
std::vector<ThreadSteps> threads_of(const DagBlock& block, const DotNotes* notes) {
    std::vector<ThreadSteps> threads = block.threads;
    const auto id = [](const ThreadSteps& thread) { return thread.thid; };
    if (notes != nullptr)
        for (const auto& [thid, said] : notes->threads())
            if (std::ranges::find(block.threads, thid, id) == block.threads.end() &&
                (block.index == 0 || !said.notes.empty()))
                threads.push_back({thid, 0, 0});
    std::ranges::sort(threads, {}, id);
    return threads;
}

std::string heap_change(std::int64_t bytes) {
    if (bytes == 0)
        return {};
    const auto size = static_cast<std::uint64_t>(bytes);
    return bytes > 0 ? ", +" + rounded_bytes(size) : ", -" + rounded_bytes(~size + 1);
}

} // namespace

std::string dot_name(const Step& step) {
    return word_for(step.kind)[0] + std::to_string(step.id);
}

void write_dot_beginning(std::ostream& out, std::size_t nodes) {
    out << "digraph G {\n// by ilmgen\n"
           "graph [layout=nop, splines="
        << (nodes <= most_around ? "true" : "line")
        << ", outputorder=edgesfirst, labelloc=t, fontsize=12, fontname=Helvetica, "
           "color=\"#BBBBBB\"];\n"
           "node [shape=box, style=filled, fillcolor=white, color=\"#666666\", fontsize=10, "
           "fontname=Helvetica, width=0.8, height=0.2, margin=\"0.08,0.04\"];\n"
           "edge [color=\"#999999\", arrowsize=0.7];\n";
}

DotBlock::DotBlock(const DagBlock& block, const DotFacts& facts, std::int64_t top)
    : block_(block), cost_(facts.cost), chain_(longest_chain(block, *facts.beginnings)), top_(top),
      bottom_(top) {
    find_chain();
    for (const ThreadSteps& thread : threads_of(block, facts.notes))
        add_thread(thread, facts);
    find_rows();
    place_rows();
    place_columns();
}

void DotBlock::find_chain() {
    for (std::size_t i = 0; i < chain_.steps.size(); ++i) {
        const auto& [vertex, work] = chain_.steps[i];
        on_chain_[vertex] = {work, chain_.steps[std::min(i + 1, chain_.steps.size() - 1)].vertex};
    }
}

bool DotBlock::is_critical(Vertex from, Vertex to) const {
    const auto step = on_chain_.find(from);
    return step != on_chain_.end() && step->second.next == to;
}

void DotBlock::add_thread(const ThreadSteps& thread, const DotFacts& facts) {
    static const DotNotes::ThreadNotes nothing;
    const DotNotes::ThreadNotes* said = &nothing;
    if (facts.notes != nullptr && facts.notes->threads().contains(thread.thid))
        said = &facts.notes->threads().at(thread.thid);
    const std::string name =
        facts.step_places != nullptr ? facts.step_places->name_of(thread.thid) : said->name;
    Column column;
    column.thid = thread.thid;
    column.head = head_of(thread.thid, name);
    column.first = nodes_.size();
    std::size_t next_note = 0;
    for (const Vertex vertex : block_.steps_of(thread)) {
        const EventId id = block_.steps[vertex].id;
        nodes_.push_back(node_of(
            vertex, column.head,
            facts.step_places != nullptr ? facts.step_places->take(thread.thid, id) : StepPlace()));
        nodes_.back().note = dot_label(said->notes, next_note, id);
    }
    column.end = nodes_.size();
    column.last_note = dot_label(said->notes, next_note, std::numeric_limits<EventId>::max());
    columns_.push_back(std::move(column));
}

DotBlock::Node DotBlock::node_of(Vertex vertex, const std::string& thread,
                                 const StepPlace& where) const {
    const Step& step = block_.steps[vertex];
    const std::string event = std::string(word_for(step.kind)) + ' ' + std::to_string(step.id);
    const std::string object = where.prim + (where.object.empty() ? "" : ' ' + where.object);
    Node node;
    node.vertex = vertex;
    node.label.add(event);
    node.tooltip.add(thread + ", " + event);
    for (const std::string& text : {object, where.place})
        if (!text.empty()) {
            node.label.add(shortened(text, broad));
            node.tooltip.add(shortened(text, all));
        }
    node.label.add(weight(vertex));
    node.tooltip.add(exact_weight(vertex));
    return node;
}

/// The work of the step's interval and its change of the heap.  If only a part of the work is on
/// the critical path, the text says how much.
std::string DotBlock::weight(Vertex vertex) const {
    const Step& step = block_.steps[vertex];
    const auto on_chain = on_chain_.find(vertex);
    const std::uint64_t critical_work = on_chain == on_chain_.end() ? 0 : on_chain->second.work;
    const bool part = critical_work > 0 && critical_work < step.icnt;
    return (part ? rounded(critical_work) + " of " : "") + rounded(step.icnt) +
           heap_change(step.hbal);
}

std::string DotBlock::exact_weight(Vertex vertex) const {
    const Step& step = block_.steps[vertex];
    const auto on_chain = on_chain_.find(vertex);
    std::string text = std::to_string(step.icnt) + ' ' + cost_;
    if (on_chain != on_chain_.end())
        text += ", " + std::to_string(on_chain->second.work) + " of them on the critical path";
    if (step.hbal != 0)
        text += "; heap " + std::to_string(step.hbal) + " bytes";
    return text;
}

std::string DotBlock::heading() const {
    return "DAG block " + std::to_string(block_.index) + ": " + rounded(chain_.work) + ' ' +
           dot_quoted(shortened(cost_, broad)) + ", critical path " + rounded(chain_.length);
}

std::int64_t DotBlock::right() const {
    return (columns_.empty() ? least_width : columns_.back().right) + column_gap;
}

/// Every edge leads to a later vertex.
void DotBlock::find_rows() {
    rows_.assign(block_.steps.size(), 0);
    std::vector<Vertex> below(block_.steps.size()); // by vertex: the thread's next step, or itself
    std::vector<bool> drawn(block_.steps.size());
    for (const Column& column : columns_)
        for (std::size_t i = column.first; i < column.end; ++i) {
            drawn[nodes_[i].vertex] = true;
            below[nodes_[i].vertex] = nodes_[std::min(i + 1, column.end - 1)].vertex;
        }
    const auto lower = [this](Vertex vertex, Vertex next) {
        if (next != vertex)
            rows_[next] = std::max(rows_[next], rows_[vertex] + 1);
    };
    for (Vertex vertex = 0; vertex < rows_.size(); ++vertex) {
        if (!drawn[vertex])
            continue;
        lower(vertex, below[vertex]);
        for (const Vertex next : next_of(block_.dag, vertex))
            lower(vertex, next);
        if (const auto step = on_chain_.find(vertex); step != on_chain_.end())
            lower(vertex, step->second.next);
    }
}

void DotBlock::place_rows() {
    std::vector<std::int64_t> heights;
    const auto reserve = [&heights](std::size_t row, const DotText& text) {
        heights.resize(std::max(heights.size(), row + 1));
        heights[row] = std::max(heights[row], height_of(text));
    };
    for (const Node& node : nodes_) {
        reserve(rows_[node.vertex], node.label);
        reserve(rows_[node.vertex], node.note);
    }
    for (const Column& column : columns_)
        if (!column.last_note.empty())
            reserve(row_of_last_note(column), column.last_note);
    bottom_ = top_ - head_height - margin;
    for (const std::int64_t height : heights) {
        row_y_.push_back(bottom_ - height / 2);
        bottom_ -= height + row_gap;
    }
}

std::size_t DotBlock::row_of_last_note(const Column& column) const {
    return column.first == column.end ? 0 : rows_[nodes_[column.end - 1].vertex] + 1;
}

/// Notes stand right of the steps.
void DotBlock::place_columns() {
    std::int64_t left = column_gap;
    for (Column& column : columns_) {
        std::int64_t width = std::max(least_width, width_of(column.head.size()));
        std::int64_t note_width = 0;
        for (std::size_t i = column.first; i < column.end; ++i) {
            width = std::max(width, width_of(nodes_[i].label.widest()));
            if (!nodes_[i].note.empty())
                note_width = std::max(note_width, width_of(nodes_[i].note.widest()));
        }
        if (!column.last_note.empty())
            note_width = std::max(note_width, width_of(column.last_note.widest()));
        column.left = left;
        column.x = left + column_margin + width / 2;
        column.note_x = left + column_margin + width + column_gap + note_width / 2;
        column.right =
            left + width + 2 * column_margin + (note_width > 0 ? note_width + column_gap : 0);
        left = column.right + column_gap;
    }
}

void DotBlock::write_threads(std::ostream& out, DotNumbers& numbers) const {
    for (const Column& column : columns_) {
        out << "subgraph cluster" << numbers.clusters++ << " {\nlabel = \""
            << dot_quoted(column.head) << "\";\nbb = \"" << column.left << ',' << bottom_ << ','
            << column.right << ',' << top_ << "\";\nlp = \"" << (column.left + column.right) / 2
            << ',' << top_ - head_height / 2 << "\";\n";
        for (std::size_t i = column.first; i < column.end; ++i)
            write_node(out, nodes_[i], column.x);
        for (std::size_t i = column.first; i + 1 < column.end; ++i)
            write_edge(out, nodes_[i].vertex, nodes_[i + 1].vertex, {});
        write_notes(out, column, numbers);
        out << "}\n";
    }
}

/// A filled node has work on the critical path.  The path passes through a node with only a bold
/// border, but none of the node's work is on it.
void DotBlock::write_node(std::ostream& out, const Node& node, std::int64_t x) const {
    out << dot_name(block_.steps[node.vertex]) << " [pos=\"" << x << ','
        << row_y_[rows_[node.vertex]] << "\", label=\"" << node.label.quoted() << "\", tooltip=\""
        << node.tooltip.quoted() << '"';
    if (const auto step = on_chain_.find(node.vertex); step != on_chain_.end()) {
        out << ", " << critical;
        if (step->second.work > 0)
            out << ", " << critical_fill;
    }
    out << "];\n";
}

void DotBlock::write_edge(std::ostream& out, Vertex from, Vertex to,
                          std::string_view attributes) const {
    const std::string_view used = is_critical(from, to) ? critical : attributes;
    out << dot_name(block_.steps[from]) << " -> " << dot_name(block_.steps[to]);
    if (!used.empty())
        out << " [" << used << ']';
    out << ";\n";
}

/// Draws notes beside the step in whose interval they lie, or below the last step.
void DotBlock::write_notes(std::ostream& out, const Column& column, DotNumbers& numbers) const {
    const auto write = [&](const DotText& note, std::size_t row, const Node* step) {
        if (note.empty())
            return;
        out << "note" << numbers.notes << " [shape=note, pos=\"" << column.note_x << ','
            << row_y_[row] << "\", label=\"" << note.quoted() << "\"];\n";
        if (step != nullptr)
            out << "note" << numbers.notes << " -> " << dot_name(block_.steps[step->vertex])
                << " [style=dotted, arrowhead=none];\n";
        ++numbers.notes;
    };
    for (std::size_t i = column.first; i < column.end; ++i)
        write(nodes_[i].note, rows_[nodes_[i].vertex], &nodes_[i]);
    write(column.last_note, row_of_last_note(column),
          column.first == column.end ? nullptr : &nodes_[column.end - 1]);
}

void DotBlock::write_edges(std::ostream& out) const {
    for (const Node& node : nodes_)
        for (const Vertex next : next_of(block_.dag, node.vertex))
            write_edge(out, node.vertex, next, between_threads);
    for (const auto& [vertex, step] : on_chain_)
        if (is_implied(vertex, step.next))
            out << dot_name(block_.steps[vertex]) << " -> " << dot_name(block_.steps[step.next])
                << " [" << critical << ", style=dashed];\n";
}

/// Whether the chain goes from a fork to its child along an edge that reduction has left out.
bool DotBlock::is_implied(Vertex from, Vertex to) const {
    const std::span<const Vertex> next = next_of(block_.dag, from);
    return block_.steps[from].thid != block_.steps[to].thid &&
           std::find(next.begin(), next.end(), to) == next.end();
}

} // namespace ilm
