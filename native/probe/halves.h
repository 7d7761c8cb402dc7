/* The two halves of the probe. */
#ifndef HALVES_H
#define HALVES_H

#include "pmu.h"

/* What opens at all, as this user: under 2 ms. */
void opening(const struct pmu *pmus, size_t count);

/* What then works: counting, sampling, walking a stack, counting several events at once. */
void functional(const struct pmu *pmus, size_t count);

#endif
