// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/write_dot.h"

#include <boost/graph/filtered_graph.hpp>
#include <boost/graph/graphviz.hpp>
#include <boost/property_map/function_property_map.hpp>

#include <functional>
#include <sstream>
#include <string>

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

void write_cluster(std::ostream& out, std::size_t index, const DagBlock& block,
                   const ThreadSteps& thread) {
    out << "subgraph cluster" << index << " {\nlabel = \"thd " << thread.thid << "\";\n";
    const char* arrow = "";
    for (const Vertex vertex : block.steps_of(thread)) {
        out << arrow << name(block.steps[vertex]);
        arrow = " -> ";
    }
    out << ";\n}\n";
}

/// What pruning left of the graph.
using Kept = boost::filtered_graph<Dag, boost::keep_all, std::function<bool(Vertex)>>;

void draw(const DagBlock& block, std::ostream& out) {
    std::vector<bool> kept(block.steps.size());
    for (const ThreadSteps& thread : block.threads)
        for (const Vertex vertex : block.steps_of(thread))
            kept[vertex] = true;
    const auto clusters = [&block](std::ostream& to) {
        std::size_t index = 0;
        for (const ThreadSteps& thread : block.threads)
            write_cluster(to, index++, block, thread);
    };
    const auto names = boost::make_function_property_map<Vertex>(
        [&block](Vertex vertex) { return name(block.steps[vertex]); });
    boost::write_graphviz(out, Kept(block.dag, {}, [&kept](Vertex vertex) { return kept[vertex]; }),
                          boost::default_writer(), boost::default_writer(), clusters, names);
}

class DotWriter : public BlockSink {
public:
    explicit DotWriter(OutputFile& out) : out_(out) {}

    void block(const DagBlock& block) override {
        if (!drawn_)
            write(block);
    }

    void finish() override {
        if (!drawn_)
            write({});
    }

private:
    void write(const DagBlock& block) {
        std::ostringstream text;
        draw(block, text);
        out_.write(text.view());
        drawn_ = true;
    }

    OutputFile& out_;
    bool drawn_ = false;
};

} // namespace

std::unique_ptr<BlockSink> dot_writer(OutputFile& out) {
    return std::make_unique<DotWriter>(out);
}

} // namespace ilm
