/*
 * `umbel study --slurm` on a Slurm of one node, which the test starts with a configuration, keys
 * and ports of its own.
 *
 * Costs a minute with UMBEL_SLOW: it alone finds a script that Slurm does not take, a task whose
 * result is not found, and a killed study that submits its points again.
 */
#include "sw/util/sbuf.h"
#include "tests/study/small_study.h"
#include "tests/support/slow.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- the queue ---- */

enum { MUNGED, CONTROL, NODE, DAEMONS };
static pid_t daemons[DAEMONS];

static void start(void **state, int which, const char *const *argv)
{
    static const char *const logs[] = {"munged.out", "slurmctld.out", "slurmd.out"};
    const char *log = in_folder(state, logs[which]);
    pid_t pid = fork();
    if (pid == 0) {
        int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        dup2(open("/dev/null", O_RDONLY), 0);
        dup2(fd, 1);
        dup2(fd, 2);
        execv(argv[0], (char *const *)(size_t)argv);
        _exit(127);
    }
    assert_true(pid > 0);
    daemons[which] = pid;
}

static void stop_queue(void)
{
    for (int i = DAEMONS; i-- > 0;)
        if (daemons[i] > 0) {
            kill(daemons[i], SIGTERM);
            waitpid(daemons[i], NULL, 0);
            daemons[i] = 0;
        }
}

static void write_config(void **state, const char *host)
{
    const char *dir = *state;
    struct sbuf s = {0};
    const int port = 40000 + (int)(getpid() % 10000) * 2;
    sbuf_printf(&s,
                "ClusterName=umbel\nSlurmctldHost=%s(127.0.0.1)\nSlurmctldPort=%d\nSlurmdPort=%d\n"
                "SlurmUser=root\nSlurmdUser=root\nAuthType=auth/munge\n"
                "AuthInfo=socket=%s/munge.socket\nStateSaveLocation=%s/state\n"
                "SlurmdSpoolDir=%s/spool\nSlurmctldPidFile=%s/slurmctld.pid\n"
                "SlurmdPidFile=%s/slurmd.pid\nSlurmctldLogFile=%s/slurmctld.log\n"
                "SlurmdLogFile=%s/slurmd.log\nProctrackType=proctrack/linuxproc\n"
                "TaskPlugin=task/none\nJobAcctGatherType=jobacct_gather/none\n"
                "SchedulerType=sched/builtin\nSelectType=select/cons_tres\n"
                "SelectTypeParameters=CR_CPU\nMpiDefault=none\nReturnToService=2\n"
                "NodeName=%s NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n"
                "PartitionName=all Nodes=%s Default=YES MaxTime=INFINITE State=UP\n",
                host, port, port + 1, dir, dir, dir, dir, dir, dir, dir, host, host);
    write_text(in_folder(state, "slurm.conf"), s.text);
    sbuf_free(&s);
    assert_int_equal(mkdir(in_folder(state, "state"), 0700), 0);
    assert_int_equal(mkdir(in_folder(state, "spool"), 0755), 0);
}

/* A line in a shell with this Slurm; its standard output, to be freed. */
static char *said(const char *line)
{
    struct command c = umbel_run_line(line);
    char *text = strdup(out_of(&c));
    command_free(&c);
    return text;
}

static void await_node(void)
{
    for (int i = 0; i < 300; i++) {
        char *nodes = said("sinfo --noheader --format=%t 2>&1");
        bool idle = strncmp(nodes, "idle", 4) == 0;
        free(nodes);
        if (idle)
            return;
        usleep(100000);
    }
    fail_msg("Slurm's node is not idle after 30 s");
}

static void start_queue(void **state)
{
    char host[256], socket[1100], key[1100], pid[1100], log[1100], seed[1100];
    const char *dir = *state;
    assert_int_equal(gethostname(host, sizeof host), 0);
    host[strcspn(host, ".")] = '\0';
    assert_int_equal(chmod(dir, 0755),
                     0); /* munged refuses a folder of which others know nothing */
    write_config(state, host);
    snprintf(key, sizeof key, "--key-file=%s/munge.key", dir);
    snprintf(socket, sizeof socket, "--socket=%s/munge.socket", dir);
    snprintf(pid, sizeof pid, "--pid-file=%s/munged.pid", dir);
    snprintf(log, sizeof log, "--log-file=%s/munged.log", dir);
    snprintf(seed, sizeof seed, "--seed-file=%s/munge.seed", dir);
    write_text(in_folder(state, "munge.key"),
               "a key of this test, longer than the thirty-two bytes that "
               "munged wants at least");
    assert_int_equal(chmod(in_folder(state, "munge.key"), 0400), 0);
    setenv("SLURM_CONF", in_folder(state, "slurm.conf"), 1);
    start(state, MUNGED,
          (const char *const[]){"/usr/sbin/munged", "--foreground", "--force", key, socket, pid,
                                log, seed, NULL});
    for (int i = 0; i < 100 && access(in_folder(state, "munge.socket"), F_OK) != 0; i++)
        usleep(100000);
    start(state, CONTROL, (const char *const[]){"/usr/sbin/slurmctld", "-D", NULL});
    start(state, NODE, (const char *const[]){"/usr/sbin/slurmd", "-D", "-N", host, NULL});
    await_node();
}

static int queue_make(void **state)
{
    return folder_make(state);
}

static int queue_remove(void **state)
{
    stop_queue();
    return folder_remove(state);
}

/* False, and says so, where the test cannot be. */
static bool can_be(void)
{
    static const char *const needed[] = {"/usr/sbin/munged", "/usr/sbin/slurmctld",
                                         "/usr/sbin/slurmd", "/usr/bin/sbatch"};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (access(needed[i], X_OK) != 0) {
            print_message("*** SKIPPED: there is no %s; `make slow-packages` installs it ***\n",
                          needed[i]);
            return false;
        }
    if (geteuid() == 0)
        return true;
    print_message("*** SKIPPED: a Slurm of the test's own needs root ***\n");
    return false;
}

