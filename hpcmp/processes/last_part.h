/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * --hpcmp-keep-last: of a long run, the trace keeps the end.
 *
 * The file consists of two parts.  When the newer one has three eighths of the size that the user
 * gives, the older one is dropped, and a new one begins.  What is written at once before that is
 * found out, and the end of the threads, fit into the rest.  What the parts that were dropped have
 * said and what is still true stands at the beginning of the file instead: threads that live,
 * blocks and synchronisation objects that exist, names.  These events keep their ids, because later
 * ones refer to them.
 *
 * Example, with 64 MiB: the first part has events 1 to 400,000 and the second one those up to
 * 800,000.  Then the file becomes: what was true at event 400,000 (say, ids 1, 17, 1,035 and
 * 399,990), the events from 400,001 to 800,000, and from there on what comes.
 *
 * So at each time the file is one whole trace, which exec.c and monitor.c can end and cut off as
 * ever.
 */
#ifndef HP_LAST_PART_H
#define HP_LAST_PART_H

#include "hpcmp/threads/threads.h"

/* For messages: "20 events"; or, if some have been dropped, "events 401 to 800". */
const HChar* hp_events_in_file(void);

#endif
