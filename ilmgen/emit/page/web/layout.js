// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sizes that views have in common.

/** Pixels that views over time leave free at the left, for names and axes, and at the right. */
export const TIME_LEFT = 150;
export const TIME_RIGHT = 16;
