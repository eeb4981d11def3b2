#include "fpga/host/port.h"

#include <string.h>
#include <time.h>

struct port *port_open(const char *spec, int baud, struct error *err)
{
    if (spec[0] == '/')
        return port_tty_open(spec, baud, err);
    if (strcmp(spec, "usb") == 0 || strncmp(spec, "usb:", 4) == 0)
        return port_usb_open(spec, baud, err);
    error_set(err,
              "%s: is no port; give a device such as /dev/ttyUSB1, or usb, usb:VID:PID, "
              "usb:VID:PID:serial=TEXT or usb:VID:PID:description=TEXT",
              spec);
    return NULL;
}

int64_t port_now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool port_is_gone(const struct port *p, struct error *err)
{
    return error_set(err, "%s is gone (unplugged?); plug it in and run again", p->name);
}
