/*
 * The page of a study: DIR/index.html, one file with everything in it, that needs no network and no
 * script and prints well.
 */
#ifndef UMBEL_HARNESS_STUDY_REPORT_H
#define UMBEL_HARNESS_STUDY_REPORT_H

#include "harness/study/classes.h"

/* `umbel`: its version, for the foot of the page. The page is put in its place when it is whole;
 * the folder is made if it is not there. */
bool study_report(const struct study_result *r, const char *dir, const char *umbel,
                  struct error *err);
/* Of a study of classes: without a figure. */
bool study_report_classes(const struct study_classes *c, const char *dir, const char *umbel,
                          struct error *err);

#endif
