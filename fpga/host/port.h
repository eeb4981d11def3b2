/*
 * A byte port: the line to a board, whatever carries it. An implementation has a `struct port` as
 * its first member and fills it in.
 */
#ifndef UMBEL_FPGA_HOST_PORT_H
#define UMBEL_FPGA_HOST_PORT_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

struct port {
    const char *name; /* for messages; lives as long as the port */

    /* All n bytes, or false and an error; also when they were not taken for timeout_ms. */
    bool (*write)(struct port *p, const uint8_t *bytes, size_t n, int timeout_ms,
                  struct error *err);

    /* At least one byte, as soon as there is one: how many, at most `room`. 0: none came for
     * timeout_ms; -1: an error. */
    int (*read)(struct port *p, uint8_t *bytes, size_t room, int timeout_ms, struct error *err);

    /* Frees the port. */
    void (*close)(struct port *p);
};

/*
 * Opens what `spec` names; NULL and an error when it cannot.
 *   /dev/...                                        a serial line or a pseudo-terminal
 *   usb, usb:VID:PID, usb:VID:PID:serial=TEXT,
 *   usb:VID:PID:description=TEXT                    an FT2232H, interface B; VID, PID hexadecimal
 */
struct port *port_open(const char *spec, int baud, struct error *err);

struct port *port_tty_open(const char *path, int baud, struct error *err);
struct port *port_usb_open(const char *spec, int baud, struct error *err);

/* Milliseconds of a clock that never goes back. */
int64_t port_now_ms(void);

/* The one line about a device that went away while it was open. Returns false. */
bool port_is_gone(const struct port *p, struct error *err);

#endif
