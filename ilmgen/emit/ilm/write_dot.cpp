// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/ilm/write_dot.h"

#include "ilmgen/model/error.h"

#include <limits>
#include <sstream>
#include <string>
#include <unordered_map>

namespace ilm {

namespace {

/// Points between a DAG block and the next.
constexpr std::int64_t block_gap = 36;
/// Points that a DAG block's label needs.
constexpr std::int64_t label_height = 30;

/// Said once a graph, below the heading.
constexpr const char* legend = "bold: the critical path; filled: its work counts there";

/// One DAG block.
class OneBlock : public DotWriter {
public:
    OneBlock(OutputFile& out, std::uint64_t index, const DotFacts& facts)
        : DotWriter(out, facts), index_(index) {}

    void finish() override {
        if (blocks() == 0 && index_ == 0)
            draw({});
        else if (index_ >= blocks())
            throw Error("--dot-block: there is no DAG block " + std::to_string(index_) +
                        (blocks() == 0 ? ", nor any other"
                                       : "; they are 0 to " + std::to_string(blocks() - 1)));
    }

private:
    void draw(const DagBlock& block) override {
        if (block.index != index_)
            return;
        std::ostringstream text;
        const DotBlock picture(block, facts(), 0);
        DotNumbers numbers;
        write_dot_beginning(text, picture.nodes());
        text << "label = \"" << picture.heading() << "\\n" << legend << "\";\n";
        picture.write_threads(text, numbers);
        picture.write_edges(text);
        text << "}\n";
        write(text, picture.nodes());
        if (facts().notes != nullptr)
            facts().notes->end();
    }

    std::uint64_t index_;
};

/// Each DAG block is a cluster below the one before.  Edges between clusters are the program order
/// of threads, and other order that crosses.
class AllBlocks : public DotWriter {
public:
    AllBlocks(OutputFile& out, const DotFacts& facts) : DotWriter(out, facts) {
        std::ostringstream text;
        write_dot_beginning(text, std::numeric_limits<std::size_t>::max());
        text << "label = \"" << legend << "\";\n";
        write(text, 0);
    }

    void finish() override { write(std::ostringstream("}\n"), 0); }

private:
    void draw(const DagBlock& block) override {
        const DotBlock picture(block, facts(), top_ - label_height);
        std::ostringstream text;
        text << "subgraph cluster" << numbers_.clusters++ << " {\nlabel = \"" << picture.heading()
             << "\";\nbb = \"0," << picture.bottom() << ',' << picture.right() << ',' << top_
             << "\";\nlp = \"" << picture.right() / 2 << ',' << top_ - label_height / 2 << "\";\n";
        picture.write_threads(text, numbers_);
        text << "}\n";
        picture.write_edges(text);
        for (const ThreadSteps& thread : block.threads)
            write_crossing(block, thread, text);
        top_ = picture.bottom() - block_gap;
        write(text, picture.nodes());
    }

    void write_crossing(const DagBlock& block, const ThreadSteps& thread, std::ostream& out) {
        std::string& before = last_[thread.thid];
        for (const Vertex vertex : block.steps_of(thread)) {
            const std::string here = names_[block.steps[vertex].id] = dot_name(block.steps[vertex]);
            if (!before.empty() && vertex == block.steps_of(thread).front())
                out << before << " -> " << here << ";\n";
            for (const CrossingEdge& edge : block.crossing_to(vertex))
                out << names_.at(edge.before.id) << " -> " << here << ";\n";
            before = here;
        }
    }

    DotNumbers numbers_;
    std::int64_t top_ = 0;
    std::unordered_map<ThreadId, std::string> last_; ///< step that is drawn, its name
    std::unordered_map<EventId, std::string> names_; ///< of all steps that are drawn
};

} // namespace

void DotWriter::block(const DagBlock& block) {
    draw(block);
    facts_.beginnings->forget();
    if (facts_.notes != nullptr)
        facts_.notes->forget();
    if (facts_.step_places != nullptr)
        facts_.step_places->forget();
    ++blocks_;
}

void DotWriter::write(const std::ostringstream& text, std::size_t nodes) {
    out_.write(text.view());
    nodes_ += nodes;
}

std::unique_ptr<DotWriter> dot_writer(OutputFile& out, std::optional<std::uint64_t> index,
                                      const DotFacts& facts) {
    if (index)
        return std::make_unique<OneBlock>(out, *index, facts);
    return std::make_unique<AllBlocks>(out, facts);
}

bool begins_dot(std::string_view begin) {
    return begin.starts_with("digraph G {\n// by ilmgen\n") || begin == "digraph G {\n}\n" ||
           begin.starts_with("digraph G {\nsubgraph cluster0 {\nlabel = \"thd ") ||
           begin.starts_with("digraph G {\nsubgraph cluster0 {\nlabel = \"DAG block ");
}

} // namespace ilm
