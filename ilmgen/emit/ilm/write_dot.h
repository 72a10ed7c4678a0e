// SPDX-License-Identifier: GPL-2.0-or-later
//
// DAG blocks as a Graphviz digraph.
#ifndef ILMGEN_EMIT_ILM_WRITE_DOT_H
#define ILMGEN_EMIT_ILM_WRITE_DOT_H

#include "ilmgen/emit/file/output_file.h"
#include "ilmgen/emit/ilm/dot_block.h"

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string_view>

namespace ilm {

class DotWriter : public BlockSink {
public:
    void block(const DagBlock& block) final;

    /// How many DAG blocks there were; after finish().
    std::uint64_t blocks() const { return blocks_; }
    /// How many steps are drawn; after finish().
    std::uint64_t nodes() const { return nodes_; }

protected:
    DotWriter(OutputFile& out, const DotFacts& facts) : out_(out), facts_(facts) {}

    virtual void draw(const DagBlock& block) = 0;

    const DotFacts& facts() const { return facts_; }
    void write(const std::ostringstream& text, std::size_t nodes);

private:
    OutputFile& out_;
    const DotFacts facts_;
    std::uint64_t blocks_ = 0;
    std::uint64_t nodes_ = 0;
};

/// Draws the DAG block of this index, or, if there is no index, all of them.  After each DAG block
/// the objects in `facts` are told to forget it.
std::unique_ptr<DotWriter> dot_writer(OutputFile& out, std::optional<std::uint64_t> index,
                                      const DotFacts& facts);

/// Whether a file that begins with these bytes is such a picture, also one by an older ilmgen.
bool begins_dot(std::string_view begin);

} // namespace ilm

#endif
