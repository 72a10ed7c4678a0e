/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/order/processor.h"

void hp_processor_bring_here(const Seat* seat) {
}
