/* Mistakes in names and expressions: one case per diagnostic. */
#include "tests/hdl/mistakes.h"

/* An output with that value. */
#define VALUE(m, expr)                                                                             \
    do {                                                                                           \
        hdl_out(m, "y_o", "8", NULL);                                                              \
        HERE hdl_assign(m, "y_o", expr);                                                           \
    } while (0)

/* ---- declarations ---- */
static void declared_twice(struct hdl *m)
{
    FIRST hdl_let(m, "x_unused", "8", "a_i");
    HERE hdl_let(m, "x_unused", "8", "a_i");
}

static void keyword(struct hdl *m)
{
    HERE hdl_let(m, "always", "8", "a_i");
}

static void keyword_of_systemverilog(struct hdl *m)
{
    HERE hdl_let(m, "logic", "8", "a_i");
}

static void no_name(struct hdl *m)
{
    HERE hdl_let(m, "2nd", "8", "a_i");
}

static void no_bits(struct hdl *m)
{
    HERE hdl_let(m, "x_unused", "0", "a_i");
}

static void loop_hides_genvar(struct hdl *m)
{
    hdl_out(m, "y_o", "8", NULL);
    hdl_out(m, "z_o", "8", NULL);
    FIRST hdl_gen_for (m, "i", "8", "lane") hdl_assign(m, "y_o[i]", "a_i[i]");
    hdl_on_comb (m) {
        HERE hdl_for (m, "i", "8") hdl_set(m, "z_o[i]", "a_i[i]");
    }
}

static void wire_hides_wire_of_loop(struct hdl *m)
{
    hdl_gen_for (m, "i", "8", "lane") {
        FIRST hdl_let(m, "x_unused", "1", "a_i[i]");
    }
    HERE hdl_let(m, "x_unused", "8", "a_i");
}

/* ---- names in expressions ---- */
static void unknown(struct hdl *m)
{
    VALUE(m, "a_i & nonsense");
}

static void misspelt(struct hdl *m)
{
    VALUE(m, "{8{en_j}}");
}

static void unknown_in_width(struct hdl *m)
{
    HERE hdl_let(m, "x_unused", "WIDTH", "a_i");
}

static void before_declaration(struct hdl *m)
{
    hdl_out(m, "y_o", "8", NULL);
    HERE hdl_assign(m, "y_o", "later");
    FIRST hdl_let(m, "later", "8", "a_i");
}

static void outside_its_loop(struct hdl *m)
{
    hdl_out(m, "y_o", "1", NULL);
    hdl_gen_for (m, "i", "8", "lane") {
        FIRST hdl_let(m, "x_unused", "1", "a_i[i]");
    }
    HERE hdl_assign(m, "y_o", "x_unused");
}

static void index_outside_its_loop(struct hdl *m)
{
    hdl_out(m, "y_o", "8", NULL);
    hdl_out(m, "z_o", "1", NULL);
    FIRST hdl_gen_for (m, "i", "8", "lane") hdl_assign(m, "y_o[i]", "a_i[i]");
    HERE hdl_assign(m, "z_o", "a_i[i]");
}

static void parameter_above(struct hdl *m)
{
    HERE hdl_param(m, "A_unused", "B_unused", NULL);
    FIRST hdl_param(m, "B_unused", "1", NULL);
}

static void keyword_in_expression(struct hdl *m)
{
    VALUE(m, "a_i & posedge");
}

static void label_as_value(struct hdl *m)
{
    hdl_cover(m, "seen", "en_i");
    VALUE(m, "{8{seen}}");
}

static void wire_in_width(struct hdl *m)
{
    HERE hdl_let(m, "x_unused", "a_i", "a_i");
}

static void localparam_in_header(struct hdl *m)
{
    hdl_localparam(m, "L", "8", NULL);
    HERE hdl_in(m, "x_unused", "L", NULL);
}

static void select_of_scalar(struct hdl *m)
{
    VALUE(m, "{8{en_i[0]}}");
}

static void whole_memory(struct hdl *m)
{
    hdl_mem(m, "store", "8", "8", NULL);
    hdl_on_clock (m)
        hdl_set(m, "store[a_i[2:0]]", "a_i");
    VALUE(m, "store");
}

static void memory_in_comb(struct hdl *m)
{
    hdl_mem(m, "store", "8", "8", NULL);
    hdl_out(m, "y_o", "8", NULL);
    hdl_on_clock (m)
        hdl_set(m, "store[a_i[2:0]]", "a_i");
    hdl_on_comb (m) {
        HERE hdl_set(m, "y_o", "store[0]");
    }
}

static void system_function(struct hdl *m)
{
    VALUE(m, "$random");
}

static void past_outside_property(struct hdl *m)
{
    VALUE(m, "$past(a_i)");
}

