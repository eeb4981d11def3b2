/*
 * The port over libftdi, without a device: the functions of fake_ftdi.h replace libftdi's, and each
 * fails in each way that libftdi 1.5 has. Every failure is one line, and leaves nothing open.
 */
#include "fpga/host/port.h"
#include "tests/fpga/fake_ftdi.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- it works ---- */

static void opens_as_the_board_wants(void **state)
{
    (void)state;
    struct error err = {0};
    reset();
    struct port *p = port_open("usb", 921600, &err);
    assert_non_null(p);
    assert_string_equal(p->name, "usb");
    assert_int_equal(ftdi.vendor, 0x0403);
    assert_int_equal(ftdi.product, 0x6010);
    assert_string_equal(ftdi.serial, "any");
    assert_string_equal(ftdi.description, "any");
    assert_int_equal(ftdi.interface, INTERFACE_B);
    assert_int_equal(context.module_detach_mode, AUTO_DETACH_REATACH_SIO_MODULE);
    assert_int_equal(ftdi.baud, 921600);
    assert_int_equal(ftdi.bits, BITS_8);
    assert_int_equal(ftdi.stop, STOP_BIT_1);
    assert_int_equal(ftdi.parity, NONE);
    assert_int_equal(ftdi.flow, SIO_DISABLE_FLOW_CTRL);
    assert_int_equal(ftdi.latency, 1);
    for (enum call c = NEW; c <= FLUSH; c++)
        assert_int_equal(ftdi.calls[c], 1);
    /* The first call makes the context; the last ones discard old bytes. */
    assert_int_equal(ftdi.order[0], NEW);
    assert_int_equal(ftdi.order[1], INTERFACE);
    assert_int_equal(ftdi.order[2], OPEN);
    assert_int_equal(ftdi.order[ftdi.n - 1], FLUSH);
    p->close(p);
    all_is_closed();
    assert_false(error_is_set(&err));
}

static void specifications(void **state)
{
    (void)state;
    static const struct {
        const char *spec;
        int vendor, product;
        const char *serial, *description;
    } good[] = {
        {"usb", 0x0403, 0x6010, "any", "any"},
        {"usb:0403:6014", 0x0403, 0x6014, "any", "any"},
        {"usb:1d50:AbCd", 0x1d50, 0xabcd, "any", "any"},
        {"usb:0403:6010:serial=FT:12=x", 0x0403, 0x6010, "FT:12=x", "any"},
        {"usb:0403:6010:description=Dual RS232-HS", 0x0403, 0x6010, "any", "Dual RS232-HS"},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        struct error err = {0};
        reset();
        struct port *p = port_open(good[i].spec, 115200, &err);
        assert_non_null(p);
        assert_string_equal(p->name, good[i].spec);
        assert_int_equal(ftdi.vendor, good[i].vendor);
        assert_int_equal(ftdi.product, good[i].product);
        assert_string_equal(ftdi.serial, good[i].serial);
        assert_string_equal(ftdi.description, good[i].description);
        p->close(p);
        all_is_closed();
    }
}

static void wrong_specifications(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "usb:",
        "usb:0403",
        "usb:0403:",
        "usb:0403:601",
        "usb:0403:6010:",
        "usb:0403:60100",
        "usb:0403:6010:serial=",
        "usb:0403:6010:name=x",
        "usb:04g3:6010",
        "usb:403:6010",
        "usb:0403:6010:description=",
        "usb::6010",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct error err = {0};
        char want[256];
        reset();
        assert_null(port_open(bad[i], 115200, &err));
        snprintf(want, sizeof want,
                 "%s: is no port; say usb, usb:0403:6010 (four hexadecimal digits each), "
                 "usb:0403:6010:serial=TEXT or usb:0403:6010:description=TEXT",
                 bad[i]);
        assert_string_equal(err.text, want);
        assert_int_equal(ftdi.calls[OPEN], 0);
        all_is_closed();
    }
}

static void no_port_at_all(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "ttyUSB1", "usbx", "USB", "com1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct error err = {0};
        char want[256];
        assert_null(port_open(bad[i], 115200, &err));
        snprintf(want, sizeof want,
                 "%s: is no port; give a device such as /dev/ttyUSB1, or usb, usb:VID:PID, "
                 "usb:VID:PID:serial=TEXT or usb:VID:PID:description=TEXT",
                 bad[i]);
        assert_string_equal(err.text, want);
    }
}

