/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind's tool interface, which every file of the tool needs.
 *
 * A room is a folder with one subject. The room base contains the parts of Valgrind, of Linux, and
 * of the program's libraries and memory that the other rooms use. It asks no other room.
 */
#ifndef HP_BASICS_H
#define HP_BASICS_H

#include "pub_tool_basics.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

#define HP_NAME "hpcmp"

#endif
