/*
 * The epochs of a remote data cache (rdc.h, CARVE IV-B): the command that begins the next, and the
 * sweep that clears all sets when they are used up. With `back` the dirty map must be clear first
 * (rdc_back.h).
 */
#ifndef UMBEL_GEN_UNITS_MEMORY_RDC_EPOCHS_H
#define UMBEL_GEN_UNITS_MEMORY_RDC_EPOCHS_H

#include "gen/hdl/hdl.h"

void rdc_epochs(struct hdl *m, bool back);

#endif
