// SPDX-License-Identifier: GPL-2.0-or-later
//
// Sizes that views have in common.

/** Views over time leave so many pixels to the left of it, for names and axes, and to the right. */
export const TIME_LEFT = 150;
export const TIME_RIGHT = 16;
