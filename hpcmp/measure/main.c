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

static void write_wakes(FILE* out, const Processors* at) {
    static const double asleep_ns[] = {1e3, 1e4, 1e5, 1e6, 1e7};
    const size_t n = sizeof asleep_ns / sizeof *asleep_ns;
    fprintf(out, "  \"wake\": [\n");
    for (size_t i = 0; i < n; i++) {
        fprintf(out, "    {\"asleep\": %.0f,\n      ", asleep_ns[i]);
        if (at->second >= 0) {
            fprintf(out, "\"other\": ");
            hm_wake(out, at->first, at->second, asleep_ns[i]);
            fprintf(out, ",\n      ");
        }
        fprintf(out, "\"same\": ");
        hm_wake(out, at->first, at->first, asleep_ns[i]);
        fprintf(out, "}%s\n", i + 1 < n ? "," : "");
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
