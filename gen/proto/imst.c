#include "gen/proto/imst.h"

const struct imst_step imst_steps[IMST_STATES][IMST_EVENTS] = {
    [IMST_UNCACHED] = {[IMST_LOCAL_READ] = {IMST_PRIVATE, IMST_KILLS_NONE, false},
                       [IMST_LOCAL_WRITE] = {IMST_PRIVATE, IMST_KILLS_NONE, false},
                       [IMST_REMOTE_READ] = {IMST_READ_SHARED, IMST_KILLS_NONE, false},
                       [IMST_REMOTE_WRITE] = {IMST_RW_SHARED, IMST_KILLS_NONE, false}},
    [IMST_PRIVATE] = {[IMST_LOCAL_READ] = {IMST_PRIVATE, IMST_KILLS_NONE, false},
                      [IMST_LOCAL_WRITE] = {IMST_PRIVATE, IMST_KILLS_NONE, false},
                      [IMST_REMOTE_READ] = {IMST_READ_SHARED, IMST_KILLS_NONE, false},
                      [IMST_REMOTE_WRITE] = {IMST_RW_SHARED, IMST_KILLS_HOME, false}},
    [IMST_READ_SHARED] = {[IMST_LOCAL_READ] = {IMST_READ_SHARED, IMST_KILLS_NONE, false},
                          [IMST_LOCAL_WRITE] = {IMST_RW_SHARED, IMST_KILLS_OTHERS, true},
                          [IMST_REMOTE_READ] = {IMST_READ_SHARED, IMST_KILLS_NONE, false},
                          [IMST_REMOTE_WRITE] = {IMST_RW_SHARED, IMST_KILLS_OTHERS, false}},
    [IMST_RW_SHARED] = {[IMST_LOCAL_READ] = {IMST_RW_SHARED, IMST_KILLS_NONE, false},
                        [IMST_LOCAL_WRITE] = {IMST_RW_SHARED, IMST_KILLS_OTHERS, true},
                        [IMST_REMOTE_READ] = {IMST_RW_SHARED, IMST_KILLS_NONE, false},
                        [IMST_REMOTE_WRITE] = {IMST_RW_SHARED, IMST_KILLS_OTHERS, false}},
};
