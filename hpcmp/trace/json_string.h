/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Puts strings, as JSON, into the output's buffer.
 */
#ifndef HP_JSON_STRING_H
#define HP_JSON_STRING_H

#include "hpcmp/base/basics.h"

void hp_json_string(const HChar* text);

#endif
