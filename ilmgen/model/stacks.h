// SPDX-License-Identifier: GPL-2.0-or-later
//
// Stacks of calls, as a trace contains them. They say where in the program's source things happen.
#ifndef ILMGEN_MODEL_STACKS_H
#define ILMGEN_MODEL_STACKS_H

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace ilm {

/// 0: the trace does not say where.
using StackNumber = std::uint32_t;

/// A function at a place in the code. Members that are not known are empty or 0.
struct SourceLine {
    std::string function;
    std::string file;
    std::string folder;
    std::uint64_t line = 0;
};

struct CodePlace {
    std::uint32_t number = 0;
    std::string object;             ///< the file that the code is from
    std::uint64_t offset = 0;       ///< in the object; without one, the address
    std::vector<SourceLine> source; ///< from the innermost function that is inlined here to the one
                                    ///< that was called
};

struct Stack {
    StackNumber number = 0;
    StackNumber caller = 0; ///< 0: nobody
    std::uint32_t code = 0;
};

/// The places and stacks that an event describes, because it is the first that uses them.
struct NewStacks {
    std::vector<CodePlace> places;
    std::vector<Stack> stacks; ///< a caller comes first
};

/// Samples of a thread's work, and its calls for I/O.
struct WorkSample {
    StackNumber stack = 0;
    std::uint64_t count = 0;
    std::uint64_t io_calls = 0;
};

/// All places and stacks that a trace has described so far.
class Stacks {
public:
    void add(const NewStacks& told);
    bool empty() const { return stacks_.empty(); }

    /// The innermost function of the program's own code, if there is one: FUNCTION (FILE:LINE), or
    /// the part of this that is known.
    std::string place(StackNumber stack) const;
    /// The same, but skips functions that allocate for others, such as xmalloc() and operator new,
    /// if a function of the program's own has called them.
    std::string place_of_user(StackNumber stack) const;
    /// place() and its callers, at most `most` of them, each behind a "<".
    std::string places(StackNumber stack, unsigned most) const;
    /// The calls of a stack, the innermost first.  Valid until add().
    std::vector<const CodePlace*> calls(StackNumber stack) const;
    /// The name of the innermost function of all.
    std::string function(StackNumber stack) const;
    /// The function of place(), without the file.  Empty if it has no name.
    std::string own_function(StackNumber stack) const;
    /// The outermost function of the program's own code, from which all others of the stack were
    /// called, with its file: work (pool.c).  Empty if it has no name, or the stack is cut off.
    std::string outermost_function(StackNumber stack) const;
    /// The file that place() is from, without its folder; empty if that is not known.
    std::string own_object(StackNumber stack) const;

private:
    struct Line {
        std::string function;
        std::string object;
        std::string file; ///< of its source; may be empty
        std::string described;
        bool is_own; ///< of the program's
    };
    std::vector<Line> lines(StackNumber stack) const;
    const CodePlace* code_of(StackNumber stack) const;

    std::unordered_map<StackNumber, Stack> stacks_;
    std::unordered_map<std::uint32_t, CodePlace> places_;
};

} // namespace ilm

#endif