static void bytes_pass(void **state)
{
    (void)state;
    struct error err = {0};
    uint8_t got[600];
    reset();
    struct port *p = port_open("usb", 115200, &err);
    assert_non_null(p);
    assert_true(p->write(p, (const uint8_t *)"umbel", 5, 250, &err));
    assert_int_equal(context.usb_write_timeout, 250);
    assert_int_equal(ftdi.wrote_n, 5);
    assert_memory_equal(ftdi.wrote, "umbel", 5);
    memcpy(ftdi.input, "abcdefg", 7);
    ftdi.input_n = 7;
    assert_int_equal(p->read(p, got, 4, 100, &err), 4);
    assert_memory_equal(got, "abcd", 4);
    ftdi.timeouts = 2; /* libusb's timeout is no error */
    assert_int_equal(p->read(p, got, sizeof got, 5000, &err), 3);
    assert_memory_equal(got, "efg", 3);
    int64_t start = port_now_ms();
    assert_int_equal(p->read(p, got, sizeof got, 30, &err), 0);
    assert_true(port_now_ms() - start >= 30);
    assert_int_equal(p->read(p, got, sizeof got, 0, &err), 0);
    assert_false(error_is_set(&err));
    p->close(p);
    all_is_closed();
}

/* ---- it does not ---- */

#define REPLUG "unplug it, plug it in and run again"
#define UDEV                                                                                       \
    "to be allowed, write SUBSYSTEM==\"usb\", ATTR{idVendor}==\"0403\", "                          \
    "ATTR{idProduct}==\"6010\", MODE=\"0666\" to /etc/udev/rules.d/60-umbel.rules and plug it in " \
    "again"
#define BUSY                                                                                       \
    "end the other program that uses it, or `sudo rmmod ftdi_sio`; it needs an interface B, as "   \
    "an FT2232H has"

/* The errors of libftdi 1.5; the message is "usb: what: words (code); advice". */
static const struct {
    enum call call;
    int code;
    const char *words, *what, *advice;
} failures[] = {
    {INTERFACE, -1, "Unknown interface", "has no interface B", "use a board with an FT2232H"},
    {INTERFACE, -2, "USB device unavailable", "has no interface B", "use a board with an FT2232H"},
    {INTERFACE, -3, "Interface can not be changed on an already open device", "has no interface B",
     "use a board with an FT2232H"},
    {OPEN, -3, "device not found", "cannot be opened",
     "is it plugged in? `lsusb -d 0403:6010` lists it if so"},
    {OPEN, -3, "unable to set usb configuration. Make sure the default FTDI driver is not in use",
     "cannot be opened", BUSY},
    {OPEN, -4, "libusb_open() failed", "cannot be opened", UDEV},
    {OPEN, -5, "unable to claim usb device. Make sure the default FTDI driver is not in use",
     "cannot be opened", BUSY},
    {OPEN, -6, "ftdi_usb_reset failed", "cannot be opened", REPLUG},
    {OPEN, -7, "set baudrate failed", "cannot be opened", REPLUG},
    {OPEN, -8, "unable to fetch product description", "cannot be opened", REPLUG},
    {OPEN, -8, "inappropriate permissions on device!", "cannot be opened", UDEV},
    {OPEN, -9, "unable to fetch serial number", "cannot be opened", REPLUG},
    {OPEN, -9, "libusb_get_device_descriptor() failed", "cannot be opened", REPLUG},
    {OPEN, -10, "libusb_get_config_descriptor() failed", "cannot be opened", REPLUG},
    {OPEN, -11, "ftdi context invalid", "cannot be opened", REPLUG},
    {OPEN, -12, "libusb_get_device_list() failed", "cannot be opened",
     "is /dev/bus/usb there, and may you read it?"},
    {OPEN, -12, "libusb_get_configuration () failed", "cannot be opened", REPLUG},
    {OPEN, -13, "libusb_get_device_descriptor() failed", "cannot be opened", REPLUG},
    {BITBANG, -1, "unable to leave bitbang mode. Perhaps not a BM type chip?",
     "cannot be made a UART", REPLUG},
    {BITBANG, -2, "USB device unavailable", "cannot be made a UART", REPLUG},
    {BAUD, -1, "Unsupported baudrate. Note: bitbang baudrates are automatically multiplied by 4",
     "cannot be set to 115200 baud", "say the baud rate of the board"},
    {BAUD, -2, "Setting new baudrate failed", "cannot be set to 115200 baud", REPLUG},
    {BAUD, -3, "USB device unavailable", "cannot be set to 115200 baud", REPLUG},
    {LINE, -1, "Setting new line property failed", "cannot be set to 8N1", REPLUG},
    {LINE, -2, "USB device unavailable", "cannot be set to 8N1", REPLUG},
    {FLOW, -1, "set flow control failed", "cannot be set to no flow control", REPLUG},
    {FLOW, -2, "USB device unavailable", "cannot be set to no flow control", REPLUG},
    {LATENCY, -1, "latency out of range. Only valid for 1-255", "cannot be made to answer at once",
     REPLUG},
    {LATENCY, -2, "unable to set latency timer", "cannot be made to answer at once", REPLUG},
    {LATENCY, -3, "USB device unavailable", "cannot be made to answer at once", REPLUG},
    {FLUSH, -1, "FTDI purge of TX buffer failed", "cannot be emptied", REPLUG},
    {FLUSH, -2, "FTDI purge of RX buffer failed", "cannot be emptied", REPLUG},
    {FLUSH, -3, "USB device unavailable", "cannot be emptied", REPLUG},
};

