/* Which protocols have something, in words: made from gen/proto/protocol.h. */
#include "gen/system/derived.h"

void system_protocols(protocol_has *has, struct sbuf *text)
{
    enum protocol_id of[PROTOCOL_COUNT];
    int n = 0;
    for (enum protocol_id id = 0; id < PROTOCOL_COUNT; id++)
        if (has(protocol_of(id)))
            of[n++] = id;
    for (int i = 0; i < n; i++)
        sbuf_printf(text, "%s%s", i == 0 ? "" : i == n - 1 ? " or " : ", ", protocol_word(of[i]));
}
