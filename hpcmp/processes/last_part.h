/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * --hpcmp-keep-last: the trace keeps only the end of a long run.
 *
 * The file consists of two parts. When the newer part has reached three eighths of the size that
 * the user gives, the older part is dropped and a new part begins. The remaining two eighths are
 * for text that is written before the tool checks the size again, and for the events at the end of
 * the threads. Some facts in the dropped parts are still true: threads that live, blocks and
 * synchronisation objects that exist, names. Events with these facts stand at the beginning of the
 * file instead. They keep their ids, because later events refer to them.
 *
 * Example, with 64 MiB: the first part has events 1 to 400,000 and the second one those up to
 * 800,000. Then the file becomes: the events that were still true at event 400,000 (for example ids
 * 1, 17, 1,035 and 399,990), the events from 400,001 to 800,000, and then the new events.
 *
 * So the file is one whole trace at any time. exec.c and monitor.c can end it and cut the end off
 * again, as without the option.
 */
#ifndef HP_LAST_PART_H
#define HP_LAST_PART_H

#include "hpcmp/threads/threads.h"

/* For messages: "20 events"; or, if some have been dropped, "events 401 to 800". */
const HChar* hp_events_in_file(void);

#endif