static void each_failure_to_open(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        struct error err = {0};
        char want[1024];
        reset();
        ftdi.fails = failures[i].call;
        ftdi.code = failures[i].code;
        ftdi.words = failures[i].words;
        assert_null(port_open("usb", 115200, &err));
        snprintf(want, sizeof want, "usb: %s: %s (%d); %s", failures[i].what, failures[i].words,
                 failures[i].code, failures[i].advice);
        assert_string_equal(err.text, want);
        assert_int_equal(ftdi.calls[failures[i].call], 1);
        assert_int_equal(ftdi.order[ftdi.n - 1], failures[i].call); /* no call follows */
        all_is_closed();
    }
}

static void libftdi_does_not_start(void **state)
{
    (void)state;
    struct error err = {0};
    reset();
    ftdi.fails = NEW;
    ftdi.code = -1;
    assert_null(port_open("usb:0403:6010", 115200, &err));
    assert_string_equal(err.text, "usb:0403:6010: libftdi does not start; is /dev/bus/usb there, "
                                  "and may you read it?");
    all_is_closed();
}

/* The advice has the ids of the device that was named. */
static void advice_names_the_device(void **state)
{
    (void)state;
    struct error err = {0};
    reset();
    ftdi.fails = OPEN;
    ftdi.code = -3;
    ftdi.words = "device not found";
    assert_null(port_open("usb:1d50:602b:serial=X", 115200, &err));
    assert_string_equal(err.text, "usb:1d50:602b:serial=X: cannot be opened: device not found "
                                  "(-3); is it plugged in? `lsusb -d 1d50:602b` lists it if so");
}

static const struct {
    int code;
    const char *read, *write;
} transfers[] = {
    {-666, "usb is gone (unplugged?); plug it in and run again", NULL},
    {-4, "usb is gone (unplugged?); plug it in and run again", NULL},
    {-1, "usb is gone (unplugged?); plug it in and run again", NULL},
    {-2, "usb: cannot be read: words (-2); " REPLUG, "usb: cannot be written: words (-2); " REPLUG},
    {-7, NULL, "usb: cannot be written: words (-7); " REPLUG},
    {-8, "usb: cannot be read: words (-8); " REPLUG, "usb: cannot be written: words (-8); " REPLUG},
    {-9, "usb: cannot be read: words (-9); " REPLUG, "usb: cannot be written: words (-9); " REPLUG},
    {-10, "usb: cannot be read: words (-10); " REPLUG,
     "usb: cannot be written: words (-10); " REPLUG},
    {-11, "usb: cannot be read: words (-11); " REPLUG,
     "usb: cannot be written: words (-11); " REPLUG},
    {-99, "usb: cannot be read: words (-99); " REPLUG,
     "usb: cannot be written: words (-99); " REPLUG},
};

static struct port *open_then_fail(enum call call, int code)
{
    struct error err = {0};
    reset();
    struct port *p = port_open("usb", 115200, &err);
    assert_non_null(p);
    ftdi.fails = call;
    ftdi.code = code;
    ftdi.words = "words";
    return p;
}

static void each_failure_to_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof transfers / sizeof *transfers; i++) {
        struct error err = {0};
        uint8_t byte;
        bool late = transfers[i].read == NULL; /* libusb's timeout: no byte came */
        struct port *p = open_then_fail(READ, transfers[i].code);
        assert_int_equal(p->read(p, &byte, 1, 20, &err), late ? 0 : -1);
        assert_string_equal(err.text, late ? "" : transfers[i].read);
        assert_true(late || ftdi.calls[READ] == 1);
        p->close(p);
        all_is_closed();
    }
}

static void each_failure_to_write(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof transfers / sizeof *transfers; i++) {
        struct error err = {0};
        struct port *p = open_then_fail(WRITE, transfers[i].code);
        assert_false(p->write(p, (const uint8_t *)"ab", 2, 20, &err));
        assert_string_equal(err.text,
                            transfers[i].write != NULL ? transfers[i].write : transfers[i].read);
        p->close(p);
        all_is_closed();
    }
}

static void a_write_that_is_cut_short(void **state)
{
    (void)state;
    struct error err = {0};
    reset();
    struct port *p = port_open("usb", 115200, &err);
    ftdi.write_room = 3;
    assert_false(p->write(p, (const uint8_t *)"abcde", 5, 20, &err));
    assert_string_equal(err.text, "usb: took 3 of 5 bytes; " REPLUG);
    p->close(p);
    all_is_closed();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opens_as_the_board_wants),
        cmocka_unit_test(specifications),
        cmocka_unit_test(wrong_specifications),
        cmocka_unit_test(no_port_at_all),
        cmocka_unit_test(bytes_pass),
        cmocka_unit_test(each_failure_to_open),
        cmocka_unit_test(libftdi_does_not_start),
        cmocka_unit_test(advice_names_the_device),
        cmocka_unit_test(each_failure_to_read),
        cmocka_unit_test(each_failure_to_write),
        cmocka_unit_test(a_write_that_is_cut_short),
    };
    return cmocka_run_group_tests_name("usb", tests, NULL, NULL);
}
