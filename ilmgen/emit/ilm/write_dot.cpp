// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/emit/ilm/write_dot.h"

#include "ilmgen/model/error.h"

#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/property_map/function_property_map.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>

namespace ilm {

namespace {

/// A letter for the kind, and the id.
std::string name(const Step& step) {
    const char kind = [&step] {
        switch (step.kind) {
        case Kind::fork: return 'f';
        case Kind::join: return 'j';
        case Kind::exit: return 'e';
        case Kind::rel: return 'r';
        default: return 'a';
        }
    }();
    return kind + std::to_string(step.id);
}

/// Clusters of threads, numbered.
class Clusters {
public:
    Clusters(std::ostream& out, const DotNotes* notes, Whereabouts* whereabouts)
        : out_(out), whereabouts_(whereabouts) {
        if (notes != nullptr)
            notes_ = &notes->threads();
    }

    void write(const DagBlock& block) {
        for (const ThreadSteps& thread : block.threads)
            write(thread.thid, block, block.steps_of(thread));
        if (notes_ == nullptr)
            return;
        const auto has_steps = [&block](ThreadId thid) {
            return std::any_of(block.threads.begin(), block.threads.end(),
                               [thid](const ThreadSteps& thread) { return thread.thid == thid; });
        };
        for (const auto& [thid, notes] : *notes_)
            if (!has_steps(thid) && (block.index == 0 || !notes.notes.empty()))
                write(thid, block, {});
    }

    /// The number of a cluster of another kind.
    std::size_t next() { return clusters_++; }

private:
    void write(ThreadId thid, const DagBlock& block, std::span<const Vertex> steps) {
        static const DotNotes::OfThread nothing;
        const auto found = notes_ != nullptr ? notes_->find(thid) : decltype(notes_->end()){};
        const DotNotes::OfThread& notes =
            notes_ != nullptr && found != notes_->end() ? found->second : nothing;
        const std::string thread_name =
            whereabouts_ != nullptr ? whereabouts_->name_of(thid) : notes.name;
        out_ << "subgraph cluster" << clusters_++ << " {\nlabel = \"thd " << thid
             << (thread_name.empty() ? "" : ", ") << dot_quoted(thread_name) << "\";\n";
        const char* arrow = "";
        for (const Vertex vertex : steps) {
            out_ << arrow << name(block.steps[vertex]);
            arrow = " -> ";
        }
        if (!steps.empty() || notes_ == nullptr)
            out_ << ";\n";
        for (const Vertex vertex : steps)
            write_whereabout(block.steps[vertex]);
        write_notes(notes.notes, block, steps);
        out_ << "}\n";
    }

    /// In the node: the object and the place, below its name.
    void write_whereabout(const Step& step) {
        const Whereabout where =
            whereabouts_ != nullptr ? whereabouts_->take(step.thid, step.id) : Whereabout();
        if (where.object.empty() && where.place.empty())
            return;
        out_ << name(step) << " [label=\"" << name(step);
        if (!where.prim.empty())
            out_ << "\\n" << dot_quoted(where.prim) << ' ' << dot_quoted(where.object);
        if (!where.place.empty())
            out_ << "\\n" << dot_quoted(where.place);
        out_ << "\"];\n";
    }

    /// Beside the step in whose interval they lie, or below the last one.
    void write_notes(const std::vector<DotNotes::Note>& notes, const DagBlock& block,
                     std::span<const Vertex> steps) {
        constexpr const char* line = " [style=dotted, arrowhead=none];";
        std::size_t next = 0;
        for (const Vertex vertex : steps) {
            const std::string step = name(block.steps[vertex]);
            const std::string note = write_note(dot_label(notes, next, block.steps[vertex].id));
            if (!note.empty())
                out_ << "{ rank=same; " << note << " -> " << step << line << " }\n";
        }
        constexpr EventId end = std::numeric_limits<EventId>::max();
        const std::string note = write_note(dot_label(notes, next, end));
        if (!note.empty() && !steps.empty())
            out_ << name(block.steps[steps.back()]) << " -> " << note << line << '\n';
    }

    /// Its name; empty if there is nothing to write.
    std::string write_note(const std::string& label) {
        if (label.empty())
            return {};
        std::string note = "note" + std::to_string(notes_written_++);
        out_ << note << " [shape=note, fontsize=10, label=\"" << label << "\"];\n";
        return note;
    }

