/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Strings as JSON.
 */
#ifndef HP_JSON_STRING_H
#define HP_JSON_STRING_H

#include "hpcmp/base/basics.h"

void hp_json_string(const HChar* text);

#endif
