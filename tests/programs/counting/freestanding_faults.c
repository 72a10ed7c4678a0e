/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A program without a C library that faults in the middle of straight code,
 * again and again: its handler lets the access pass, and the instruction runs a
 * second time.
 */
typedef unsigned long Word;

static char page[4096] __attribute__((aligned(4096)));
static volatile Word sink;

static Word system_call(Word number, Word a, Word b, Word c, Word d) {
    register Word fourth __asm__("r10") = d;
    Word result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "0"(number), "D"(a), "S"(b), "d"(c), "r"(fourth)
                     : "rcx", "r11", "memory");
    return result;
}

enum { MPROTECT = 10, SIGACTION = 13, EXIT_GROUP = 231, SIGSEGV = 11 };
enum { PROT_NONE = 0, PROT_READ_WRITE = 3 };

static void protect(Word rights) {
    system_call(MPROTECT, (Word)page, sizeof page, rights, 0);
}

static void on_fault(int signal) {
    sink += signal;
    protect(PROT_READ_WRITE);
}

/* The kernel returns from a handler to this; SIGRETURN is 15. */
__asm__("restore: mov $15, %eax\n syscall\n");
void restore(void);

struct Action {
    void (*handler)(int);
    Word flags;
    void (*restorer)(void);
    Word mask;
};

__attribute__((force_align_arg_pointer, used)) void _start(void) {
    enum { RESTORER = 0x04000000 };
    struct Action action = {on_fault, RESTORER, restore, 0};
    system_call(SIGACTION, SIGSEGV, (Word)&action, 0, sizeof action.mask);
    for (Word i = 0; i < 300; i++) {
        protect(PROT_NONE);
        sink += i;
        sink ^= 3 * i;
        *(volatile char*)(page + i) = 1;
        sink += 7;
        sink ^= *(volatile char*)(page + i);
    }
    for (;;)
        system_call(EXIT_GROUP, 0, 0, 0, 0);
}
