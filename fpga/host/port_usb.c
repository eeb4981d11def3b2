/* A port that is the UART of an FT2232H, its interface B, through libftdi. */
#include "fpga/host/port.h"
#include "sw/util/arena.h"

#include <ctype.h>
#include <ftdi.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VENDOR = 0x0403, PRODUCT = 0x6010 };
enum { LATENCY_MS = 1 };

/* Codes of libusb, which libftdi passes on; named as in libusb.h. UNAVAILABLE is libftdi's own. */
enum { ERROR_IO = -1, ERROR_NO_DEVICE = -4, ERROR_TIMEOUT = -7, UNAVAILABLE = -666 };

struct usb {
    struct port port;
    struct ftdi_context *ftdi;
    bool open;
    char *spec; /* the port's name, as the user gave it */
    int vendor, product;
    const char *serial, *description; /* inside `spec`; NULL: any */
};

/* ---- which device ---- */

/* Reads four hexadecimal digits; returns the text after them, NULL if they are not there. */
static const char *number(const char *s, int *value)
{
    char digits[5] = "";
    for (size_t i = 0; i < 4; i++) {
        if (!isxdigit((unsigned char)s[i]))
            return NULL;
        digits[i] = s[i];
    }
    *value = (int)strtol(digits, NULL, 16);
    return s + 4;
}

/* The text after the prefix; NULL if the prefix is missing or nothing follows it. */
static const char *after(const char *s, const char *prefix)
{
    size_t n = strlen(prefix);
    return strncmp(s, prefix, n) == 0 && s[n] != '\0' ? s + n : NULL;
}

static bool parse(struct usb *u, struct error *err)
{
    u->vendor = VENDOR;
    u->product = PRODUCT;
    if (strcmp(u->spec, "usb") == 0)
        return true;
    const char *s = after(u->spec, "usb:");
    s = s != NULL ? number(s, &u->vendor) : NULL;
    s = s != NULL ? after(s, ":") : NULL;
    s = s != NULL ? number(s, &u->product) : NULL;
    if (s != NULL && *s != '\0') {
        u->serial = after(s, ":serial=");
        u->description = after(s, ":description=");
    }
    if (s != NULL && (*s == '\0' || u->serial != NULL || u->description != NULL))
        return true;
    return error_set(err,
                     "%s: is no port; say usb, usb:0403:6010 (four hexadecimal digits each), "
                     "usb:0403:6010:serial=TEXT or usb:0403:6010:description=TEXT",
                     u->spec);
}

/* ---- errors ---- */

static bool failed(const struct usb *u, const char *what, int code, const char *advice,
                   struct error *err)
{
    return error_set(err, "%s: %s: %s (%d); %s", u->spec, what, ftdi_get_error_string(u->ftdi),
                     code, advice);
}

/* Some codes of ftdi_usb_open_desc mean two things; the error text tells them apart. */
static bool says(const struct usb *u, const char *part)
{
    return strstr(ftdi_get_error_string(u->ftdi), part) != NULL;
}

static bool not_opened(const struct usb *u, int code, struct error *err)
{
    char text[256];
    if (code == -3 && says(u, "not found"))
        snprintf(text, sizeof text, "is it plugged in? `lsusb -d %04x:%04x` lists it if so",
                 (unsigned)u->vendor, (unsigned)u->product);
    else if (code == -4 || says(u, "permission"))
        snprintf(text, sizeof text,
                 "to be allowed, write SUBSYSTEM==\"usb\", ATTR{idVendor}==\"%04x\", "
                 "ATTR{idProduct}==\"%04x\", MODE=\"0666\" to /etc/udev/rules.d/60-umbel.rules and "
                 "plug it in again",
                 (unsigned)u->vendor, (unsigned)u->product);
    else if (code == -3 || code == -5)
        snprintf(text, sizeof text,
                 "end the other program that uses it, or `sudo rmmod ftdi_sio`; it needs an "
                 "interface B, as an FT2232H has");
    else if (code == -12 && says(u, "list"))
        snprintf(text, sizeof text, "is /dev/bus/usb there, and may you read it?");
    else
        snprintf(text, sizeof text, "unplug it, plug it in and run again");
    return failed(u, "cannot be opened", code, text, err);
}

/* ---- reading and writing ---- */

/* ERROR_IO counts, too: libftdi 1.5 returns -1 for any failure of a write. */
static bool is_away(int code)
{
    return code == UNAVAILABLE || code == ERROR_NO_DEVICE || code == ERROR_IO;
}

