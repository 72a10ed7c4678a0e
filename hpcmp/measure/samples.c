/* SPDX-License-Identifier: GPL-2.0-or-later */

#include "hpcmp/measure/samples.h"

#include "hpcmp/measure/machine.h"
#include <stdlib.h>

Samples hm_samples_new(size_t most) {
    Samples samples = {malloc(most * sizeof(double)), 0};
    if (samples.ns == NULL)
        hm_fail("there is no memory for what is measured");
    return samples;
}

void hm_samples_add(Samples* samples, double ns) {
    samples->ns[samples->n++] = ns;
}

static int compare(const void* a, const void* b) {
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

static double quantile(const Samples* samples, double part) {
    return samples->ns[(size_t)(part * (double)(samples->n - 1) + 0.5)];
}

void hm_samples_write(FILE* out, Samples* samples) {
    if (samples->n == 0) {
        fprintf(out, "null");
    } else {
        qsort(samples->ns, samples->n, sizeof *samples->ns, compare);
        fprintf(out, "{\"p10\": %.1f, \"p50\": %.1f, \"p90\": %.1f, \"samples\": %zu}",
                quantile(samples, 0.1), quantile(samples, 0.5), quantile(samples, 0.9), samples->n);
    }
    free(samples->ns);
}
