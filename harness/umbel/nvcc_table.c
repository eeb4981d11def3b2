#include "harness/umbel/nvcc_table.h"

#include <stdbool.h>
#include <string.h>

static const struct nvcc_option options[] = {
    {"-I", "--include-path", CLOSE, BOTH, NULL},
    {"-D", "--define-macro", CLOSE, BOTH, NULL},
    {"-U", "--undefine-macro", CLOSE, BOTH, NULL},
    {"-include", "--pre-include", VALUE, BOTH, NULL},
    {"-isystem", "--system-include", VALUE, BOTH, NULL},
    {"-std", "--std", VALUE, BOTH, NULL},
    {"-o", "--output-file", CLOSE, OUTPUT, NULL},
    {"-odir", "--output-directory", VALUE, OUTPUT_DIR, NULL},
    {"-c", "--compile", ALONE, COMPILE, NULL},
    {"-dc", "--device-c", ALONE, DEVICE_CODE, NULL},
    {"-dw", "--device-w", ALONE, COMPILE, NULL},
    {"-dlink", "--device-link", ALONE, LINK_DEVICE, NULL},
    {"-rdc", "--relocatable-device-code", VALUE, RELOCATABLE, NULL},
    {"-ptx", "--ptx", ALONE, TEXT_PTX, NULL},
    {"-E", "--preprocess", ALONE, TEXT_HOST, NULL},
    {"-cuda", "--cuda", ALONE, TEXT_CUDA, NULL},
    {"-M", "--generate-dependencies", ALONE, TEXT_RULE, NULL},
    {"-MM", "--generate-nonsystem-dependencies", ALONE, TEXT_RULE, NULL},
    {"-MD", "--generate-dependencies-with-compile", ALONE, RULE_TOO, NULL},
    {"-MMD", "--generate-nonsystem-dependencies-with-compile", ALONE, RULE_TOO, NULL},
    {"-MP", "--generate-dependency-targets", ALONE, RULE_WORD, NULL},
    {"-MT", "--dependency-target-name", VALUE, RULE, NULL},
    {"-MQ", NULL, VALUE, RULE, NULL},
    {"-MF", "--dependency-output", VALUE, RULE_FILE, NULL},
    {"-lib", "--lib", ALONE, MAKE_LIBRARY, NULL},
    {"-shared", "--shared", ALONE, SHARED, NULL},
    {"-link", "--link", ALONE, NOTHING, NULL},
    {"-x", "--x", VALUE, LANGUAGE, NULL},
    {"-L", "--library-path", CLOSE, LINK, NULL},
    {"-l", "--library", CLOSE, LIBRARY, NULL},
    {"-Xcompiler", "--compiler-options", VALUE, HOST, NULL},
    {"-Xlinker", "--linker-options", VALUE, LINKER, NULL},
    {"-O", "--optimize", CLOSE, HOST_WORD, NULL},
    {"-g", "--debug", ALONE, NOTHING, NULL},
    {"-pg", "--profile", ALONE, HOST_WORD, NULL},
    {"-use_fast_math", "--use_fast_math", ALONE, FAST_MATH, NULL},
    {"-fmad", "--fmad", VALUE, CONTRACT, NULL},
    {"-ftz", "--ftz", VALUE, FLUSH, NULL},
    {"-keep", "--keep", ALONE, KEEP, NULL},
    {"-save-temps", "--save-temps", ALONE, KEEP, NULL},
    {"-keep-dir", "--keep-dir", VALUE, KEEP_DIR, NULL},
    {"-v", "--verbose", ALONE, VERBOSE, NULL},
    {"-dryrun", "--dryrun", ALONE, DRY, NULL},
    {"-V", "--version", ALONE, VERSION, NULL},
    {"-h", "--help", ALONE, HELP, NULL},
    {"-arch-ls", "--list-gpu-arch", ALONE, LIST, NULL},
    {"-code-ls", "--list-gpu-code", ALONE, LIST, NULL},
    {"-optf", "--options-file", VALUE, FILE_OF_OPTIONS, NULL},
    {"-forward-unknown-to-host-compiler", "--forward-unknown-to-host-compiler", ALONE, FORWARD,
     NULL},
    {"-forward-unknown-to-host-linker", "--forward-unknown-to-host-linker", ALONE, FORWARD_LINK,
     NULL},
    /* The device is the simulated machine, whose code is that of sm_70. */
    {"-arch", "--gpu-architecture", VALUE, NOTHING, NULL},
    {"-code", "--gpu-code", VALUE, NOTHING, NULL},
    {"-gencode", "--generate-code", VALUE, NOTHING, NULL},
    {"-m", "--machine", CLOSE, NOTHING, NULL},
    {"-maxrregcount", "--maxrregcount", VALUE, NOTHING, NULL},
    {"-Xptxas", "--ptxas-options", VALUE, NOTHING, NULL},
    {"-Xnvlink", "--nvlink-options", VALUE, NOTHING, NULL},
    {"-Xfatbin", "--fatbin-options", VALUE, NOTHING, NULL},
    {"-Xcudafe", "--cudafe-options", VALUE, NOTHING, NULL},
    {"-Xarchive", "--archive-options", VALUE, NOTHING, NULL},
    {"-ccbin", "--compiler-bindir", VALUE, NOTHING, NULL},
    {"-cudart", "--cudart", VALUE, NOTHING, NULL},
    {"-cudadevrt", "--cudadevrt", VALUE, NOTHING, NULL},
    {"-default-stream", "--default-stream", VALUE, NOTHING, NULL},
    {"-G", "--device-debug", ALONE, NOTHING, NULL},
    {"-lineinfo", "--generate-line-info", ALONE, NOTHING, NULL},
    {"-src-in-ptx", "--source-in-ptx", ALONE, NOTHING, NULL},
    {"-w", "--disable-warnings", ALONE, NOTHING, NULL},
    {"-W", "--W", CLOSE, NOTHING, NULL},
    {"-Wno-deprecated-gpu-targets", "--Wno-deprecated-gpu-targets", ALONE, NOTHING, NULL},
    {"-Wno-deprecated-declarations", "--Wno-deprecated-declarations", ALONE, NOTHING, NULL},
    {"-Wreorder", "--Wreorder", ALONE, NOTHING, NULL},
    {"-Wdefault-stream-launch", "--Wdefault-stream-launch", ALONE, NOTHING, NULL},
    {"-Wmissing-launch-bounds", "--Wmissing-launch-bounds", ALONE, NOTHING, NULL},
    {"-Wext-lambda-captures-this", "--Wext-lambda-captures-this", ALONE, NOTHING, NULL},
    {"-Werror", "--Werror", VALUE, NOTHING, NULL},
    {"-diag-suppress", "--diag-suppress", VALUE, NOTHING, NULL},
    {"-diag-error", "--diag-error", VALUE, NOTHING, NULL},
    {"-diag-warn", "--diag-warn", VALUE, NOTHING, NULL},
    {"-res-usage", "--resource-usage", ALONE, NOTHING, NULL},
    {"-prec-div", "--prec-div", VALUE, NOTHING, NULL},
    {"-prec-sqrt", "--prec-sqrt", VALUE, NOTHING, NULL},
    {"-extra-device-vectorization", "--extra-device-vectorization", ALONE, NOTHING, NULL},
    {"-expt-relaxed-constexpr", "--expt-relaxed-constexpr", ALONE, NOTHING, NULL},
    {"-expt-extended-lambda", "--expt-extended-lambda", ALONE, NOTHING, NULL},
    {"-extended-lambda", "--extended-lambda", ALONE, NOTHING, NULL},
    {"-restrict", "--restrict", ALONE, NOTHING, NULL},
    {"-dlto", "--dlink-time-opt", ALONE, NOTHING, NULL},
    {"-t", "--threads", VALUE, NOTHING, NULL},
    {"-allow-unsupported-compiler", "--allow-unsupported-compiler", ALONE, NOTHING, NULL},
    {"-time", "--time", VALUE, NOTHING, NULL},
    {"-dopt", "--dopt", VALUE, NOTHING, NULL},
    {"-ewp", "--extensible-whole-program", ALONE, NOTHING, NULL},
    {"-err-no", "--display-error-number", ALONE, NOTHING, NULL},
    {"-no-err-no", "--no-display-error-number", ALONE, NOTHING, NULL},
    {"-brief-diag", "--brief-diagnostics", VALUE, NOTHING, NULL},
    {"-opt-info", "--optimization-info", VALUE, NOTHING, NULL},
    {"-noprof", "--dont-use-profile", ALONE, NOTHING, NULL},
    {"-prof", "--use-profile", ALONE, NOTHING, NULL},
    {"-nohdinitlist", "--no-host-device-initializer-list", ALONE, NOTHING, NULL},
    {"-nohdmoveforward", "--no-host-device-move-forward", ALONE, NOTHING, NULL},
    {"-keep-device-functions", "--keep-device-functions", ALONE, NOTHING, NULL},
    {"-arbin", "--archiver-binary", VALUE, NOTHING, NULL},
    {"-ldir", "--libdevice-directory", VALUE, NOTHING, NULL},
    {"-target-dir", "--target-directory", VALUE, NOTHING, NULL},
    {"-clean", "--clean-targets", ALONE, REFUSED, "remove the outputs yourself"},
    {"-run", "--run", ALONE, REFUSED, "`umbel cuda FILE.cu -- ARGUMENTS` builds and runs"},
    {"-cubin", "--cubin", ALONE, REFUSED, "there is no machine code here: -ptx gives PTX"},
    {"-fatbin", "--fatbin", ALONE, REFUSED, "there is no machine code here: -ptx gives PTX"},
    {"-deviceemu", "--device-emulation", ALONE, REFUSED, "nvcc dropped it in 2010"},
};

static bool takes_word(const struct nvcc_option *o, const char *name, const char *word,
                       const char **value)
{
    size_t n = strlen(name);
    if (strncmp(word, name, n) != 0)
        return false;
    *value = NULL;
    if (word[n] == '\0')
        return true;
    if (o->takes == ALONE)
        return false;
    *value = word[n] == '=' ? word + n + 1 : word + n;
    return word[n] == '=' || (o->takes == CLOSE && name[1] != '-');
}

const struct nvcc_option *nvcc_find(const char *word, const char **value)
{
    const struct nvcc_option *best = NULL;
    size_t longest = 0;
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        for (int k = 0; k < 2; k++) {
            const char *name = k == 0 ? options[i].name : options[i].long_name, *at;
            if (name == NULL || strlen(name) <= longest ||
                !takes_word(&options[i], name, word, &at))
                continue;
            best = &options[i];
            longest = strlen(name);
            *value = at;
        }
    return best;
}
