#include "tests/support/run_json.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

json_t *run_json(const char *path)
{
    json_error_t why;
    json_t *run = json_load_file(path, JSON_REJECT_DUPLICATES, &why);
    if (run == NULL)
        fail_msg("%s:%d: %s", path, why.line, why.text);
    return run;
}

json_t *run_json_results(const char *path)
{
    json_t *run = run_json(path);
    assert_int_equal(json_object_del(run, "command"), 0);
    assert_int_equal(json_object_del(run, "options"), 0);
    return run;
}

static json_t *counter_of(const json_t *run, const char *class, const char *counter)
{
    const json_t *units = json_object_get(json_object_get(run, "units"), class);
    return json_object_get(json_object_get(units, "counters"), counter);
}

int run_json_counts(const json_t *run, const char *class, const char *counter)
{
    return counter_of(run, class, counter) != NULL;
}

json_t *run_json_values(const json_t *run, const char *class, const char *counter)
{
    json_t *values = json_object_get(counter_of(run, class, counter), "values");
    if (json_object_size(values) == 0)
        fail_msg("%s counts no %s", class, counter);
    return values;
}

json_int_t run_json_count(const json_t *run, const char *class, const char *counter,
                          const char *instance)
{
    const json_t *value = json_object_get(run_json_values(run, class, counter), instance);
    if (!json_is_integer(value))
        fail_msg("%s has no %s", instance, counter);
    return json_integer_value(value);
}

json_int_t run_json_sum(const json_t *run, const char *class, const char *counter)
{
    json_int_t sum = 0;
    const char *instance;
    json_t *value;
    json_object_foreach(run_json_values(run, class, counter), instance, value)
    {
        sum += json_integer_value(value);
    }
    return sum;
}

void run_json_same_units(char **first, const json_t *run)
{
    char *units = json_dumps(json_object_get(run, "units"), JSON_SORT_KEYS);
    assert_non_null(units);
    if (*first == NULL) {
        *first = units;
        return;
    }
    assert_string_equal(units, *first);
    free(units);
}
