/*
 * A fake libftdi whose calls succeed or fail as the test says. It defines the functions that
 * fpga/host/port_usb.c calls in the program itself, where they hide those of the library. They
 * record each call and what is open.
 */
#ifndef UMBEL_TESTS_FPGA_FAKE_FTDI_H
#define UMBEL_TESTS_FPGA_FAKE_FTDI_H

#include <ftdi.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum call { NEW, INTERFACE, OPEN, BITBANG, BAUD, LINE, FLOW, LATENCY, FLUSH, READ, WRITE, CALLS };

static struct {
    enum call fails; /* the call that fails, with `code` and the error text `words` */
    int code;
    const char *words;

    int contexts, devices; /* how many are open */
    int order[64], n;      /* the calls in order */
    int calls[CALLS];
    int vendor, product, interface, baud, bits, stop, parity, flow, latency;
    char serial[64], description[64];
    uint8_t wrote[600], input[600];
    int wrote_n, input_n;
    int write_room; /* most bytes that a write takes */
    int timeouts;   /* how many reads time out before one succeeds */
} ftdi;

static struct ftdi_context context;

static void reset(void)
{
    memset(&ftdi, 0, sizeof ftdi);
    memset(&context, 0, sizeof context);
    ftdi.fails = CALLS;
    ftdi.words = "all fine";
    ftdi.write_room = 1 << 20;
}

static int called(enum call c, int value)
{
    assert_true(c == NEW || ftdi.contexts == 1);
    assert_true(c <= OPEN || ftdi.devices == 1);
    ftdi.calls[c]++;
    if (ftdi.n < 64)
        ftdi.order[ftdi.n++] = (int)c;
    return ftdi.fails == c ? ftdi.code : value;
}

struct ftdi_context *ftdi_new(void)
{
    if (called(NEW, 0) != 0)
        return NULL;
    ftdi.contexts++;
    return &context;
}

void ftdi_free(struct ftdi_context *f)
{
    assert_ptr_equal(f, &context);
    assert_int_equal(ftdi.contexts--, 1);
}

int ftdi_set_interface(struct ftdi_context *f, enum ftdi_interface interface)
{
    assert_ptr_equal(f, &context);
    ftdi.interface = (int)interface;
    return called(INTERFACE, 0);
}

int ftdi_usb_open_desc(struct ftdi_context *f, int vendor, int product, const char *description,
                       const char *serial)
{
    assert_ptr_equal(f, &context);
    ftdi.vendor = vendor;
    ftdi.product = product;
    strncpy(ftdi.serial, serial != NULL ? serial : "any", sizeof ftdi.serial - 1);
    strncpy(ftdi.description, description != NULL ? description : "any",
            sizeof ftdi.description - 1);
    int code = called(OPEN, 0);
    ftdi.devices += code == 0;
    return code;
}

int ftdi_usb_close(struct ftdi_context *f)
{
    assert_ptr_equal(f, &context);
    assert_int_equal(ftdi.devices--, 1);
    return -1; /* "usb_release failed", as after the plug is pulled */
}

int ftdi_disable_bitbang(struct ftdi_context *f)
{
    assert_ptr_equal(f, &context);
    return called(BITBANG, 0);
}

int ftdi_set_baudrate(struct ftdi_context *f, int baud)
{
    assert_ptr_equal(f, &context);
    ftdi.baud = baud;
    return called(BAUD, 0);
}

int ftdi_set_line_property(struct ftdi_context *f, enum ftdi_bits_type bits,
                           enum ftdi_stopbits_type sbit, enum ftdi_parity_type parity)
{
    assert_ptr_equal(f, &context);
    ftdi.bits = (int)bits;
    ftdi.stop = (int)sbit;
    ftdi.parity = (int)parity;
    return called(LINE, 0);
}

int ftdi_setflowctrl(struct ftdi_context *f, int flow)
{
    assert_ptr_equal(f, &context);
    ftdi.flow = flow;
    return called(FLOW, 0);
}

int ftdi_set_latency_timer(struct ftdi_context *f, unsigned char latency)
{
    assert_ptr_equal(f, &context);
    ftdi.latency = latency;
    return called(LATENCY, 0);
}

int ftdi_tcioflush(struct ftdi_context *f)
{
    assert_ptr_equal(f, &context);
    return called(FLUSH, 0);
}

int ftdi_read_data(struct ftdi_context *f, unsigned char *buf, int size)
{
    assert_ptr_equal(f, &context);
    int n = ftdi.input_n < size ? ftdi.input_n : size;
    if (ftdi.timeouts > 0)
        return ftdi.timeouts--, called(READ, -7);
    int got = called(READ, n);
    if (got > 0) {
        memcpy(buf, ftdi.input, (size_t)n);
        ftdi.input_n -= n;
        memmove(ftdi.input, ftdi.input + n, (size_t)ftdi.input_n);
    }
    return got;
}

int ftdi_write_data(struct ftdi_context *f, const unsigned char *buf, int size)
{
    assert_ptr_equal(f, &context);
    int n = size < ftdi.write_room ? size : ftdi.write_room;
    int took = called(WRITE, n);
    if (took > 0) {
        memcpy(ftdi.wrote + ftdi.wrote_n, buf, (size_t)n);
        ftdi.wrote_n += n;
    }
    return took;
}

const char *ftdi_get_error_string(struct ftdi_context *f)
{
    assert_ptr_equal(f, &context);
    return ftdi.words;
}

static void all_is_closed(void)
{
    assert_int_equal(ftdi.contexts, 0);
    assert_int_equal(ftdi.devices, 0);
}

#endif
