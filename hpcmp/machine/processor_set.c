/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/machine/processor_set.h"

enum { BITS = 64, MASK_PART = 32 };

static Bool has(const ProcessorSet* set, UInt processor) {
    return (set->words[processor / BITS] >> processor % BITS & 1) != 0;
}

static void add(ProcessorSet* set, UInt processor) {
    set->words[processor / BITS] |= 1ULL << processor % BITS;
}

ProcessorSet hp_processors_none(void) {
    return (ProcessorSet){{0}};
}

ProcessorSet hp_processors_only(UInt processor) {
    ProcessorSet set = hp_processors_none();
    add(&set, processor);
    return set;
}

ProcessorSet hp_processors_all(void) {
    ProcessorSet set = hp_processors_none();
    for (UInt p = 0; p < hp_clo_processors; p++)
        add(&set, p);
    return set;
}

UInt hp_processors_count(const ProcessorSet* set) {
    UInt size = 0;
    for (UInt i = 0; i < HP_SET_WORDS; i++)
        for (ULong left = set->words[i]; left != 0; left &= left - 1)
            size++;
    return size;
}

UInt hp_processors_member(const ProcessorSet* set, UInt i) {
    UInt p = 0;
    while (!has(set, p) || i-- > 0)
        p++;
    return p;
}

SizeT hp_processors_n_bytes(void) {
    return (hp_clo_processors + BITS - 1) / BITS * sizeof(ULong);
}

ProcessorSet hp_processors_from_bytes(const void* bytes, SizeT size) {
    ProcessorSet set = hp_processors_none();
    const ProcessorSet all = hp_processors_all();
    VG_(memcpy)(&set, bytes, size < sizeof set ? size : sizeof set);
    for (UInt i = 0; i < HP_SET_WORDS; i++)
        set.words[i] &= all.words[i];
    return set;
}

/* The 32 processors from 32 * i on. */
static UInt part_of(const ProcessorSet* set, UInt i) {
    return set->words[i / 2] >> i % 2 * MASK_PART;
}

/* The first part has as many digits as its processors need. */
void hp_processors_append_mask(XArray* text, const ProcessorSet* set) {
    const UInt last = (hp_clo_processors - 1) / MASK_PART;
    const UInt n_first = (hp_clo_processors - 1) % MASK_PART / 4 + 1;
    VG_(xaprintf)(text, "%0*x", (Int)n_first, part_of(set, last));
    for (UInt i = last; i > 0; i--)
        VG_(xaprintf)(text, ",%08x", part_of(set, i - 1));
}

void hp_processors_append_list(XArray* text, const ProcessorSet* set) {
    const HChar* before = "";
    for (UInt first = 0; first < hp_clo_processors; first++) {
        if (!has(set, first))
            continue;
        UInt last = first;
        while (last + 1 < hp_clo_processors && has(set, last + 1))
            last++;
        VG_(xaprintf)(text, last == first ? "%s%u" : "%s%u-%u", before, first, last);
        before = ",";
        first = last;
    }
}

static Int digit_value(HChar digit) {
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

/* From the last digit to the first one, because that is processor 0's. */
Bool hp_processors_read_mask(const HChar* text, ProcessorSet* set) {
    *set = hp_processors_none();
    UInt p = 0;
    for (SizeT i = VG_(strlen)(text); i > 0; i--) {
        if (text[i - 1] == ',')
            continue;
        const Int value = digit_value(text[i - 1]);
        if (value < 0 || p >= HP_MOST_PROCESSORS)
            return False;
        set->words[p / BITS] |= (ULong)value << p % BITS;
        p += 4;
    }
    return hp_processors_count(set) > 0;
}