/* ---- studies ---- */

static const char *db_of(void **state)
{
    return in_folder(state, "s.db");
}

static struct command study(void **state)
{
    return UMBEL("study", in_folder(state, "s.yaml"), "--db", db_of(state), "--slurm");
}

/* The array, a failing point among it, a study that has nothing left to do. */
static void array(void **state)
{
    write_text(in_folder(state, "s.yaml"), small_study);
    struct command c = study(state);
    assert_status(&c, 0);
    assert_has(out_of(&c), "0 stored before, 4 run now, 0 failed");
    command_free(&c);
    char *jobs =
        said("grep -c 'sched: Allocate JobId' \"$(dirname \"$SLURM_CONF\")/slurmctld.log\"");
    assert_int_equal(atoi(jobs), 4);
    free(jobs);
    c = study(state);
    assert_status(&c, 0);
    assert_has(out_of(&c), "4 stored before, 0 run now");
    command_free(&c);
    write_text(in_folder(state, "s.yaml"),
               "about: x\nkernels: [relu:tiny]\nseries:\n  - {label: A, system: tsm-tiny}\n"
               "  - {label: B, system: tsm-tiny, sets: [fault=umc-loses-answer]}\n"
               "metric: cycles\nplot: bars\n");
    c = study(state);
    assert_status(&c, 1);
    assert_has(err_of(&c), "umbel: a point failed: ");
    assert_has(err_of(&c), "umbel: 1 of 2 points failed");
    command_free(&c);
    assert_none_repeated(db_of(state));
}

static int jobs_submitted(void)
{
    char *jobs = said("grep -c '_slurm_rpc_submit_batch_job: JobId=' "
                      "\"$(dirname \"$SLURM_CONF\")/slurmctld.log\"");
    int n = atoi(jobs);
    free(jobs);
    return n;
}

/* A study was killed when it had written its tasks down and not submitted them: they are. */
static void killed_before(void **state)
{
    write_text(in_folder(state, "s.yaml"),
               "about: x\nkernels: [relu:tiny]\nseries: [{label: A, system: tsm-tiny, sets: "
               "[dram.tCL=200]}]\nmetric: cycles\nplot: bars\n");
    struct command c = UMBEL("study", in_folder(state, "s.yaml"), "--db", db_of(state), "--json",
                             in_folder(state, "s.json"), "-q");
    assert_status(&c, 0);
    command_free(&c);
    char path[256], line[1400];
    snprintf(line, sizeof line, "sed -n 's/.*\"key\": \"\\(.*\\)\".*/\\1/p' '%s'",
             in_folder(state, "s.json"));
    char *key = said(line);
    key[strcspn(key, "\n")] = '\0';
    snprintf(path, sizeof path, "s.db.work/%s.job", key);
    free(key);
    forget_points(db_of(state));
    write_text(in_folder(state, path), "umbel-1-1 0\n");
    c = study(state);
    assert_status(&c, 0);
    assert_has(out_of(&c), "0 stored before, 1 run now, 0 failed");
    command_free(&c);
}

/* A waiting study is killed: the next one waits for the tasks, and submits nothing. */
static void killed(void **state)
{
    write_long(state, 120);
    int before = jobs_submitted();
    struct command c = {.argv =
                            (const char *const[]){umbel_path(), "study", in_folder(state, "s.yaml"),
                                                  "--db", db_of(state), "--slurm", NULL}};
    command_start(&c);
    for (int i = 0; i < 600 && jobs_submitted() == before; i++)
        usleep(50000);
    char path[1100];
    snprintf(path, sizeof path, "%s.work", db_of(state));
    for (int i = 0; i < 600 && names_in(path, "*.job") < 16; i++)
        usleep(10000);
    kill(c.pid, SIGKILL);
    command_finish(&c);
    command_free(&c);
    assert_int_equal(jobs_submitted(), before + 1);
    struct command again = study(state);
    assert_status(&again, 0);
    assert_has(out_of(&again), " 0 failed");
    command_free(&again);
    assert_int_equal(jobs_submitted(), before + 1);
    assert_none_repeated(db_of(state));
    assert_int_equal(names_in(path, "*"), 0);
}

static void all(void **state)
{
    slow_only("starts a Slurm of one node");
    if (!can_be())
        skip();
    start_queue(state);
    array(state);
    killed(state);
    killed_before(state);
}

/* Without Slurm, or with one that refuses the job: one line. */
static void no_slurm(void **state)
{
    write_text(in_folder(state, "s.yaml"), small_study);
    write_text(in_folder(state, "sbatch"), "#!/bin/sh\necho 'sbatch: error: Batch job submission "
                                           "failed: Invalid partition' >&2\nexit 1\n");
    char line[3000];
    snprintf(line, sizeof line,
             "chmod +x '%s'; PATH='%s':\"$PATH\" umbel study '%s' --db '%s' "
             "--slurm -q",
             in_folder(state, "sbatch"), (const char *)*state, in_folder(state, "s.yaml"),
             db_of(state));
    struct command c = umbel_run_line(line);
    assert_complains(&c, "the points were not submitted: sbatch failed", "Invalid partition");
    command_free(&c);
    assert_int_equal(
        asked(db_of(state), "SELECT count(*) FROM runs WHERE result <> 'not submitted'"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        test_in_folder(no_slurm),
        cmocka_unit_test_setup_teardown(all, queue_make, queue_remove),
    };
    return cmocka_run_group_tests_name("studies as job arrays", tests, NULL, NULL);
}
