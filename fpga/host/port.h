/*
 * A byte port: the line to a board, over USB, a serial line or a pseudo-terminal. The struct of an
 * implementation has a `struct port` as its first member. Times are in milliseconds.
 */
#ifndef UMBEL_FPGA_HOST_PORT_H
#define UMBEL_FPGA_HOST_PORT_H

#include "sw/util/error.h"

#include <stddef.h>
#include <stdint.h>

struct port {
    const char *name; /* for messages; lives as long as the port */

    /* Writes all n bytes; false and an error if it cannot, or if none were taken for timeout_ms. */
    bool (*write)(struct port *p, const uint8_t *bytes, size_t n, int timeout_ms,
                  struct error *err);

    /* Waits for at least one byte and returns how many came, at most `room`; 0 if none came for
     * timeout_ms; -1 and an error if it cannot read. */
    int (*read)(struct port *p, uint8_t *bytes, size_t room, int timeout_ms, struct error *err);

    /* Frees the port. */
    void (*close)(struct port *p);
};

/*
 * Opens the port that `spec` names; NULL and an error when it cannot.
 *   /dev/...                                        a serial line or a pseudo-terminal
 *   usb, usb:VID:PID, usb:VID:PID:serial=TEXT,
 *   usb:VID:PID:description=TEXT                    an FT2232H, interface B; VID, PID hexadecimal
 */
struct port *port_open(const char *spec, int baud, struct error *err);

struct port *port_tty_open(const char *path, int baud, struct error *err);
struct port *port_usb_open(const char *spec, int baud, struct error *err);

/* Milliseconds of the monotonic clock. */
int64_t port_now_ms(void);

/* Sets the error of a device that went away while it was open. Returns false. */
bool port_is_gone(const struct port *p, struct error *err);

#endif
