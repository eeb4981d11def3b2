#include "harness/study/html.h"

#include "sw/util/file.h"

static const char style[] =
    "body{font:15px/1.45 sans-serif;color:#222;background:#fff;max-width:76em;margin:2em auto;"
    "padding:0 1em}\n"
    "h1{font-size:1.6em;margin-bottom:0}h2{font-size:1.2em;margin-top:2em}\n"
    ".figures{display:flex;flex-wrap:wrap;gap:1em}\n"
    "figure{margin:0;min-width:16em;max-width:60em;break-inside:avoid}figure "
    "svg{width:100%;height:auto}\n"
    "figcaption{font-weight:bold}\n"
    "table{border-collapse:collapse;font-size:0.9em}\n"
    "th,td{padding:0.15em 0.6em;border-bottom:1px solid #ddd;text-align:left;vertical-align:top}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}\n"
    "tr.mean td{font-weight:bold}tr.paper td{font-style:italic;border-bottom:2px solid #999}\n"
    "tr.differs td{font-weight:bold;background:#fff4d6}\n"
    "code{font-size:0.9em;overflow-wrap:anywhere}\n"
    "footer{margin-top:2em;color:#666;font-size:0.85em}\n"
    "@media print{body{margin:0;max-width:none;font-size:10px}h2{break-after:avoid}"
    "tr{break-inside:avoid}thead{display:table-header-group}.figures{flex-wrap:nowrap}"
    "figure{min-width:0}}\n";

void study_html(struct sbuf *s, const char *text)
{
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            sbuf_puts(s, "&amp;");
            break;
        case '<':
            sbuf_puts(s, "&lt;");
            break;
        case '>':
            sbuf_puts(s, "&gt;");
            break;
        case '"':
            sbuf_puts(s, "&quot;");
            break;
        default:
            sbuf_add(s, text, 1);
        }
}

void study_put(struct sbuf *s, const char *before, const char *text, const char *after)
{
    sbuf_puts(s, before);
    study_html(s, text);
    sbuf_puts(s, after);
}

void study_put_head(struct sbuf *s, const char *title)
{
    sbuf_puts(s, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                 "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    study_put(s, "<title>", title, "</title>\n");
    sbuf_printf(s, "<style>\n%s</style>\n</head>\n<body>\n", style);
    study_put(s, "<h1>", title, "</h1>\n");
}

bool study_put_page(struct sbuf *s, const char *dir, const char *umbel, struct error *err)
{
    struct sbuf path = {0};
    study_put(s, "<footer>Umbel ", umbel, "</footer>\n</body>\n</html>\n");
    sbuf_printf(&path, "%s/index.html", dir);
    bool ok = file_mkdirs(dir, err) && file_write(path.text, s->text, s->len, err);
    sbuf_free(&path);
    return ok;
}
