/* SPDX-License-Identifier: GPL-2.0-or-later */
#define ANY
#include "own_wrappers.c"