    std::ostream& out_;
    Whereabouts* whereabouts_; ///< null: nothing is known
    const std::map<ThreadId, DotNotes::OfThread>* notes_ = nullptr;
    std::size_t clusters_ = 0;
    std::size_t notes_written_ = 0;
};

/// What pruning left of the graph.
using Kept = boost::filtered_graph<Dag, boost::keep_all, std::function<bool(Vertex)>>;

void draw(const DagBlock& block, const DotNotes* notes, Whereabouts* whereabouts,
          std::ostream& out) {
    std::vector<bool> kept(block.steps.size());
    for (const ThreadSteps& thread : block.threads)
        for (const Vertex vertex : block.steps_of(thread))
            kept[vertex] = true;
    const auto clusters = [&](std::ostream& to) { Clusters(to, notes, whereabouts).write(block); };
    const auto names = boost::make_function_property_map<Vertex>(
        [&block](Vertex vertex) { return name(block.steps[vertex]); });
    boost::write_graphviz(out, Kept(block.dag, {}, [&kept](Vertex vertex) { return kept[vertex]; }),
                          boost::default_writer(), boost::default_writer(), clusters, names);
}

/// One DAG block, as pictures have always been.
class OneBlock : public DotWriter {
public:
    OneBlock(OutputFile& out, std::uint64_t index, DotNotes* notes, Whereabouts* whereabouts)
        : out_(out), index_(index), notes_(notes), whereabouts_(whereabouts) {}

    void block(const DagBlock& block) override {
        if (blocks_++ == index_)
            write(block);
        else if (notes_ != nullptr)
            notes_->forget();
        if (whereabouts_ != nullptr)
            whereabouts_->forget();
    }

    void finish() override {
        if (blocks_ == 0 && index_ == 0)
            write({});
        else if (index_ >= blocks_)
            throw Error("--dot-block: there is no DAG block " + std::to_string(index_) +
                        (blocks_ == 0 ? ", nor any other"
                                      : "; they are 0 to " + std::to_string(blocks_ - 1)));
    }

    std::uint64_t blocks() const override { return blocks_; }

private:
    void write(const DagBlock& block) {
        std::ostringstream text;
        draw(block, notes_, whereabouts_, text);
        out_.write(text.view());
        if (notes_ != nullptr)
            notes_->end();
    }

    OutputFile& out_;
    std::uint64_t index_;
    DotNotes* notes_;          ///< null: none are to show
    Whereabouts* whereabouts_; ///< null: nothing is known
    std::uint64_t blocks_ = 0;
};

/// A cluster each, and from one to the next the program order of threads, and what else crosses.
class AllBlocks : public DotWriter {
public:
    AllBlocks(OutputFile& out, DotNotes* notes, Whereabouts* whereabouts)
        : out_(out), notes_(notes), clusters_(text_, notes, whereabouts) {
        out_.write("digraph G {\n");
    }

    void block(const DagBlock& block) override {
        text_ << "subgraph cluster" << clusters_.next() << " {\nlabel = \"DAG block " << block.index
              << "\";\n";
        clusters_.write(block);
        text_ << "}\n";
        for (const ThreadSteps& thread : block.threads)
            write_edges(block, thread);
        out_.write(text_.view());
        text_.str({});
        ++blocks_;
        if (notes_ != nullptr)
            notes_->forget();
    }

    void finish() override { out_.write("}\n"); }

    std::uint64_t blocks() const override { return blocks_; }

private:
    void write_edges(const DagBlock& block, const ThreadSteps& thread) {
        std::string& before = last_[thread.thid];
        for (const Vertex vertex : block.steps_of(thread)) {
            const std::string here = names_[block.steps[vertex].id] = name(block.steps[vertex]);
            if (!before.empty() && vertex == block.steps_of(thread).front())
                text_ << before << " -> " << here << ";\n";
            for (const CrossingEdge& edge : block.crossing_to(vertex))
                text_ << names_.at(edge.before.id) << "->" << here << " ;\n";
            for (const Vertex next : next_of(block.dag, vertex))
                text_ << here << "->" << name(block.steps[next]) << " ;\n";
            before = here;
        }
    }

    OutputFile& out_;
    DotNotes* notes_; ///< null: none are to show
    std::ostringstream text_;
    Clusters clusters_;
    std::unordered_map<ThreadId, std::string> last_; ///< step that is drawn, its name
    std::unordered_map<EventId, std::string> names_; ///< of all steps that are drawn
    std::uint64_t blocks_ = 0;
};

} // namespace

std::unique_ptr<DotWriter> dot_writer(OutputFile& out, std::optional<std::uint64_t> index,
                                      DotNotes* notes, Whereabouts* whereabouts) {
    if (index)
        return std::make_unique<OneBlock>(out, *index, notes, whereabouts);
    return std::make_unique<AllBlocks>(out, notes, whereabouts);
}

} // namespace ilm
