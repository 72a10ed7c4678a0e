/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hpcmp-native [--force] [--cores=all] SAMPLER FOLDER PROGRAM [ARGUMENTS]: runs the program without
 * Valgrind on one processor. It runs it unchanged first, and then with the library SAMPLER, whose
 * files go into FOLDER, until there are enough samples. Prints where the program's CPU time goes
 * and where its threads wait for I/O, in the format of docs/native-format.md. Prints nothing and
 * exits with status 1 if the program fails, if there is no sample, or if other processes use the
 * machine meanwhile. With --force, it prints in these cases, too, if the program has ended by
 * itself. --cores=all: does the same again on all processors.
 *
 * hpcmp-native --pass-on=FILE COMMAND [ARGUMENTS]: runs the command and passes its standard output
 * on. Writes a digest of this output to FILE, in the form of the key "output". Exits as the command
 * does.
 */

#include "hpcmp/measure/io_calls.h"
#include "hpcmp/measure/machine.h"
#include "hpcmp/measure/native_run.h"
#include "hpcmp/measure/native_samples.h"
#include "hpcmp/measure/output.h"
#include "hpcmp/measure/shares.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* The program runs with the sampler until there are so many samples, because the share of a
   function with 10 % of 1,000 samples is known to 10 % of itself; but not oftener than that. */
#define ENOUGH_SAMPLES 1000
#define MOST_SAMPLED_RUNS 8

/* One run may be unlike all others, most of all a short one. So the median of several runs counts:
   of three, or of more until they take SHORT_RUNS_NS together, or of fewer until they take
   LONG_RUNS_NS. */
enum { USUAL_RUNS = 3, MOST_RUNS = 9 };
#define SHORT_RUNS_NS 1e9
#define LONG_RUNS_NS 5e9

static int g_is_forced;

/* Runs on the same processors. */
typedef struct {
    int processors;
    NativeRun plain;    /* without the sampler */
    double shortest_ns; /* of all runs, also of those with the sampler */
    double longest_ns;
    int sampled_runs;
    double sampled_cpu_ns; /* of all of them */
    Shares shares;         /* the same */
    Digest output;         /* of the first of them */
} Measured;

