/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/samples.h"

#include "hpcmp/measure/machine.h"
#include <stdlib.h>

Samples hm_samples_new(size_t most) {
    Samples samples = {malloc(most * sizeof(double)), 0};
    if (samples.values == NULL)
        hm_fail("there is no memory for what is measured");
    return samples;
}

void hm_samples_add(Samples* samples, double value) {
    samples->values[samples->n++] = value;
}

static int compare(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double quantile(const Samples* samples, double part) {
    return samples->values[(size_t)(part * (double)(samples->n - 1) + 0.5)];
}

/* Values below 10 have three digits behind the point, because an instruction takes 0.3. */
static void write_quantile(FILE* out, const char* name, const Samples* samples, double part) {
    const double value = quantile(samples, part);
    fprintf(out, "\"%s\": %.*f, ", name, value < 10 ? 3 : 1, value);
}

void hm_samples_write(FILE* out, Samples* samples) {
    if (samples->n == 0) {
        fprintf(out, "null");
    } else {
        qsort(samples->values, samples->n, sizeof *samples->values, compare);
        fprintf(out, "{");
        write_quantile(out, "p10", samples, 0.1);
        write_quantile(out, "p50", samples, 0.5);
        write_quantile(out, "p90", samples, 0.9);
        fprintf(out, "\"samples\": %zu}", samples->n);
    }
    free(samples->values);
}
