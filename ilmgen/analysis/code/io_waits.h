// SPDX-License-Identifier: GPL-2.0-or-later
//
// Makes waits for I/O a part of a run's times.
//
// A trace tells how often each function calls the kernel to read or to write files, or to talk to
// other programs (RunIoCalls). It does not tell how long a call waits, because that differs from
// run to run. A native run tells how long each function waits (Native::waits). So a function's wait
// is divided among its calls. The thread waits first and works then, as with sleeps (run/sleeps.h),
// and needs no processor meanwhile.
//
// Example: natively `load` waits for 80 ms.  In the trace thread 2 calls read in `load` three times
// in one interval, and once in another one.  So thread 2 waits for 60 and for 20 ms.
//
// A read from a pipe that another recorded thread has written to is not such a wait, because the
// order of the two threads is known.
#ifndef ILMGEN_ANALYSIS_IO_WAITS_H
#define ILMGEN_ANALYSIS_IO_WAITS_H

#include "ilmgen/model/native.h"
#include "ilmgen/run/run.h"

namespace ilm {

/// Returns how many looks found a thread in the waits that are now in the run. The run's cost must
/// be nanoseconds.
std::uint64_t put_io_waits(Run& run, const Native& native);

} // namespace ilm

#endif
