/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/threads/recording.h"

ULong hp_recording_left_out;
