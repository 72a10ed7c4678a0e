// SPDX-License-Identifier: GPL-2.0-or-later
#include "ilmgen/write_dot.h"

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

/// Boost's write_graphviz knows neither chains nor clusters of a graph without subgraphs, and names
/// of its own for the vertices, so the text is made here.
class DotWriter : public BlockSink {
public:
    explicit DotWriter(OutputFile& out) : out_(out) { out_.write("digraph G {\n"); }

    void block(const DagBlock& block) override {
        if (block.index > 0)
            return;
        std::size_t cluster = 0;
        for (const auto& [thid, steps] : block.threads)
            thread(block.dag, thid, steps, cluster++);
        for (const auto& [thid, steps] : block.threads)
            for (const Vertex vertex : steps)
                for (const Vertex next : next_of(block.dag, vertex))
                    out_.write("\t" + name(block.dag[vertex]) + " -> " + name(block.dag[next]) +
                               ";\n");
    }

    void finish() override { out_.write("}\n"); }

private:
    void thread(const Dag& dag, ThreadId thid, const std::vector<Vertex>& steps,
                std::size_t cluster) {
        out_.write("\tsubgraph cluster" + std::to_string(cluster) + " {\n\t\tlabel = \"thd " +
                   std::to_string(thid) + "\";\n\t\t");
        const char* arrow = "";
        for (const Vertex vertex : steps) {
            out_.write(arrow + name(dag[vertex]));
            arrow = " -> ";
        }
        out_.write(";\n\t}\n");
    }

    OutputFile& out_;
};

} // namespace

std::unique_ptr<BlockSink> dot_writer(OutputFile& out) {
    return std::make_unique<DotWriter>(out);
}

} // namespace ilm
