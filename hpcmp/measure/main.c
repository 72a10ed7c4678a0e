/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * hpcmp-machine [--force]: measures what it costs this machine to hand over from one thread to
 * another one, and writes that to standard output as docs/machine-format.md explains. It writes
 * nothing, and exits with status 1, if other processes use the machine meanwhile, unless it is
 * told --force.
 */

#include "hpcmp/measure/handover.h"
#include "hpcmp/measure/machine.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Others may take this part of the machine's time. */
#define MOST_FOREIGN 0.1

/* Linux' name of the processor; "unknown" if it says none. */
static void write_model(FILE* out) {
    char line[300];
    const char* model = "unknown\n";
    FILE* file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "model name", 10) == 0 && strstr(line, ": ") != NULL) {
            model = strstr(line, ": ") + 2;
            break;
        }
    fprintf(out, "  \"model\": \"");
    for (; *model != '\0' && *model != '\n'; model++)
        if (*model >= ' ' && *model <= '~' && *model != '"' && *model != '\\')
            fputc(*model, out);
    fprintf(out, "\",\n");
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
    fprintf(out, ",\n");
}

static void refuse_load(double foreign) {
    char sentence[300];
    snprintf(sentence, sizeof sentence,
             "other processes have taken %.0f %% of this machine's time while it was measured, so "
             "the figures would be theirs: end them, or measure when the machine is idle "
             "(--force measures all the same)",
             100 * foreign);
    hm_fail(sentence);
}

int main(int argc, char** argv) {
    char* text = NULL;
    size_t size = 0;
    char date[20];
    const time_t now = time(NULL);
    const int is_forced = argc == 2 && strcmp(argv[1], "--force") == 0;
    if (argc > 1 && !is_forced)
        hm_fail("hpcmp-machine has no option but --force");
    const Processors at = hm_processors();
    FILE* out = open_memstream(&text, &size);
    if (out == NULL)
        hm_fail("there is no memory for what is measured");
    strftime(date, sizeof date, "%Y-%m-%d", localtime(&now));
    fprintf(out, "{\n  \"hpcmp_machine\": 1,\n  \"date\": \"%s\",\n", date);
    write_model(out);
    fprintf(out, "  \"processors\": %d,\n", at.n);
    const Load before = hm_load();
    write_costs(out, &at);
    const Load after = hm_load();
    const double foreign = hm_foreign_part(&before, &after);
    if (foreign > MOST_FOREIGN && !is_forced)
        refuse_load(foreign);
    fprintf(out, "  \"foreign\": %.3f\n}\n", foreign);
    if (fclose(out) != 0 || fwrite(text, 1, size, stdout) != size || fflush(stdout) != 0)
        hm_fail("the figures cannot be written");
    free(text);
    return 0;
}