/* ---- the text itself ---- */
static void hierarchical(struct hdl *m)
{
    VALUE(m, "u_child.c_o");
}

static void text_macro(struct hdl *m)
{
    VALUE(m, "`WIDTH");
}

static void escaped(struct hdl *m)
{
    VALUE(m, "\\a_i ");
}

static void assignment(struct hdl *m)
{
    VALUE(m, "a_i = 3");
}

static void statement(struct hdl *m)
{
    VALUE(m, "a_i;");
}

static void line_comment(struct hdl *m)
{
    VALUE(m, "a_i // all of it");
}

static void open_comment(struct hdl *m)
{
    VALUE(m, "a_i /* all of it");
}

static void open_string(struct hdl *m)
{
    VALUE(m, "\"abc");
}

static void unsized(struct hdl *m)
{
    VALUE(m, "'0");
}

static void bad_number(struct hdl *m)
{
    VALUE(m, "8'hfg");
}

static void character(struct hdl *m)
{
    VALUE(m, "a_i # 3");
}

static void lost_comma(struct hdl *m)
{
    VALUE(m, "a_i a_i");
}

static void crossed_brackets(struct hdl *m)
{
    VALUE(m, "{a_i[3:0}]");
}

static void open_bracket(struct hdl *m)
{
    VALUE(m, "(a_i");
}

static void lost_operand(struct hdl *m)
{
    VALUE(m, "a_i &");
}

static void empty(struct hdl *m)
{
    VALUE(m, "");
}

static void no_text(struct hdl *m)
{
    VALUE(m, NULL);
}

static void list(struct hdl *m)
{
    VALUE(m, "a_i, a_i");
}

static void too_deep(struct hdl *m)
{
    char text[200];
    memset(text, '(', 70);
    text[70] = '1';
    memset(text + 71, ')', 70);
    text[141] = '\0';
    VALUE(m, text);
}

/* ---- what nothing drives or reads ---- */
static void undriven_wire(struct hdl *m)
{
    HERE hdl_wire(m, "x", "8", NULL);
    hdl_unused(m, "x");
}

static void undriven_output(struct hdl *m)
{
    HERE hdl_out(m, "y_o", "8", NULL);
}

static void undriven_register(struct hdl *m)
{
    HERE hdl_reg(m, "x_q", "8", NULL, NULL);
    hdl_unused(m, "x_q");
}

static void undriven_variable(struct hdl *m)
{
    HERE hdl_var(m, "x", "8", NULL);
    hdl_unused(m, "x");
}

static void unknown_spare(struct hdl *m)
{
    HERE hdl_spare(m, "x");
}

static void unread_wire(struct hdl *m)
{
    HERE hdl_let(m, "x", "8", "a_i");
}

static void unread_input(struct hdl *m)
{
    HERE hdl_in(m, "x_i", "8", NULL);
}

static void unread_parameter(struct hdl *m)
{
    HERE hdl_param(m, "X", "8", NULL);
}

static void unread_in_loop(struct hdl *m)
{
    hdl_gen_for (m, "i", "8", "lane") {
        HERE hdl_let(m, "x", "1", "a_i[i]");
    }
}

static void memory_of_properties(struct hdl *m)
{
    HERE hdl_mem(m, "store", "8", "8", NULL);
    hdl_on_clock (m)
        hdl_set(m, "store[0]", "a_i");
    hdl_assert(m, "same", "store[0] == store[0]");
}

