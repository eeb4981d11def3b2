/* LLVM's text of device code: which names are local, what a link renames, what is exported. */
#include "sw/cuda/device_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool local(const char *name)
{
    return device_name_is_local(name, strlen(name));
}

static void local_names(void **state)
{
    (void)state;
    assert_true(local("_ZL1kPi"));
    assert_true(local("_ZN12_GLOBAL__N_11aEPi"));
    assert_true(local("_Z4evalIZL3foovEUlvE_EvT_"));
    assert_false(local("_Z1kPi"));
    assert_false(local("_ZN2ns1kE"));
    assert_false(local("_ZL"));
    assert_false(local("counter"));
}

static void becomes(const char *text, const char *id, const char *want)
{
    struct sbuf out = {0};
    device_code_export(text, id, &out);
    assert_string_equal(sbuf_str(&out), want);
    sbuf_free(&out);
}

static void variables(void **state)
{
    (void)state;
    becomes("@_ZL1s = internal addrspace(1) global i32 4, align 4\n", NULL,
            "@_ZL1s = addrspace(1) externally_initialized global i32 4, align 4\n");
    becomes("@_ZN12_GLOBAL__N_11cE = internal unnamed_addr addrspace(4) global [2 x float] undef",
            NULL,
            "@_ZN12_GLOBAL__N_11cE = addrspace(4) externally_initialized global [2 x float] undef");
    /* Shared memory, constants, other names and other linkage stay. */
    static const char *const same[] = {
        "@_ZL1s = internal addrspace(3) global i32 undef\n",
        "@_ZL1s = internal addrspace(4) constant i32 4\n",
        "@_Z1s = internal addrspace(1) global i32 4\n",
        "@_ZL1s = dso_local addrspace(1) global i32 4\n",
        "  store i32 1, i32* @_ZL1s\n",
        "@",
        "",
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        becomes(same[i], NULL, same[i]);
}

static void a_link(void **state)
{
    (void)state;
    becomes("$_ZL1kPi = comdat any\n@_ZL1s = internal addrspace(1) global i32 4\n"
            "define void @_ZL1kPi(i32* %p) comdat {\n call void @_Z1fv() ; 50$\n}",
            "0123456789abcdefXYZ",
            "; umbel device code 0123456789abcdef\n"
            "$_ZL1kPi__u0123456789abcdef = comdat any\n"
            "@_ZL1s__u0123456789abcdef = addrspace(1) externally_initialized global i32 4\n"
            "define void @_ZL1kPi__u0123456789abcdef(i32* %p) comdat {\n call void @_Z1fv() ; "
            "50$\n}");
    assert_string_equal(device_code_id("; umbel device code abc\n"), "abc\n");
    assert_null(device_code_id(".version 6.0\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_names),
        cmocka_unit_test(variables),
        cmocka_unit_test(a_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
