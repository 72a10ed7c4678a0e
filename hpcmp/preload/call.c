/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/preload/call.h"

DEFINE_CALL(hw_call_to_wait, VALGRIND_CALL_NOREDIR_RAX, WAIT_UNWOUND)
