/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/output.h"

#include <stdlib.h>
#include <time.h>

/* Others may take this part of the machine's time. */
#define MOST_FOREIGN 0.1

void hm_output_begin(Output* out, const char* mark) {
    char date[20];
    const time_t now = time(NULL);
    out->to = open_memstream(&out->text, &out->size);
    if (out->to == NULL)
        hm_fail("there is no memory for what is measured");
    strftime(date, sizeof date, "%Y-%m-%d", localtime(&now));
    fprintf(out->to, "{\n  \"%s\": 1,\n  \"date\": \"%s\",\n", mark, date);
    out->before = hm_load();
}

static void refuse_load(double foreign) {
    char sentence[300];
    snprintf(sentence, sizeof sentence,
             "other processes have taken %.0f %% of this machine's time meanwhile, so the figures "
             "would be theirs, too: end them, or measure when the machine is idle (--force "
             "measures all the same)",
             100 * foreign);
    hm_fail(sentence);
}

void hm_output_end(Output* out, int is_forced) {
    const Load after = hm_load();
    const double foreign = hm_foreign_part(&out->before, &after);
    if (foreign > MOST_FOREIGN && !is_forced)
        refuse_load(foreign);
    fprintf(out->to, "  \"foreign\": %.3f\n}\n", foreign);
    if (fclose(out->to) != 0 || fwrite(out->text, 1, out->size, stdout) != out->size ||
        fflush(stdout) != 0)
        hm_fail("the figures cannot be written");
    free(out->text);
}

void hm_write_text(FILE* to, const char* text) {
    fputc('"', to);
    for (; *text != '\0'; text++)
        if (*text == '"' || *text == '\\')
            fprintf(to, "\\%c", *text);
        else if ((unsigned char)*text < ' ')
            fprintf(to, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, to);
    fputc('"', to);
}
