/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Threads without a C library: every instruction that is executed is the
 * program's own, and their number is always the same.
 */
typedef unsigned long Word;

enum { WRITE = 1, CLONE = 56, EXIT = 60, FUTEX = 202, EXIT_GROUP = 231 };
enum { THREADS = 3, STACK = 16384 };

static volatile Word sink[THREADS];
static volatile int alive[THREADS];
static Word ids[THREADS];
static char stacks[THREADS][STACK] __attribute__((aligned(64)));

static Word system_call(Word number, Word a, Word b, Word c, Word d) {
    Word result;
    register Word r10 __asm__("r10") = d;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "0"(number), "D"(a), "S"(b), "d"(c), "r"(r10)
                     : "rcx", "r11", "memory");
    return result;
}

static Word fibonacci(Word n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__attribute__((used, noreturn)) static void thread_body(Word number) {
    sink[number] = fibonacci(20 + number);
    for (;;)
        system_call(EXIT, 0, 0, 0, 0);
}

/* clone comes back in the new thread on a stack with nothing but its number. */
static void start(Word number) {
    /* VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, PARENT_SETTID, CHILD_CLEARTID */
    const Word flags = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000 | 0x40000 | 0x100000 | 0x200000;
    Word* stack = (Word*)(stacks[number] + STACK - 64);
    register Word r10 __asm__("r10") = (Word)&alive[number];
    Word result;
    stack[0] = number;
    __asm__ volatile("syscall\n\t"
                     "testq %%rax, %%rax\n\t"
                     "jnz 1f\n\t"
                     "popq %%rdi\n\t"
                     "call thread_body\n\t"
                     "1:"
                     : "=a"(result)
                     : "0"((Word)CLONE), "D"(flags), "S"(stack), "d"(&alive[number]), "r"(r10)
                     : "rcx", "r11", "memory");
    ids[number] = result;
}

/* The kernel clears the word at the thread's end.  However long that takes, it is
   one wait. */
static void join(Word number) {
    const Word wait = 0;
    system_call(FUTEX, (Word)&alive[number], wait, ids[number], 0);
}

__attribute__((force_align_arg_pointer, used)) void _start(void) {
    for (Word i = 0; i < THREADS; i++)
        start(i);
    for (Word i = 0; i < THREADS; i++)
        join(i);
    system_call(WRITE, 1, (Word) "done\n", 5, 0);
    for (;;)
        system_call(EXIT_GROUP, 0, 0, 0, 0);
}
