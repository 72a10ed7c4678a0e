/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Faults between accesses to blocks that belong together, in code that has run
 * without faults before: what comes before the fault counts once, and so does
 * what comes behind it, when the instruction has been let pass.
 */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>

#include "mark.h"

enum { PAGE = 4096, ROUNDS = 40, CALM = 100 };

typedef struct {
    uint64_t first, second, third, fourth;
} Fields;

static char* protected_page;
static volatile int n_faults;

static void on_fault(int signal) {
    (void)signal;
    n_faults++;
    MUST(mprotect(protected_page, PAGE, PROT_READ | PROT_WRITE) == 0);
}

static void protect(char* page) {
    protected_page = page;
    MUST(mprotect(page, PAGE, PROT_NONE) == 0);
}

static Fields* new_fields(const char* name) {
    Fields* fields = malloc(sizeof *fields);
    MUST(fields != NULL);
    memset(fields, 0, sizeof *fields);
    mark_address(name, fields);
    return fields;
}

/* Two reads, one that may fault, a write, and a read. */
static __attribute__((noinline)) void touch(Fields* fields, const char* perhaps_protected) {
    __asm__ volatile("mov (%0), %%rax\n\t"
                     "mov 8(%0), %%rcx\n\t"
                     "mov (%1), %%dl\n\t"
                     "mov %%rax, 16(%0)\n\t"
                     "mov 24(%0), %%rcx"
                     :
                     : "r"(fields), "r"(perhaps_protected)
                     : "rax", "rcx", "rdx", "memory");
}

/* Reads only: two, one that faults if it reaches a protected page, and one more; then
   the same with the other block, one byte further. */
static void look(const Fields* fields, const Fields* others, const char* from, long rounds) {
    __asm__ volatile("0: mov (%0), %%rax\n\t"
                     "mov 8(%0), %%rcx\n\t"
                     "mov (%2), %%dl\n\t"
                     "mov 24(%0), %%rcx\n\t"
                     "inc %2\n\t"
                     "xchg %0, %1\n\t"
                     "dec %3\n\t"
                     "jne 0b"
                     : "+r"(fields), "+r"(others), "+r"(from), "+r"(rounds)
                     :
                     : "rax", "rcx", "rdx", "cc", "memory");
}

/* Three reads, the last two of them in what may be another page. */
static __attribute__((noinline)) void look_across(const char* border) {
    __asm__ volatile("mov -8(%0), %%rax\n\t"
                     "mov (%0), %%rcx\n\t"
                     "mov 8(%0), %%rdx"
                     :
                     : "r"(border)
                     : "rax", "rcx", "rdx", "memory");
}

/* The same, and the register that has the address changes between them. */
static __attribute__((noinline)) void look_across_elsewhere(const char* border) {
    __asm__ volatile("mov -8(%0), %%rax\n\t"
                     "mov %0, %%rsi\n\t"
                     "xor %0, %0\n\t"
                     "mov (%%rsi), %%rcx\n\t"
                     "mov 8(%%rsi), %%rdx"
                     : "+r"(border)
                     :
                     : "rax", "rcx", "rdx", "rsi", "cc", "memory");
}

/* Same code, same block for a long time, then a fault. */
static void stay(char* page) {
    Fields* fields = new_fields("staying");
    for (int i = 0; i < ROUNDS; i++) {
        protect(page);
        for (int k = 0; k < CALM; k++)
            touch(fields, page + PAGE);
        touch(fields, page);
    }
}

/* Same code, another block each time. */
static void alternate(char* page) {
    Fields* even = new_fields("even");
    Fields* odd = new_fields("odd");
    for (int i = 0; i < ROUNDS; i++) {
        protect(page);
        for (int k = 0; k < CALM; k++)
            touch(k % 2 == 0 ? even : odd, page + PAGE);
        touch(even, page);
        protect(page);
        touch(odd, page);
    }
}

/* However often the loop is unrolled, each of its copies gets faults. */
static long rounds_to_fault(int i) {
    return CALM + 1 + i % 8;
}

static void look_up_to(const Fields* fields, const Fields* others, char* border, long rounds) {
    protect(border);
    look(fields, others, border - (rounds - 1), rounds);
}

static void stay_looking(char* page) {
    Fields* fields = new_fields("looked at");
    for (int i = 0; i < ROUNDS; i++)
        look_up_to(fields, fields, page + PAGE, rounds_to_fault(i));
}

static void alternate_looking(char* page) {
    Fields* even = new_fields("even looks");
    Fields* odd = new_fields("odd looks");
    for (int i = 0; i < ROUNDS; i++) {
        look_up_to(even, odd, page + PAGE, rounds_to_fault(i));
        look_up_to(odd, even, page + PAGE, rounds_to_fault(i));
    }
}

/* Two blocks, each in two pages of which the second one faults now and then. */
static void cross(void (*look_at)(const char*), const char* often, const char* rarely) {
    char* blocks[2];
    for (int i = 0; i < 2; i++) {
        blocks[i] = aligned_alloc(PAGE, 2 * PAGE);
        MUST(blocks[i] != NULL);
        mark_address(i == 0 ? often : rarely, blocks[i]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        for (int k = 0; k < CALM; k++)
            look_at(blocks[0] + PAGE);
        for (int k = 0; k < 2; k++) {
            protect(blocks[k] + PAGE);
            look_at(blocks[k] + PAGE);
        }
    }
}

/* A loop over a block whose second page faults. */
static void stride(void) {
    char* to = aligned_alloc(PAGE, 3 * PAGE);
    char* from = malloc(3 * PAGE);
    MUST(to != NULL && from != NULL);
    mark_address("to", to);
    mark_address("from", from);
    protect(to + PAGE);
    const char* end = from + 3 * PAGE;
    __asm__ volatile("0: mov (%0), %%al\n\t"
                     "mov %%al, (%1)\n\t"
                     "inc %0\n\t"
                     "inc %1\n\t"
                     "cmp %2, %0\n\t"
                     "jne 0b"
                     : "+r"(from), "+r"(to)
                     : "r"(end)
                     : "rax", "cc", "memory");
    to -= 3 * PAGE;
    /* Reads and writes in one instruction. */
    protect(to + PAGE);
    for (volatile char* at = to; at < to + 2 * PAGE; at += 8)
        __asm__ volatile("incq (%0)" : : "r"(at) : "cc", "memory");
}

int main(void) {
    struct sigaction action = {.sa_handler = on_fault};
    MUST(sigaction(SIGSEGV, &action, NULL) == 0);
    char* page = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MUST(page != MAP_FAILED);
    stay(page);
    alternate(page);
    stay_looking(page);
    alternate_looking(page);
    cross(look_across, "crossed", "crossed now and then");
    cross(look_across_elsewhere, "moved", "moved now and then");
    stride();
    MUST(n_faults == 2 * (ROUNDS + 2 * ROUNDS) + 2 * 2 * ROUNDS + 2);
    return 0;
}
