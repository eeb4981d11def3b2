/*
 * `umbel prove` with tools that do not do what they should: provers that are silent or crash, wrong
 * proofs, searches and replays that fail, an optimization that is wrong.
 */
#include "sw/util/file.h"
#include "tests/formal/prove_bench.h"

#include <sys/stat.h>

/* Puts a script before the real tool in PATH; the script may call the tool as "$real". */
static struct command with_false_text(void **state, const char *tool, const char *script,
                                      const char *text, const char *prover, const char *more)
{
    file_mkdirs(in_folder(state, "bin"), &(struct error){0});
    struct sbuf name = {0}, line = {0};
    sbuf_printf(&name, "bin/%s", tool);
    const char *path = in_folder(state, sbuf_str(&name));
    sbuf_printf(&line, "#!/bin/bash\nreal=$(PATH=${PATH#*:} command -v %s)\n%s", tool, script);
    write_text(path, sbuf_str(&line));
    chmod(path, 0755);
    sbuf_free(&line);
    const char *table = table_of(state, text, prover, more);
    sbuf_printf(&line, "PATH=%s:$PATH exec %s prove --table %s -o %s/out -j 1",
                in_folder(state, "bin"), umbel_path(), table, (const char *)*state);
    struct command c = {.argv = (const char *const[]){"bash", "-c", sbuf_str(&line), NULL}};
    command_run(&c);
    sbuf_free(&name);
    sbuf_free(&line);
    return c;
}

static struct command with_false(void **state, const char *tool, const char *script,
                                 const char *prover)
{
    return with_false_text(state, tool, script, right, prover, INDUCTION "    covers: 6\n");
}

static void silent_or_crashed_prover_fails(void **state)
{
    need_provers();
    static const struct {
        const char *tool, *script, *prover;
    } cases[] = {
        {"cvc5", "exit 0\n", "cvc5"},
        {"cvc5", "kill -SEGV $$\n", "cvc5"},
        {"yosys-smtbmc", "exit 0\n", "cvc5"},
        {"cadical", "exit 20\n", "cadical"},
        {"cadical", "echo 's UNSATISFIABLE'\nkill -SEGV $$\n", "cadical"},
        {"cadical", "echo 's UNSATISFIABLE'\nexit 20\n", "cadical"},
        {"yosys-abc", "exit 0\n", "ind"},
        {"yosys-abc", "case \"$*\" in *glucose*) exit 0;; esac\nexec $real \"$@\"\n", "ind"},
        {"yosys-abc", "kill -SEGV $$\n", "pdr"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct command c = with_false(state, cases[i].tool, cases[i].script, cases[i].prover);
        assert_status(&c, 1);
        assert_has(out_of(&c), "FAILED");
        assert_has(out_of(&c), "proved 0 of 1");
        command_free(&c);
    }
}

/* CaDiCaL runs as usual, but each proof that it writes is damaged. */
static void wrong_proof_is_refused(void **state)
{
    need_provers();
    static const struct {
        const char *then, *message;
    } cases[] = {
        {"rm $proof", "cadical-base.drat: No such file"},
        {": >$proof", "cadical-base.drat:1: ends without the empty clause"},
        {"sed -i '$d' $proof", "ends without the empty clause"},
        {"truncate -s -1 $proof", "the file is cut off"},
        {"echo 0 >$proof", "cadical-step.drat:1: the clause does not follow"},
        {"sed -i '/^d/d; 5,600s/^/-/; s/^--//' $proof", "the clause does not follow"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf script = {0};
        sbuf_printf(&script,
                    "proof=${@: -1}\n$real \"$@\"\nstatus=$?\n"
                    "%s\nexit $status\n",
                    cases[i].then);
        struct command c = with_false(state, "cadical", sbuf_str(&script), "cadical");
        assert_status(&c, 1);
        assert_has(out_of(&c), "FAILED");
        assert_has(out_of(&c), "cadical: PROOF REFUSED: ");
        assert_has(out_of(&c), cases[i].message);
        assert_has(out_of(&c), "proved 0 of 1");
        command_free(&c);
        sbuf_free(&script);
    }
}

/* A search for a counterexample that fails is reported, and never as "there is none". */
static void failed_search_is_told(void **state)
{
    need_provers();
    static const char broken[] =
        "`ASSUME(not_zero, in_valid_i, in_msg_i != 0)\n`ASSERT(never_full, in_ready_o)\n";
    static const struct {
        const char *tool, *script, *told;
    } cases[] = {
        {"yosys", "case \"$*\" in *'sim -r'*) echo ERROR: no such luck; exit 1;; esac\n",
         "never_full is BROKEN in cycle 3; the replay failed: yosys failed: ERROR: no such luck; "
         "the "
         "inputs of each cycle are in "},
        {"yosys", "case \"$*\" in *'sim -r'*) exit 0;; esac\n",
         "never_full is BROKEN in cycle 3; the replay failed: "},
        {"yosys-abc",
         "case \"$*\" in *write_cex*) $real \"$@\"; sed -i 's/^.//' broken.cex; exit;; esac\n",
         "never_full is BROKEN in cycle 3; the replay failed: "},
        {"yosys-abc",
         "case \"$*\" in *write_cex*) $real \"$@\"; sed -i y/1/0/ broken.cex; exit;; esac\n",
         "broken.cex: breaks no property of "},
        {"yosys-abc", "case \"$*\" in *write_cex*) kill -SEGV $$;; esac\n",
         "never_full: cadical: NOT INDUCTIVE; no counterexample could be looked for: "},
        {"yosys-abc",
         "case \"$*\" in *write_cex*) echo 'No output asserted in 7 frames. Resource limit reached "
         "(timeout 60 sec). Time =    60.02 sec'; exit;; esac\n",
         "never_full: cadical: NOT INDUCTIVE; no counterexample in the first 7 cycles, and no more "
         "were searched in 60 s"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct sbuf script = {0};
        sbuf_printf(&script, "%sexec $real \"$@\"\n", cases[i].script);
        struct command c =
            with_false_text(state, cases[i].tool, sbuf_str(&script), broken, "cadical", INDUCTION);
        assert_status(&c, 1);
        assert_has(out_of(&c), cases[i].told);
        assert_null(strstr(out_of(&c), "no counterexample in 30 cycles"));
        command_free(&c);
        sbuf_free(&script);
    }
}

/* A faulty optimization of Yosys, which assumes room in all cycles, so that the property cannot
 * fail. Provers that read the optimized circuit are fooled; minisat is not. */
static void mistaken_optimization_is_noticed(void **state)
{
    need_provers();
    static const char script[] = "[ ! -e model.ys ] || "
                                 "sed -i 's/^opt -full$/&\\nadd -assume in_ready_o/' model.ys\n"
                                 "exec $real \"$@\"\n";
    static const struct {
        const char *prover;
        int status;
    } cases[] = {{"cadical", 0}, {"ind", 0}, {"cvc5", 0}, {"minisat", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct command c =
            with_false_text(state, "yosys", script, "`ASSERT(never_full, in_ready_o)\n",
                            cases[i].prover, INDUCTION);
        assert_status(&c, cases[i].status);
        assert_has(out_of(&c), cases[i].status == 0 ? "proved 1 of 1" : "minisat: NOT INDUCTIVE");
        command_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(silent_or_crashed_prover_fails),
        test_in_folder(wrong_proof_is_refused),
        test_in_folder(mistaken_optimization_is_noticed),
        test_in_folder(failed_search_is_told),
    };
    return cmocka_run_group_tests_name("false provers", tests, NULL, NULL);
}
