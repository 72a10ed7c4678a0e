/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Work that Callgrind can count between the entry of a function and its return, and
 * this tool between two marks.  All that library functions work on is static: their
 * ways depend on its alignment, and the stack's on the environment.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mark.h"

static volatile long sink;

/* An empty function shows how much is counted between the marks besides a function. */
__attribute__((noinline)) void nothing(void) {
    __asm__ volatile("" ::: "memory");
}

static int by_last_digits(const void* a, const void* b) {
    const int x = *(const int*)a, y = *(const int*)b;
    return x % 10 != y % 10 ? x % 10 - y % 10 : x / 10 % 10 < y / 10 % 10 ? -1 : x < y;
}

__attribute__((noinline)) void sorting(void) {
    static int numbers[200];
    for (int i = 0; i < 200; i++) {
        numbers[i] = i * 7919 % 1009;
        for (int k = i; k > 0 && by_last_digits(&numbers[k - 1], &numbers[k]) > 0; k--) {
            const int larger = numbers[k - 1];
            numbers[k - 1] = numbers[k];
            numbers[k] = larger;
        }
    }
    sink += bsearch(&numbers[77], numbers, 200, sizeof *numbers, by_last_digits) != NULL;
}

__attribute__((noinline)) void texts(void) {
    static char text[500], copy[500];
    for (int i = 0; i < 200; i++) {
        snprintf(text, sizeof text, "%d %s %x, %.*s;", i, i % 3 ? "some" : "any", i * i, i,
                 "words that are cut off somewhere, and others that are not");
        memcpy(copy, text, sizeof copy);
        sink += strtol(copy, NULL, 10) + (strstr(copy, "and") != NULL) + (long)strcspn(copy, ";") +
                strcasecmp(copy, text);
    }
}

__attribute__((noinline)) void conditions(void) {
    for (long i = 0; i < 20000; i++)
        if ((i & 3) == 1 && (i & 12) == 4 && i % 7 != 3 && (sink ^ i) & 1)
            sink++;
        else if (i % 5 == 0 || (i & 48) == 16 || sink == i)
            sink += 2;
}

static void measure(const char* name, void (*function)(void)) {
    HPCMP_MARK("begin");
    function();
    HPCMP_MARK(name);
}

int main(void) {
    measure("nothing", nothing);
    measure("sorting", sorting);
    measure("texts", texts);
    measure("conditions", conditions);
    return 0;
}
