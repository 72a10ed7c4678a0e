/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hpcmp-machine [--force]: measures how long handing over from one thread to another takes on this
 * machine, and how fast its memory is. Writes the results to standard output, in the format that
 * docs/machine-format.md explains. If other processes use the machine meanwhile, it writes nothing
 * and exits with status 1. With --force it writes the results in any case.
 */

#include "hpcmp/measure/handover.h"
#include "hpcmp/measure/machine.h"
#include "hpcmp/measure/memory.h"
#include "hpcmp/measure/output.h"
#include <stdio.h>
#include <string.h>

/* Linux' name of the processor; "unknown" if it says none. */
static void write_model(FILE* out) {
    char line[300];
    const char* model = "unknown";
    FILE* file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "model name", 10) == 0 && strstr(line, ": ") != NULL) {
            line[strcspn(line, "\n")] = '\0';
            model = strstr(line, ": ") + 2;
            break;
        }
    fprintf(out, "  \"model\": ");
    hm_write_text(out, model);
    fprintf(out, ",\n");
    if (file != NULL)
        fclose(file);
}

typedef void Measure(FILE* out, int own, int other);

/* Between two processors, and on one. */
static void write_both(FILE* out, const char* name, Measure* measure, const Processors* at) {
    fprintf(out, "  \"%s\": {", name);
    if (at->second >= 0) {
        fprintf(out, "\"other\": ");
        measure(out, at->first, at->second);
        fprintf(out, ",\n    ");
    }
    fprintf(out, "\"same\": ");
    measure(out, at->first, at->first);
    fprintf(out, "},\n");
}

static const double g_asleep_ns[] = {1e3, 1e4, 1e5, 1e6, 1e7};
enum { N_ASLEEP = sizeof g_asleep_ns / sizeof *g_asleep_ns };

static void write_wakes(FILE* out, const Processors* at) {
    Wakes other[N_ASLEEP], same[N_ASLEEP];
    for (int i = 0; i < N_ASLEEP; i++) {
        other[i] = hm_wakes_new(g_asleep_ns[i]);
        same[i] = hm_wakes_new(g_asleep_ns[i]);
    }
    for (int pass = 0; pass < WAKE_PASSES; pass++)
        for (int i = 0; i < N_ASLEEP; i++) {
            if (at->second >= 0)
                hm_wake(&other[i], at->first, at->second);
            hm_wake(&same[i], at->first, at->first);
        }
    fprintf(out, "  \"wake\": [\n");
    for (int i = 0; i < N_ASLEEP; i++) {
        fprintf(out, "    {\"asleep\": %.0f,\n      ", g_asleep_ns[i]);
        if (at->second >= 0) {
            fprintf(out, "\"other\": ");
            hm_wakes_write(out, &other[i]);
            fprintf(out, ",\n      ");
        }
        fprintf(out, "\"same\": ");
        hm_wakes_write(out, &same[i]);
        fprintf(out, "}%s\n", i + 1 < N_ASLEEP ? "," : "");
    }
    fprintf(out, "  ],\n");
}

static void write_costs(FILE* out, const Processors* at) {
    write_wakes(out, at);
    write_both(out, "condition", hm_condition, at);
    write_both(out, "barrier", hm_barrier, at);
    if (at->second >= 0) {
        fprintf(out, "  \"line\": {\"other\": ");
        hm_line(out, at->first, at->second);
        fprintf(out, "},\n");
    }
    fprintf(out, "  \"create\": ");
    hm_create(out);
    fprintf(out, ",\n  \"lock\": ");
    hm_lock(out, at->first);
    fprintf(out, ",\n  \"instruction\": ");
    hm_instruction(out, at->first);
    fprintf(out, ",\n  \"memory\": ");
    hm_memory(out, at);
    fprintf(out, ",\n");
}

int main(int argc, char** argv) {
    Output out;
    const int is_forced = argc == 2 && strcmp(argv[1], "--force") == 0;
    if (argc > 1 && !is_forced)
        hm_fail("hpcmp-machine has no option but --force");
    const Processors at = hm_processors();
    hm_output_begin(&out, "hpcmp_machine");
    write_model(out.to);
    fprintf(out.to, "  \"processors\": %d,\n", at.n);
    write_costs(out.to, &at);
    hm_output_end(&out, is_forced);
    return 0;
}