static bool usb_write(struct port *p, const uint8_t *bytes, size_t n, int timeout_ms,
                      struct error *err)
{
    struct usb *u = (struct usb *)p;
    u->ftdi->usb_write_timeout = timeout_ms;
    int took = ftdi_write_data(u->ftdi, bytes, (int)n);
    if (took == (int)n)
        return true;
    if (is_away(took))
        return port_is_gone(p, err);
    if (took >= 0)
        return error_set(err, "%s: took %d of %zu bytes; unplug it, plug it in and run again",
                         p->name, took, n);
    return failed(u, "cannot be written", took, "unplug it, plug it in and run again", err);
}

/* The chip answers every LATENCY_MS, with or without bytes, so ftdi_read_data returns soon. If the
 * chip does not answer, libusb's timeout ends the call. That timeout is at least SHORTEST_MS, as
 * bytes that arrive after it are lost and a busy machine may be late. */
static int usb_read(struct port *p, uint8_t *bytes, size_t room, int timeout_ms, struct error *err)
{
    enum { SHORTEST_MS = 100 };
    struct usb *u = (struct usb *)p;
    int64_t until = port_now_ms() + timeout_ms;
    u->ftdi->usb_read_timeout = timeout_ms > SHORTEST_MS ? timeout_ms : SHORTEST_MS;
    for (;;) {
        int n = ftdi_read_data(u->ftdi, bytes, room < INT_MAX ? (int)room : INT_MAX);
        if (n > 0)
            return n;
        if (n < 0 && n != ERROR_TIMEOUT) {
            if (is_away(n))
                port_is_gone(p, err);
            else
                failed(u, "cannot be read", n, "unplug it, plug it in and run again", err);
            return -1;
        }
        if (port_now_ms() >= until)
            return 0;
    }
}

/* ---- opening and closing ---- */

static void usb_close(struct port *p)
{
    struct usb *u = (struct usb *)p;
    if (u->open)
        ftdi_usb_close(u->ftdi); /* an error does not matter: the device is released anyway */
    if (u->ftdi != NULL)
        ftdi_free(u->ftdi);
    free(u->spec);
    free(u);
}

static bool done(const struct usb *u, const char *what, int code, struct error *err)
{
    return code == 0 || failed(u, what, code, "unplug it, plug it in and run again", err);
}

static bool set_baud(const struct usb *u, int baud, struct error *err)
{
    char what[64];
    int code = ftdi_set_baudrate(u->ftdi, baud);
    snprintf(what, sizeof what, "cannot be set to %d baud", baud);
    if (code == -1)
        return failed(u, what, code, "say the baud rate of the board", err);
    return done(u, what, code, err);
}

/* An earlier program may have left the chip in bit-bang mode, in which the UART hears nothing. */
static bool set_up(const struct usb *u, int baud, struct error *err)
{
    struct ftdi_context *f = u->ftdi;
    return done(u, "cannot be made a UART", ftdi_disable_bitbang(f), err) &&
           set_baud(u, baud, err) &&
           done(u, "cannot be set to 8N1", ftdi_set_line_property(f, BITS_8, STOP_BIT_1, NONE),
                err) &&
           done(u, "cannot be set to no flow control", ftdi_setflowctrl(f, SIO_DISABLE_FLOW_CTRL),
                err) &&
           done(u, "cannot be made to answer at once", ftdi_set_latency_timer(f, LATENCY_MS),
                err) &&
           done(u, "cannot be emptied", ftdi_tcioflush(f), err);
}

static bool open_device(struct usb *u, struct error *err)
{
    u->ftdi = ftdi_new();
    if (u->ftdi == NULL)
        return error_set(err,
                         "%s: libftdi does not start; is /dev/bus/usb there, and may you read "
                         "it?",
                         u->spec);
    /* The kernel's own driver gets the device back when it is closed. */
    u->ftdi->module_detach_mode = AUTO_DETACH_REATACH_SIO_MODULE;
    int code = ftdi_set_interface(u->ftdi, INTERFACE_B);
    if (code != 0)
        return failed(u, "has no interface B", code, "use a board with an FT2232H", err);
    code = ftdi_usb_open_desc(u->ftdi, u->vendor, u->product, u->description, u->serial);
    if (code != 0)
        return not_opened(u, code, err);
    u->open = true;
    return true;
}

struct port *port_usb_open(const char *spec, int baud, struct error *err)
{
    struct usb *u = xcalloc(1, sizeof *u);
    u->spec = xstrdup(spec);
    u->port = (struct port){u->spec, usb_write, usb_read, usb_close};
    if (parse(u, err) && open_device(u, err) && set_up(u, baud, err))
        return &u->port;
    usb_close(&u->port);
    return NULL;
}
