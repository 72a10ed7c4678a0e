/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Floating point with little heap: a few planets on the stack, and a small
 * Fourier transform in globals.  Two heap blocks hold the results, so that there
 * is something to look up.
 *
 *    small_floats [ROUNDS]
 */
#include "bench.h"

#include <math.h>

enum { BODIES = 6, STEPS = 100, POINTS = 256 };

typedef struct {
    double position[3], speed[3], mass;
} Body;

static double g_real[POINTS], g_imaginary[POINTS];

static void set_up(Body* bodies) {
    for (int i = 0; i < BODIES; i++) {
        const double angle = 1.1 * i;
        bodies[i] = (Body){{(1 + i) * cos(angle), (1 + i) * sin(angle), 0.1 * i},
                           {-sin(angle), cos(angle), 0.01},
                           1.0 / (1 + i)};
    }
}

static void attract(Body* a, Body* b, double step) {
    double distance[3], square = 0.01;
    for (int k = 0; k < 3; k++) {
        distance[k] = a->position[k] - b->position[k];
        square += distance[k] * distance[k];
    }
    const double strength = step / (square * sqrt(square));
    for (int k = 0; k < 3; k++) {
        a->speed[k] -= distance[k] * b->mass * strength;
        b->speed[k] += distance[k] * a->mass * strength;
    }
}

static void advance(Body* bodies, double step) {
    for (int i = 0; i < BODIES; i++)
        for (int j = i + 1; j < BODIES; j++)
            attract(&bodies[i], &bodies[j], step);
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++)
            bodies[i].position[k] += step * bodies[i].speed[k];
}

static double energy(const Body* bodies) {
    double sum = 0;
    for (int i = 0; i < BODIES; i++)
        for (int k = 0; k < 3; k++)
            sum += 0.5 * bodies[i].mass * bodies[i].speed[k] * bodies[i].speed[k];
    return sum;
}

static void swap(double* a, double* b) {
    const double old = *a;
    *a = *b;
    *b = old;
}

static void reverse_bits(void) {
    for (unsigned i = 0, j = 0; i < POINTS; i++) {
        if (i < j) {
            swap(&g_real[i], &g_real[j]);
            swap(&g_imaginary[i], &g_imaginary[j]);
        }
        unsigned bit = POINTS >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j |= bit;
    }
}

/* One butterfly of the transform, between points i and j. */
static void combine(unsigned i, unsigned j, double cosine, double sine) {
    const double real = g_real[j] * cosine - g_imaginary[j] * sine;
    const double imaginary = g_real[j] * sine + g_imaginary[j] * cosine;
    g_real[j] = g_real[i] - real;
    g_imaginary[j] = g_imaginary[i] - imaginary;
    g_real[i] += real;
    g_imaginary[i] += imaginary;
}

static void transform(void) {
    reverse_bits();
    for (unsigned half = 1; half < POINTS; half *= 2) {
        const double angle = -acos(-1.0) / half;
        for (unsigned k = 0; k < half; k++) {
            const double cosine = cos(angle * k), sine = sin(angle * k);
            for (unsigned i = k; i < POINTS; i += 2 * half)
                combine(i, i + half, cosine, sine);
        }
    }
}

static void set_signal(double pitch) {
    for (int i = 0; i < POINTS; i++) {
        g_real[i] = sin(pitch * i);
        g_imaginary[i] = 0;
    }
}

int main(int argc, char** argv) {
    const uint64_t rounds = bench_argument(argc, argv, 1, 4500);
    double* energies = calloc(rounds, sizeof *energies);
    double* spectrum = calloc(POINTS, sizeof *spectrum);
    bench_need(energies && spectrum, "no memory");

    Body bodies[BODIES];
    set_up(bodies);
    for (uint64_t round = 0; round < rounds; round++) {
        for (int step = 0; step < STEPS; step++)
            advance(bodies, 0.001);
        energies[round] = energy(bodies);
        set_signal(energies[round]);
        transform();
        for (int i = 0; i < POINTS; i++)
            spectrum[i] += g_real[i] * g_real[i] + g_imaginary[i] * g_imaginary[i];
    }
    printf("energy %.9f, first line %.9f\n", energies[rounds - 1], spectrum[0]);
    free(energies);
    free(spectrum);
    return 0;
}
