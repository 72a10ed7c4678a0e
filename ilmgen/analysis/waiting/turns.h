// SPDX-License-Identifier: GPL-2.0-or-later
//
// Objects by which threads take turns: locks, and the objects from which programs build locks.
//
// The interpreter's lock of Python, for example, is a flag, a mutex and a condition variable: the
// mutex is held for a moment, and the threads wait for the variable. Such an object is recognised
// by its users. A thread takes turns if it both waits for the object and releases it, and if
// another such thread is like it (similar_threads.h). At least half of the time waited for the
// object must be that of threads that take turns. In a queue between two stages of a pipeline, the
// threads differ.
#ifndef ILMGEN_ANALYSIS_TURNS_H
#define ILMGEN_ANALYSIS_TURNS_H

#include "ilmgen/analysis/code/similar_threads.h"
#include "ilmgen/analysis/waiting/waits.h"

#include <boost/dynamic_bitset.hpp>

#include <cstdint>

namespace ilm {

struct Turns {
    bool are_taken = false;       ///< else the rest says nothing
    std::uint32_t threads = 0;    ///< that use the object
    StackNumber at = 0;           ///< where threads wait longest for it
    boost::dynamic_bitset<> with; ///< the objects waited for, and the mutexes that threads
                                  ///< lock again after such a wait
};

/// `waits`: of objects, not of joins.
Turns turns_at(const Run& run, const Timeline& timeline, const SimilarThreads& similar,
               const ObjectWaits& waits);

} // namespace ilm

#endif
