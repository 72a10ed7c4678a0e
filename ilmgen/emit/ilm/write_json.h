// SPDX-License-Identifier: GPL-2.0-or-later
//
// The ILM as JSON.
#ifndef ILMGEN_EMIT_ILM_WRITE_JSON_H
#define ILMGEN_EMIT_ILM_WRITE_JSON_H

#include "ilmgen/dag/order/dag_block.h"
#include "ilmgen/dag/sums/step_places.h"
#include "ilmgen/emit/file/output_file.h"

#include <memory>
#include <string_view>

namespace ilm {

/// An ILM can be written as several files, one after the other.  This says which part a file is.
struct IlmPart {
    bool is_first = true;
    bool is_last = true;
};

/// `cross_block` adds the order between DAG blocks, `prv`.  `step_places` adds the places of steps.
std::unique_ptr<BlockSink> json_writer(OutputFile& out, bool pretty, bool cross_block,
                                       StepPlaces* step_places = nullptr, IlmPart part = {});

/// Whether a file that begins with these bytes is an ILM. An ILM without DAG blocks is an empty
/// array.
bool begins_ilm(std::string_view begin);

} // namespace ilm

#endif
