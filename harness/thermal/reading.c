#include "harness/thermal/reading.h"

bool reading_within(const struct yaml_reading *r, const char *field, double v, double least,
                    double most)
{
    return (v >= least && v <= most) ||
           yaml_wrong(r, field, "%s is %g; it must be a number from %g to %g", field, v, least,
                      most);
}

bool reading_above(const struct yaml_reading *r, const char *field, double v, double most)
{
    return (v > 0 && v <= most) ||
           yaml_wrong(r, field, "%s is %g; it must be a number above 0, at most %g", field, v,
                      most);
}

bool reading_above_if(const struct yaml_reading *r, const char *field, const double *v, double most)
{
    return v == NULL || reading_above(r, field, *v, most);
}
