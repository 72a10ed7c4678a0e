/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HP_COMMAND_LINE_H
#define HP_COMMAND_LINE_H

#include "hpcmp/base/basics.h"

/* The number of characters up to which two commands are compared. */
#define HP_LONGEST_COMMAND 4096

/* The program that is run, and its arguments, separated by blanks: "./wave 5 20". The caller frees
   the text. */
HChar* hp_command_line(void);

#endif