#define AT(text, at) "value '" text "': at '" at "': "
#define NUMBER "not a Verilog-2005 number; write it like 8'hff"
static const struct mistake cases[] = {
    MISTAKE(declared_twice, "'x_unused' is declared twice, first at @; choose another name"),
    MISTAKE(keyword, "'always' is a keyword of Verilog; choose another name"),
    MISTAKE(keyword_of_systemverilog, "'logic' is a keyword of Verilog; choose another name"),
    MISTAKE(no_name, "'2nd' is no name; use letters, digits and _"),
    MISTAKE(no_bits, "x_unused is no bits wide; leave it out, or make it 1"),
    MISTAKE(loop_hides_genvar, "'i' is also the index of a loop at @, and one would hide the "
                               "other; name one of them differently"),
    MISTAKE(wire_hides_wire_of_loop, "'x_unused' is also a wire at @, and one would hide the "
                                     "other; name one of them differently"),
    MISTAKE(unknown, "'a_i & nonsense': unknown name 'nonsense'; declare it first"),
    MISTAKE(misspelt, "'{8{en_j}}': unknown name 'en_j'; declare it first, or is it 'en_i'?"),
    MISTAKE(unknown_in_width, "'WIDTH': unknown name 'WIDTH'; declare it first"),
    MISTAKE(before_declaration,
            "'later': 'later' is used before it is declared at @; move the declaration up"),
    MISTAKE(outside_its_loop, "'x_unused': 'x_unused' is known only inside the loop around @; "
                              "declare it outside"),
    MISTAKE(index_outside_its_loop,
            "'a_i[i]': 'i' is known only inside the loop around @; declare it outside"),
    MISTAKE(parameter_above,
            "'B_unused': 'B_unused' is used before it is declared at @; move the declaration up"),
    MISTAKE(keyword_in_expression,
            "'a_i & posedge': 'posedge' is a keyword; an expression cannot use it"),
    MISTAKE(label_as_value, "'{8{seen}}': seen is a label; labels have no value: use a signal"),
    MISTAKE(wire_in_width,
            "'a_i': a_i is an input, but this must be constant: use parameters only"),
    MISTAKE(localparam_in_header,
            "'L': L is a parameter of the body; the module's header knows parameters only"),
    MISTAKE(select_of_scalar, "'{8{en_i[0]}}': en_i is one bit wide and takes no select; give it "
                              "a width or drop the select"),
    MISTAKE(whole_memory, "'store': store is a memory; read one word, as store[addr]"),
    MISTAKE(memory_in_comb,
            "'store[0]': memory store is read in a combinational block, which would wait for every "
            "word; name the word with hdl_let first"),
    MISTAKE(system_function, "'$random': $random is not among the system functions that all tools "
                             "take here; do without"),
    MISTAKE(past_outside_property, "'$past(a_i)': $past is not among the system functions that all "
                                   "tools take here; do without"),
    MISTAKE(hierarchical,
            AT("u_child.c_o", ".c_o") "hierarchical names are refused; connect a port"),
    MISTAKE(text_macro, AT("`WIDTH", "`WIDTH") "text macros are refused; use a parameter"),
    MISTAKE(escaped, AT("\\a_i ", "\\a_i ") "escaped names are refused; use a plain one"),
    MISTAKE(assignment, AT("a_i = 3", "= 3") "'=' does not belong in an expression; '==' compares"),
    MISTAKE(statement, AT("a_i;", ";") "';' does not belong in an expression; make it two calls"),
    MISTAKE(line_comment,
            AT("a_i // all of it",
               "// all of it") "a // comment would swallow what follows; say it in a note"),
    MISTAKE(open_comment, AT("a_i /* all of it", "/* all of it") "a comment is not closed; add */"),
    MISTAKE(open_string, AT("\"abc", "\"abc") "a string is not closed; add the quote"),
    MISTAKE(unsized, AT("'0", "'0") NUMBER),
    MISTAKE(bad_number, AT("8'hfg", "8'hfg") NUMBER),
    MISTAKE(character, AT("a_i # 3", "# 3") "no such character in an expression; remove it"),
    MISTAKE(lost_comma, "value 'a_i a_i': two operands without an operator between them; was a "
                        "comma lost in C?"),
    MISTAKE(crossed_brackets,
            "value '{a_i[3:0}]': brackets do not pair; close each where it belongs"),
    MISTAKE(open_bracket, "value '(a_i': a bracket is not closed; close it"),
    MISTAKE(lost_operand, "value 'a_i &': ends in an operator; an operand is missing"),
    MISTAKE(empty, "value '': empty; write an expression"),
    MISTAKE(no_text, "value '': empty; write an expression"),
    MISTAKE(list, "value 'a_i, a_i': a list where one expression belongs; join it by an operator "
                  "or braces"),
    MISTAKE(too_deep, "value '"
                      "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1"
                      "))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))"
                      "': too deeply nested; name a part of it with hdl_let"),
    MISTAKE(undriven_wire, "x is a wire that nothing drives; drive it, or remove it"),
    MISTAKE(undriven_output, "y_o is an output that nothing drives; drive it, or remove it"),
    MISTAKE(undriven_register, "x_q is a register that nothing drives; drive it, or remove it"),
    MISTAKE(undriven_variable, "x is a variable that nothing drives; drive it, or remove it"),
    MISTAKE(unknown_spare, "x is not declared; hdl_spare is of one name declared above it"),
    MISTAKE(unread_wire, "x is a wire that nothing reads; use it, remove it, or call hdl_unused"),
    MISTAKE(unread_input,
            "x_i is an input that nothing reads; use it, remove it, or call hdl_unused"),
    MISTAKE(unread_parameter,
            "X is a parameter that nothing reads; use it, remove it, or call hdl_unused"),
    MISTAKE(unread_in_loop,
            "x is a wire that nothing reads; use it, remove it, or call hdl_unused"),
    MISTAKE(memory_of_properties, "memory store is read by properties only; read it in the design"),
};

int main(void)
{
    return run_mistakes(__FILE__, cases, sizeof cases / sizeof *cases);
}