static void fail(const char* format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void fail(const char* format, ...) {
    char sentence[600];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    hm_fail(sentence);
}

/*------------------------------------------------------------*/
/*--- Output                                                ---*/
/*------------------------------------------------------------*/

/* The keys that say where it is, in a list of objects. */
static void write_place(FILE* out, const Share* share, int is_first) {
    fprintf(out, "%s\n      {\"object\": ", is_first ? "" : ",");
    hm_write_text(out, share->object);
    fprintf(out, ", \"function\": ");
    hm_write_text(out, share->name);
    fprintf(out, ", \"begin\": %llu, \"size\": %llu", (unsigned long long)share->begin,
            (unsigned long long)share->size);
}

static void write_functions(FILE* out, Shares* shares, double ns_per_sample) {
    hm_sort(shares);
    fprintf(out, "     \"functions\": [");
    for (size_t i = 0; i < shares->n && shares->shares[i].samples > 0; i++) {
        const Share* share = &shares->shares[i];
        write_place(out, share, i == 0);
        fprintf(out, ", \"ns\": %.0f, \"kernel\": %.0f, \"samples\": %llu}",
                (double)share->samples * ns_per_sample, (double)share->in_kernel * ns_per_sample,
                (unsigned long long)share->samples);
    }
    fprintf(out, "]");
}

static void write_waits(FILE* out, Shares* shares, int runs) {
    hm_sort_by_wait(shares);
    fprintf(out, ",\n     \"waits\": [");
    for (size_t i = 0; i < shares->n && shares->shares[i].waits > 0; i++) {
        const Share* share = &shares->shares[i];
        write_place(out, share, i == 0);
        fprintf(out, ", \"ns\": %.0f, \"samples\": %llu}", (double)share->wait_ns / runs,
                (unsigned long long)share->waits);
    }
    fprintf(out, "]");
}

static void write_digest(FILE* out, const Digest* digest) {
    fprintf(out, "{\"bytes\": %llu, \"fnv1a\": \"%016llx\"}", (unsigned long long)digest->bytes,
            (unsigned long long)digest->hash);
}

static void write_run(FILE* out, Measured* run) {
    Shares* shares = &run->shares;
    const double ns_per_sample = run->plain.cpu_ns / (double)shares->samples;
    fprintf(out, "    {\"processors\": %d, \"cpu\": %.0f, \"wall\": %.0f,\n", run->processors,
            run->plain.cpu_ns, run->plain.wall_ns);
    fprintf(out, "     \"shortest\": %.0f, \"longest\": %.0f,\n     \"output\": ", run->shortest_ns,
            run->longest_ns);
    write_digest(out, &run->output);
    fprintf(out, ",\n     \"sampled_runs\": %d, \"covered\": %.3f,\n", run->sampled_runs,
            (double)shares->periods * HM_SAMPLE_PERIOD_NS / run->sampled_cpu_ns);
    fprintf(out, "     \"processes\": %.0f, \"threads\": %.0f, \"samples\": %llu,\n",
            (double)shares->processes / run->sampled_runs,
            (double)shares->threads / run->sampled_runs, (unsigned long long)shares->samples);
    fprintf(out, "     \"allocator\": {\"ns\": %.0f, \"samples\": %llu},\n",
            (double)shares->allocator.samples * ns_per_sample,
            (unsigned long long)shares->allocator.samples);
    write_functions(out, shares, ns_per_sample);
    if (shares->looks > 0 && !shares->has_hidden)
        write_waits(out, shares, run->sampled_runs);
    fprintf(out, "}");
}

/*------------------------------------------------------------*/
/*--- Runs                                                  ---*/
/*------------------------------------------------------------*/

static void check_end(const char* program, int status) {
    if (WIFSIGNALED(status))
        fail("--native: %.300s was killed by signal %d when it ran without Valgrind, so its times "
             "are not known; run it alone to see why",
             program, WTERMSIG(status));
    if (WEXITSTATUS(status) != 0 && !g_is_forced)
        fail("--native: %.300s exits with status %d when it runs without Valgrind, so its times "
             "may be those of a failure; run it alone to see why (--force takes them all the same)",
             program, WEXITSTATUS(status));
}

static void check_samples(const char* program, const Measured* run) {
    if (run->shares.processes == 0)
        fail("--native: %.300s does not load the library that takes samples, because it is linked "
             "statically; link it dynamically, or record it without --native",
             program);
    if (run->shares.samples == 0)
        fail("--native: %.300s ends before a sample is taken (it computes for %.1f ms); give it "
             "more to do, or record it without --native",
             program, run->plain.cpu_ns / 1e6);
}

static void count_duration(Measured* run, double wall_ns) {
    if (run->longest_ns == 0 || wall_ns < run->shortest_ns)
        run->shortest_ns = wall_ns;
    if (wall_ns > run->longest_ns)
        run->longest_ns = wall_ns;
}

static int is_longer(const void* a, const void* b) {
    const NativeRun *x = a, *y = b;
    return (x->wall_ns > y->wall_ns) - (x->wall_ns < y->wall_ns);
}

static void run_plain(Measured* run, char** program, int processor) {
    NativeRun runs[MOST_RUNS];
    size_t n = 0;
    double all_ns = 0;
    do {
        runs[n] = hm_run_native(program, processor, NULL, NULL, NULL);
        check_end(program[0], runs[n].status);
        count_duration(run, runs[n].wall_ns);
        all_ns += runs[n].wall_ns;
        n++;
    } while (n < USUAL_RUNS ? all_ns < LONG_RUNS_NS : n < MOST_RUNS && all_ns < SHORT_RUNS_NS);
    qsort(runs, n, sizeof *runs, is_longer);
    run->plain = runs[(n - 1) / 2];
}

static Measured measure(char** program, int processor, const char* sampler, const char* folder) {
    Measured run = {0};
    run.processors = processor < 0 ? hm_processors().n : 1;
    run_plain(&run, program, processor);
    while (run.shares.samples < ENOUGH_SAMPLES && run.sampled_runs < MOST_SAMPLED_RUNS) {
        const NativeRun sampled = hm_run_native(program, processor, sampler, folder,
                                                run.sampled_runs == 0 ? &run.output : NULL);
        check_end(program[0], sampled.status);
        count_duration(&run, sampled.wall_ns);
        run.sampled_cpu_ns += sampled.cpu_ns;
        run.sampled_runs++;
        hm_take_samples(&run.shares, folder);
        if (run.shares.processes == 0)
            break;
    }
    check_samples(program[0], &run);
    return run;
}

/* Exits as the command does: as a shell says it of a command that a signal has ended. */
static int pass_on(const char* file, char** command) {
    Digest output;
    const int status = hm_run_and_pass_on(command, &output);
    FILE* out = fopen(file, "w");
    if (out != NULL) {
        write_digest(out, &output);
        fclose(out);
    }
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

int main(int argc, char** argv) {
    static const char passing_on[] = "--pass-on=";
    int on_all = 0;
    if (argc > 2 && strncmp(argv[1], passing_on, sizeof passing_on - 1) == 0)
        return pass_on(argv[1] + sizeof passing_on - 1, argv + 2);
    for (; argc > 1 && strncmp(argv[1], "--", 2) == 0; argc--, argv++)
        if (strcmp(argv[1], "--force") == 0)
            g_is_forced = 1;
        else if (strcmp(argv[1], "--cores=all") == 0)
            on_all = 1;
        else
            hm_fail("hpcmp-native has no options but --force and --cores=all");
    if (argc < 4)
        hm_fail("hpcmp-native needs a library, a folder, and a program");
    char** program = argv + 3;
    hm_check_input();
    hm_note_inherited_pipes();
    const Processors at = hm_processors();
    Output out;
    hm_output_begin(&out, "hpcmp_native");
    fprintf(out.to, "  \"program\": ");
    hm_write_text(out.to, program[0]);
    fprintf(out.to, ",\n  \"runs\": [\n");
    Measured on_one = measure(program, at.first, argv[1], argv[2]);
    write_run(out.to, &on_one);
    if (on_all && at.n > 1) {
        Measured run = measure(program, -1, argv[1], argv[2]);
        fprintf(out.to, ",\n");
        write_run(out.to, &run);
    }
    fprintf(out.to, "\n  ],\n");
    hm_output_end(&out, g_is_forced);
    return 0;
}
