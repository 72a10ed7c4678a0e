/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef HP_COMMAND_LINE_H
#define HP_COMMAND_LINE_H

#include "hpcmp/base/basics.h"

/* Two commands are compared up to so many characters. */
#define HP_LONGEST_COMMAND 4096

/* The program that is run, and its arguments, with a blank between each two: "./wave 5 20".  To be
   freed. */
HChar* hp_command_line(void);

#endif
