//! The interactive session as a user meets it: the real binary behind a pseudo-terminal.

use crate::terminal;

use terminal::Terminal;

const CTRL_C: &str = "\u{3}";
const CTRL_D: &str = "\u{4}";
const CTRL_R: &str = "\u{12}";
const UP: &str = "\u{1b}[A";
const LEFT: &str = "\u{1b}[D";
const DOWN: &str = "\u{1b}[B";
const ALT_ENTER: &str = "\u{1b}\r";
const TAB: &str = "\t";

#[test]
fn an_expression_gives_its_value_and_type() {
    let mut t = Terminal::ready();
    t.line("[1, 2 + 3]").see("=> [1, 5]").see(": Array[Integer[1, 5], 2, 2]").see("pprepl:2>");
    t.line("'caf\u{e9} \u{65e5}\u{672c}'.size").see("=> 7").see("pprepl:3>");
}

#[test]
fn variables_and_functions_live_on() {
    let mut t = Terminal::ready();
    t.line("$port = 8000 + 80").see("=> 8080");
    t.line("function twice($x) { $x * 2 }").see("pprepl:3>");
    t.line("twice($port)").see("=> 16160");
}

#[test]
fn an_open_block_goes_on_with_an_indent_and_a_brace_steps_back() {
    let mut t = Terminal::ready();
    t.line("if true {").see("pprepl:1> if true {");
    t.line("$deep = 41 + 1").see("\n  $deep = 41 + 1");
    t.line("}").see("\n}").see("=> 42");
}

#[test]
fn a_heredoc_goes_on_to_its_end_tag() {
    let mut t = Terminal::ready();
    t.line("$t = @(END)").line("  hello {").line("  | END").see("=> \"hello {\\n\"");
    t.line(":heredoc").see("hello·{⏎");
}

#[test]
fn the_text_of_an_indented_heredoc_is_typed_as_it_is() {
    let mut t = Terminal::ready();
    t.line("$h = {").line("'text' => @(\"END\"),").line("    one").line("    | END").line("}");
    t.see("=> {'text' => \"one\\n\"}");
}

#[test]
fn enter_in_the_middle_of_a_block_never_submits() {
    let mut t = Terminal::ready();
    t.line("[1,").keys("2]").keys(UP).keys("\u{5}\r").keys("7,").see("7,");
    assert!(!t.screen().contains("=>"), "{}", t.screen());
    t.keys("\u{1b}[B\u{5}\r").see("=> [1, 7, 2]");
}

#[test]
fn alt_enter_breaks_a_complete_line() {
    let mut t = Terminal::ready();
    t.keys("$a = 1").keys(ALT_ENTER).keys("$a + 1\r").see("=> 2").see("pprepl:2>");
}

#[test]
fn only_an_incomplete_input_is_called_so() {
    let mut t = Terminal::ready();
    let hint = "incomplete input; Ctrl-C drops it";
    t.keys("$a =").see("$a =").keys(ALT_ENTER).see(hint).keys("\u{3}").lose(hint).keys("6 * 7").see("6 * 7");
    let row = t.cursor().0;
    t.keys(ALT_ENTER);
    let end = std::time::Instant::now() + crate::terminal::DEADLINE;
    while t.cursor().0 <= row && std::time::Instant::now() < end {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(!t.screen().contains(hint), "{}", t.screen());
    t.keys("+ 1\r").see("=> 43");
}

#[test]
fn a_paste_has_capitals_and_no_control_characters() {
    let mut t = Terminal::ready();
    t.paste("'JMI'\u{1}\u{2}.downcase").see("'JMI'.downcase").keys("\r").see("=> 'jmi'");
}

#[test]
fn ctrl_d_ends_a_pause_by_what_is_typed() {
    let mut t = Terminal::ready();
    t.line("breakpoint()").see("pprepl:1(top scope)>").keys(CTRL_D).see("=> undef").see("pprepl:2>");
    t.line("breakpoint()").see("pprepl:2(top scope)>").keys("[1,").see("> [1,");
    let row = t.cursor().0;
    t.keys("\r");
    let end = std::time::Instant::now() + crate::terminal::DEADLINE;
    while t.cursor().0 <= row && std::time::Instant::now() < end {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    t.keys(CTRL_D).see("the evaluation was stopped").see("pprepl:3>");
}

#[test]
fn a_paste_is_one_input() {
    let mut t = Terminal::ready();
    t.paste("$x = 1\n$y = 2\n$x + $y").see("$x + $y").keys("\r").see("=> 3").see("pprepl:2>");
    assert!(!t.screen().contains("pprepl:3>"), "{}", t.screen());
}

#[test]
fn prompts_and_results_of_a_pasted_transcript_come_off() {
    let mut t = Terminal::ready();
    t.paste("pprepl:7> $x = 20\n=> 20\n   : Integer[20, 20]\npprepl:8> $x + 1").keys("\r");
    t.see("=> 21").see("pprepl:3>");
}

/// A transcript as a terminal shows it: a block, an error frame, a command, and a heredoc whose body looks like one.
const TRANSCRIPT: &str = "\
pprepl:1> $ports = [80, 443]
=> [80, 443]
   : Array[Integer[80, 443], 2, 2]
pprepl:2> $ports.map |$port| {
  \"listen ${port}\"
}
=> ['listen 80', 'listen 443']
   : Array[Enum['listen 443', 'listen 80'], 2, 2]
pprepl:3> $prots[0]
error[unset-variable]: unknown variable `$prots`
 --> input 3:1:1
  |
1 | $prots[0]
  | ^^^^^^
  |
  = help: did you mean `$ports`?
pprepl:3> $t = @(END)
  => kept
  pprepl:9> kept
  | END
=> \"=> kept\\npprepl:9> kept\\n\"
pprepl:4> 'last'
=> 'last'
";

#[test]
fn a_pasted_transcript_runs_input_by_input_up_to_an_error() {
    let mut t = Terminal::ready();
    t.line(":set gutter off").see("gutter = off");
    t.paste(TRANSCRIPT).see("$prots[0]\n$t = @(END)\n  => kept\n  pprepl:9> kept\n  | END\n'last'");
    assert!(!t.screen().contains("Array["), "nothing ran, and the answers are gone\n{}", t.screen());
    t.keys("\r").see("=> ['listen 80', 'listen 443']").see("did you mean `$ports`");
    t.see("2 more inputs did not run. Press Up to restore them.");
    assert!(!t.screen().contains("=> 'last'"), "{}", t.screen());
    t.keys(UP).see("pprepl:4> $t = @(END)").keys("\r").see("=> \"=> kept\\npprepl:9> kept\\n\"").see("=> 'last'");
}

#[test]
fn an_edited_transcript_keeps_its_inputs() {
    let mut t = Terminal::ready();
    t.paste(">> $a = 1\n => 1\n>> $b = 2\n => 2\n>> $a + $b\n => 3\n").see("$a + $b").keys(" + 10\r");
    t.see("pprepl:3> $a + $b + 10").see("=> 13").see("pprepl:4>");
}

#[test]
fn a_command_inside_an_open_input_does_not_run() {
    let mut t = Terminal::ready();
    t.line(":set gutter off").see("gutter = off");
    t.line("$x = 'it's'").see("unclosed string from line 1, character 11; Ctrl-C drops the input");
    t.keys(":help").see("':help' does not run inside the string from line 1, character 11; Ctrl-C drops the input");
    t.keys("\r").wait("the same below", |s| s.contains(":help\n  ':help' does not run inside the string"));
    t.keys(CTRL_C).line("[1,").line(":help").see("':help' does not run inside the [ from line 1, character 1");
    t.keys(CTRL_C).keys(UP).wait("a second copy", |s| s.matches("\n  :help").count() == 2).keys(CTRL_C);
    t.line("1 +").see("incomplete input; Ctrl-C drops it").keys("2\r").see("=> 3");
}

#[test]
fn an_empty_line_ends_the_code_of_a_command() {
    let mut t = Terminal::ready();
    t.line(":cst [1, 2").see("Enter runs the command").keys("\r").see("MISSING ']'").see("pprepl:1>");
}

#[test]
fn names_of_other_languages_fail_at_once() {
    let mut t = Terminal::ready();
    for (at, input) in ["5.", "file?", "Array<String>", "Array<Array<String>>", "[1].empty?"].into_iter().enumerate() {
        t.line(input).see(&format!("input {}", at + 1));
    }
    t.line("5 >").see("incomplete input").keys("4\r").see("=> true");
}

#[test]
fn the_completion_menu_is_left_by_any_key() {
    let mut t = Terminal::ready();
    t.keys("[1, 2].").keys(TAB).see("1 of 7").see("› all").see("Enter: insert, Esc: close");
    t.keys(CTRL_C).lose("› all").see("[1, 2].");
    t.keys(TAB).see("› all").keys("\u{1b}").lose("› all");
    t.keys(TAB).see("› all").keys("si").see("› size").keys("\r").lose("› size").keys("\r").see("=> 2");
    t.keys("[1, 2].").keys(TAB).see("› all").keys(DOWN).see("› any").keys(UP).see("› all").keys("x");
    t.lose("› all").see("[1, 2].x").keys(CTRL_C);
    t.keys("[3].s").keys(TAB).see("› s").keys(LEFT).lose("› s").keys(CTRL_C);
}

#[test]
fn control_c_drops_the_input_and_up_brings_it_back() {
    let mut t = Terminal::ready();
    t.keys("$lost = 'and found'").keys(CTRL_C).wait("a second prompt", |s| s.matches("pprepl:1>").count() == 2);
    t.keys(UP).wait("the input again", |s| s.matches("'and found'").count() == 2).keys("\r").see("=> 'and found'");
}

#[test]
fn a_fast_control_c_is_never_lost() {
    let mut t = Terminal::ready();
    for round in 0..40 {
        // Each Ctrl-C discards its line, however soon the next key comes.
        t.keys(&format!("[{round},")).see(&format!("[{round},"));
        t.keys(CTRL_C).keys(UP).keys(CTRL_C);
        std::thread::sleep(std::time::Duration::from_micros(37 * round));
        t.line(&format!("'kept{round}'.upcase")).see(&format!("'KEPT{round}'"));
    }
}

#[test]
fn control_c_stops_an_endless_loop() {
    let mut t = Terminal::ready();
    t.line("Integer[0, 9000000000000000000].each |$i| { $i + 1 }");
    t.wait("the evaluation to begin", |s| s.contains("$i + 1 }\n") || s.ends_with("$i + 1 }"));
    std::thread::sleep(std::time::Duration::from_millis(300));
    t.keys(CTRL_C).see("Stopped.");
    t.line("6 * 7").see("=> 42");
}

#[test]
fn control_c_twice_on_an_empty_line_leaves() {
    let mut t = Terminal::ready();
    t.keys(CTRL_C).see("Press Ctrl-C again").keys(CTRL_C);
    assert_eq!(t.end(), 0);
}

#[test]
fn control_d_leaves() {
    let mut t = Terminal::ready();
    t.keys(CTRL_D);
    assert_eq!(t.end(), 0);
}

#[test]
fn quit_leaves() {
    let mut t = Terminal::ready();
    t.line(":quit");
    assert_eq!(t.end(), 0);
}

#[test]
fn history_recalls_a_block_as_one_and_outlives_the_session() {
    let home = tempfile::tempdir().unwrap();
    let mut first = Terminal::start_in(home.path(), &[], &[]);
    first.see("pprepl:1>").line("if true {").line("'block'").line("}").see("=> 'block'").keys(CTRL_D);
    first.end();
    let mut second = Terminal::start_in(home.path(), &[], &[]);
    second.see("pprepl:1>").keys(UP).see("  'block'").see("{ 3").keys("\u{5}\r").see("=> 'block'");
}

#[test]
fn ctrl_r_picks_an_input_with_its_result() {
    let mut t = Terminal::ready();
    t.line("'needle' + ['hay']").see("pprepl:").line("2").see("=> 2");
    t.keys(CTRL_R).see("[all]").keys("ndlhay").see("1 of 2").see("error: ").keys("\r");
    t.wait("the input in the line", |s| s.matches("'needle'").count() >= 2 && !s.contains("[all]"));
}

#[test]
fn a_suggestion_is_accepted_whole_or_by_word() {
    let mut t = Terminal::ready();
    t.line("[10, 20].map |$n| { $n + 1 }").see("=> [11, 21]");
    t.keys("[10, 20].m")
        .see("ap |$n| { $n + 1 }")
        .keys("\u{1b}[C\r")
        .wait("the value again", |s| s.matches("=> [11, 21]").count() == 2);
    t.keys("[10, 20].m").see("ap |$n|").keys("\u{1b}f").keys("(5)").see("[10, 20].map(5)").keys(CTRL_C);
}

#[test]
fn up_after_typed_text_recalls_what_starts_with_it() {
    let mut t = Terminal::ready();
    t.line("'one' + 0").see("pprepl:").line("$b = 7").see("=> 7").line("'two'").see("=> 'two'");
    t.keys("$b")
        .keys(UP)
        .see("$b = 7")
        .keys("\u{1b}[B")
        .keys(".abs\r")
        .wait("the value", |s| s.matches("=> 7").count() == 2);
}

#[test]
fn undo_and_redo_go_word_by_word() {
    let mut t = Terminal::ready();
    t.line(":set suggestions off").see("suggestions = off");
    t.keys("[1, 2]").see("[1, 2]").keys("\u{1f}").wait("the first word", |s| !s.contains("2]"));
    t.keys("\u{1b}_").see("[1, 2]").keys("\r").see("=> [1, 2]");
}

#[test]
fn secrets_are_not_written_to_the_history() {
    let home = tempfile::tempdir().unwrap();
    let mut t = Terminal::start_in(home.path(), &[], &[]);
    t.see("pprepl:1>");
    for (number, input) in [
        "$s = Sensitive('hunter2')",
        "type Secret = Sensitive[String]",
        "$t = Secret('hunter2')",
        "Secret.new('hunter2')",
        "[Secret('hunter2')][1]",
        "type Hidden = Secret",
        "Hidden('hunter2')",
        "Hidden('hunter2') =~ Hidden",
        "function hide($x) { Secret($x) }",
        "hide('hunter2').type.string.length",
        "$t == 'hunter2'",
    ]
    .iter()
    .enumerate()
    {
        t.line(input).see(&format!("pprepl:{}>", number + 2));
    }
    t.line(":let t = 'hunter2'").see("hunter2").line("'kept'").see("=> 'kept'").keys(CTRL_D);
    t.end();
    let mut found = String::new();
    for path in walk(home.path()) {
        found.push_str(&std::fs::read_to_string(path).unwrap_or_default());
    }
    assert!(found.contains("kept"), "the history is written");
    assert!(!found.contains("hunter2"), "{found}");
}

fn walk(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.path() {
            path if path.is_dir() => files.extend(walk(&path)),
            path => files.push(path),
        }
    }
    files
}

#[test]
fn tab_completes_a_variable_inside_a_call() {
    let mut t = Terminal::ready();
    t.line("$greeting = 'hi'").see("=> 'hi'");
    t.keys("upcase($gree").keys(TAB).see("upcase($greeting").keys(")\r").see("=> 'HI'");
}

#[test]
fn tab_lists_functions_with_their_signatures() {
    let mut t = Terminal::ready();
    t.keys("reverse_e").keys(TAB).see("reverse_each").keys(CTRL_C);
    t.keys("[1].ma")
        .keys(TAB)
        .wait("a list", |s| s.contains("› map") && s.contains("max") && s.contains("lambda's results"));
}

#[test]
fn tab_completes_the_keys_of_a_hash() {
    let mut t = Terminal::ready();
    t.line("$h = {'family' => {'name' => 'Debian'}}").see("=> {");
    t.keys("$h['fam").keys(TAB).see("$h['family'").keys("]['n").keys(TAB).keys("]\r").see("=> 'Debian'");
}

#[test]
fn tab_completes_commands_and_their_arguments() {
    let mut t = Terminal::ready();
    t.keys(":tok").keys(TAB).see(":tokens").keys(CTRL_C);
    t.keys(":set edi").keys(TAB).see(":set edition").keys(" pup").keys(TAB).see("puppet8").keys("\r");
    t.see("edition = puppet8").see("pprepl puppet8:");
}

#[test]
fn a_preview_of_plain_data_is_shown_while_typing() {
    let mut t = Terminal::ready();
    t.keys("6 * 7").see("= 42 : Integer[42, 42]").keys(CTRL_C);
    t.keys("notice('x')").see("notice('x')");
    assert!(!t.screen().contains("Notice: x"), "a preview has no effect\n{}", t.screen());
}

#[test]
fn log_lines_are_shown_before_the_value() {
    let mut t = Terminal::ready();
    t.line("warning('careful')").see("Warning: careful").see("=> undef");
}

#[test]
fn a_failed_input_shows_its_place_and_leaves_no_trace() {
    let mut t = Terminal::ready();
    t.line("$kept = 1").see("=> 1");
    t.line("$gone = 2\u{1b}\r$nosuch").see("unset-variable").see("$nosuch");
    t.line("$gone").wait("both errors", |s| s.matches("unset-variable").count() == 2);
    t.line("$kept").see("pprepl:");
}

#[test]
fn code_is_coloured_while_typed_and_when_shown() {
    let mut t = Terminal::ready();
    t.keys("if true { 'text' }").see("'text'");
    let (keyword, string) = (t.color_of("if true"), t.color_of("'text'"));
    assert_ne!(keyword, vt100::Color::Default);
    assert_ne!(string, vt100::Color::Default);
    assert_ne!(keyword, string);
    // The name of a command is no code, and has no marks.
    t.keys(CTRL_C).keys(":type $nosuch + 'end'").see("'end'");
    assert_eq!((t.color_of(":type"), t.color_of("'end'")), (keyword, string));
}

#[test]
fn no_color_means_none() {
    let home = tempfile::tempdir().unwrap();
    let mut t = Terminal::start_in(home.path(), &[], &[("NO_COLOR", "1")]);
    t.see("pprepl:1>").line("'plain'").see("=> 'plain'").line("$nosuch").see("unset-variable");
    assert!(!t.raw().contains("\u{1b}[3"), "{:?}", t.raw());
    assert_eq!(t.color_of("'plain'"), vt100::Color::Default);
}

#[test]
fn a_resized_window_keeps_the_line() {
    let mut t = Terminal::ready();
    t.keys("'a line that is long enough to wrap when the window gets narrow'").see("narrow'");
    t.resize(40, 40);
    t.keys(".size").see(".size").keys("\r").see("=> 62");
}

#[test]
fn a_row_that_is_too_long_goes_on_below_its_last_column() {
    let mut t = Terminal::ready();
    t.resize(50, 60);
    t.line(":set pager off").see("pager = off");
    t.line(":help all").see("for details.");
    let screen = t.screen();
    let rows: Vec<&str> = screen.lines().collect();
    let at = rows.iter().position(|row| row.starts_with("  :theme [THEME]")).expect("the row of :theme");
    assert!(rows[at].ends_with("list the color themes, or"), "{screen}");
    assert_eq!(rows[at + 1].trim(), "select one");
    assert_eq!(rows[at].find("list"), rows[at + 1].find("select"), "{screen}");
}

#[test]
fn what_is_told_of_a_fault_is_broken_between_words() {
    let mut t = Terminal::ready();
    t.resize(40, 60);
    t.line("class c(String $a) { } class { 'c': a => 1 }").see("write '1'");
    let screen = t.screen();
    assert!(
        screen.contains("error[wrong-type]: Class[c]: parameter 'a' expects a String\n  value, got Integer\n"),
        "{screen}"
    );
    t.line("$a = { 'x' => 1 } $a['x'] = 2").see("= help: ");
}

#[test]
fn control_characters_of_a_value_never_reach_the_terminal() {
    let mut t = Terminal::ready();
    t.line("notice(\"a\\u{1b}[2Jb\\u{7}\\u{9b}31mc\")").see("Notice: a\\e[2Jb\\u{7}\\u{9b}31mc");
    t.line("\"\\u{1b}]0;title\\u{7}\"").see("title");
    assert!(!t.raw().contains("\u{1b}]0;title"), "{:?}", t.raw());
    assert!(!t.raw().contains("\u{1b}[2Jb"));
}

#[test]
fn commands_look_closer() {
    let mut t = Terminal::ready();
    t.line(":ast 1 + 2").see("(+ 1 2)");
    t.line(":tokens $a").see("VARIABLE");
    t.line(":hepl").see("did you mean ':help'?");
    t.line("::nosuch()").see("undefined-function");
}

#[test]
fn undo_and_redo_go_back_and_forth() {
    let mut t = Terminal::ready();
    t.line("$a = 'once'").see("=> 'once'").line(":undo").see("Undone: $a = 'once'");
    t.line("$a = 'twice'").see("=> 'twice'");
}

#[test]
fn the_editor_opens_the_line_and_brings_it_back() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("editor.sh");
    std::fs::write(&script, "#!/bin/sh\nsed -i 's/one/edited/' \"$1\"\n").unwrap();
    let editor = format!("sh {}", script.display());
    let mut t = Terminal::start_in(home.path(), &[], &[("EDITOR", &editor)]);
    t.see("pprepl:1>").keys("'one'").keys("\u{18}\u{5}").see("'edited'").keys("\r").see("=> 'edited'");
    t.line(":edit 1").wait("the input in the line", |s| s.matches("'edited'").count() >= 3);
}

#[test]
fn cursor_keys_edit_the_line() {
    let mut t = Terminal::ready();
    t.keys("12").keys(LEFT).keys(" + ").keys("\r").see("=> 3");
}

#[test]
fn deep_nesting_and_endless_recursion_are_told_and_survived() {
    let mut t = Terminal::ready();
    t.line("function f() { f() }").see("pprepl:2>").line("f()").see("error").see("pprepl:");
    t.line("'alive'").see("=> 'alive'");
}

#[test]
fn themes_and_key_bindings_change_at_once() {
    let mut t = Terminal::ready();
    t.line("'text'").see("=> 'text'");
    let before = t.color_of("'text'");
    t.line(":theme light").see("theme = light").line("'light'").see("=> 'light'");
    assert_ne!(t.color_of("=> 'light'"), before);
    t.line(":set keys vi").see("keys = vi");
    t.see("[I]").keys("12\u{1b}").see("[N]").keys("0iA").see("A12").keys("\u{3}");
}

#[test]
fn the_keys_of_vi_have_modes_text_objects_and_redo() {
    let mut t = Terminal::ready();
    t.line(":set keys vi").see("pprepl [I]:1>");
    t.keys("f(['one', 'two'])\u{1b}").see("pprepl [N]:1> f(['one', 'two'])");
    t.keys("F'ci[3\u{1b}").see("[N]:1> f([3])").keys("u").see("f(['one', 'two'])").keys(CTRL_R).see("f([3])");
    t.keys("v").see("[V]:1>").keys("\u{1b}").see("[N]:1>").keys("ddi1 + 2\r").see("=> 3").see("[I]:2>");
    t.keys("\u{1b}").see("[N]:2>").keys("k").see("1 + 2").keys("A0\r").see("=> 21");
}

#[test]
fn the_columns_that_a_margin_cuts_are_marked_while_typing() {
    let mut t = Terminal::ready();
    t.line("$t = @(END)").keys("    a").see("\n···│a").see("@(END) 2");
    t.line("").line("    | END").see("=> \"a\\n\"");
    t.wait("the plain input", |s| s.contains("\n    a\n    | END\n"));
}

#[test]
fn a_definition_is_edited_where_it_is() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("editor.sh");
    std::fs::write(&script, "#!/bin/sh\nsed -i 's/2/30/' \"$1\"\n").unwrap();
    std::fs::write(home.path().join("lib.pp"), "function from_file() { 2 }\n").unwrap();
    let editor = format!("sh {}", script.display());
    let mut t = Terminal::start_in(home.path(), &[], &[("EDITOR", &editor)]);
    t.see("pprepl:1>").line("function typed() { 2 }").see("pprepl:2>").line("$x = typed() + 1").see("=> 3");
    t.line(":edit typed").see("$x").line("typed()").see("=> 30");
    t.line(":load lib.pp").see("pprepl:").line(":edit from_file").see("lib.pp").line("from_file() + 1").see("=> 31");
    t.line(":edit nothing").see("unknown function, class or type 'nothing'");
}

#[test]
fn an_editor_that_changes_nothing_runs_nothing() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("editor.sh");
    std::fs::write(&script, "#!/bin/sh\nexit 0\n").unwrap();
    let editor = format!("sh {}", script.display());
    let mut t = Terminal::start_in(home.path(), &[], &[("EDITOR", &editor)]);
    t.see("pprepl:1>").line("function typed() { 2 }").see("pprepl:2>").line(":edit typed").see("Not changed.");
}

#[test]
fn a_fix_of_several_lines_is_offered_in_words() {
    let mut t = Terminal::ready();
    t.line("$port = 1").see("=> 1").line("$prot + 1").see("':fix' runs it as  $port + 1");
    t.line("$x =").line("$prot + 1").see("':fix' applies the fix and runs it again");
}

/// A script is a program by its mode, which Windows does not have.
#[cfg(unix)]
#[test]
fn editors_open_a_definition_at_its_line() {
    use std::os::unix::fs::PermissionsExt;
    let home = tempfile::tempdir().unwrap();
    let library = home.path().join("lib.pp");
    std::fs::write(&library, "# Two lines.\nfunction from_file() { 2 }\n").unwrap();
    // The editor starts in the directory of the session.
    let library = "lib.pp".to_owned();
    let known = [
        ("vi", format!("+2 {library}")),
        ("code", format!("--wait --goto {library}:2")),
        ("hx", format!("{library}:2")),
        ("other", library.clone()),
    ];
    for (name, expected) in known {
        let (script, given) = (home.path().join(name), home.path().join(format!("{name}.txt")));
        std::fs::write(&script, format!("#!/bin/sh\necho \"$*\" > {}\n", given.display())).unwrap();
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
        let mut t = Terminal::start_in(home.path(), &[], &[("EDITOR", &script.display().to_string())]);
        t.see("pprepl:1>")
            .line(":load lib.pp")
            .see("pprepl:2>")
            .line(":edit from_file")
            .line("'after'")
            .see("=> 'after'");
        let given = std::fs::read_to_string(&given).unwrap();
        assert!(given.trim_end().ends_with(&expected), "{name}: {given}, not {expected}");
    }
}

#[test]
fn the_plain_style_suggests_nothing() {
    let home = tempfile::tempdir().unwrap();
    let mut t = Terminal::start_in(home.path(), &["--style", "plain"], &[]);
    t.see("pprepl:1>").line("'abcdef'").see("Value: 'abcdef'").see("pprepl:2>");
    t.keys("'abc").keys("\u{1b}[C").keys("'\r").see("Value: 'abc'");
}

#[test]
fn the_history_of_a_project_is_offered_alone() {
    let home = tempfile::tempdir().unwrap();
    let entry = |text: &str, folder: &str| format!("{{\"at\":1,\"text\":\"{text}\",\"folder\":\"{folder}\"}}\n");
    let here = home.path().canonicalize().unwrap().display().to_string();
    let lines = entry("1 + 40", &here) + &entry("1 + 50", "/somewhere/else");
    std::fs::create_dir_all(home.path().join("pprepl")).unwrap();
    std::fs::write(home.path().join("pprepl/history.jsonl"), lines).unwrap();
    std::fs::write(home.path().join("metadata.json"), "{}").unwrap();
    let mut t = Terminal::start_in(home.path(), &[], &[]);
    t.see("pprepl:1>").keys(UP).see("1 + 50").keys("\u{15}").line(":set history project").see("history = project");
    t.keys(UP).keys(UP).see("1 + 40").keys("\r").see("=> 41");
}

#[test]
fn the_menu_has_a_page_of_the_selected_item() {
    let mut t = Terminal::ready();
    t.keys("[1].ma").keys(TAB).see("│").see("Example: ").keys("\u{1b}").lose("Example: ").keys(CTRL_C);
}

#[test]
fn a_long_value_is_laid_out_over_several_lines() {
    let mut t = Terminal::ready();
    t.line("Integer[1, 3].reduce({}) |$h, $i| { $h + {\"a long key for number ${i}\" => [$i, 'something of some length']} }");
    t.see("=> {\n  'a long key for number 1' => [1, 'something of some length'],");
}

#[test]
fn words_of_other_shells_are_understood() {
    let mut t = Terminal::ready();
    t.line("exit").see("Use ':quit' or Ctrl-D");
}

#[test]
fn keys_typed_ahead_wait_for_their_prompt() {
    let mut t = Terminal::ready();
    t.keys("Integer[1, 300000].reduce(0) |$a, $i| { $a + 1 }\r'next'\r\u{4}");
    assert_eq!(t.end(), 0);
    t.see("=> 300000").see("pprepl:2> 'next'\n=> 'next'");
}

// Signals and modes of a terminal are unix only.
#[cfg(unix)]
#[test]
fn the_terminal_is_given_back_as_it_was() {
    let home = tempfile::tempdir().unwrap();
    let mut t = Terminal::start_in(home.path(), &[], &[]);
    t.see("pprepl:1>").line("1 + 1").see("=> 2").keys(CTRL_D);
    t.end();
    assert!(t.is_cooked(), "echo and line mode are on again");
}

#[test]
fn the_type_of_what_is_not_run_is_shown_while_typing() {
    let mut t = Terminal::ready();
    t.keys("$port = 80 + 1").see(": Integer[81, 81]").keys("\r").see("=> 81");
    t.keys("notice($port =~ /8/)").see("operator '=~' expects String, found Integer").keys(CTRL_C);
    // A single number needs no preview.
    t.keys("0x10 + 1").see("= 17").keys("\u{7f}\u{7f}\u{7f}\u{7f}").lose("= 17").keys(CTRL_C);
    assert!(!t.raw().contains("= 16"), "{}", t.screen());
    t.line(":set hints off").keys("$other = 1.5");
    assert!(!t.screen().contains(": Float"), "{}", t.screen());
}

#[test]
fn a_key_puts_right_what_is_wrong() {
    let mut t = Terminal::ready();
    t.line("$port = 80").see("pprepl:2>");
    t.keys("[upcas('a') + $prot]").keys("\u{1b}.").see("[upcase('a') + $prot]");
    t.keys("\u{1b}.").see("[upcase('a') + $port]");
    t.keys(CTRL_C).keys("[1 2 3").keys("\u{1b}.").see("[1, 2, 3");
}

#[test]
fn after_a_failure_fix_is_offered() {
    let mut t = Terminal::ready();
    t.line("upcas('a')").see("':fix' runs it as  upcase('a')");
    t.line(":fix").see("upcase('a')").see("=> 'A'");
}

#[test]
fn the_fix_key_at_an_empty_prompt_shows_the_last_input_fixed() {
    let mut t = Terminal::ready();
    t.line("$port = 80").see("pprepl:2>");
    t.line("$prot + 1").see("':fix' runs it as  $port + 1");
    t.keys("\u{1b}.").see("- $prot + 1").see("+ $port + 1").see("Enter: run it");
    t.keys("\r").see("=> 81");
    t.line("$prot + 2").see("':fix' runs it as");
    t.keys("\u{1b}.").see("+ $port + 2").keys(CTRL_C);
    t.line("'dropped'").see("=> 'dropped'");
}

#[test]
fn a_preview_of_what_never_ends_is_given_up() {
    let mut t = Terminal::ready();
    for endless in [
        "Integer[0, 9000000000000000000].each |$i| { $i }",
        "Integer[0, 9000000000000000000].map |$i| { $i + 1 }",
        "Integer[0, 9000000000000000000].reduce |$a, $i| { $a }",
        "Integer[0, 9000000000000000000].filter |$i| { false }",
        "Integer[0, 9000000000000000000].all |$i| { true }",
    ] {
        t.keys(endless).see(endless).keys(CTRL_C);
    }
    t.line("'alive'").see("=> 'alive'");
}

#[test]
fn a_dumb_terminal_is_enough() {
    let home = tempfile::tempdir().unwrap();
    let mut t = Terminal::start_in(home.path(), &[], &[("TERM", "dumb")]);
    t.see("pprepl:1>").keys("6 * 7\n").see("=> 42").keys("if true {\n'x'\n}\n").see("=> 'x'").keys(CTRL_D);
    assert_eq!(t.end(), 0);
    assert!(!t.raw().contains('\u{1b}'), "{:?}", t.raw());
}

#[test]
fn files_and_code_may_go_first() {
    let home = tempfile::tempdir().unwrap();
    std::fs::write(home.path().join("site.pp"), "$a = 20\nnotice('loaded')\n").unwrap();
    let mut t = Terminal::start_in(home.path(), &["-i", "site.pp", "-e", "$b = 1"], &[]);
    t.see("Notice: loaded").see("pprepl:3>").line("$a + $b").see("=> 21");
}

#[test]
fn a_very_long_value_is_cut() {
    let mut t = Terminal::ready();
    t.line(":set output_lines 5").see("output_lines = 5");
    t.line("Integer[1, 500].map |$i| { $i }").see("more lines; ':out' shows all");
    t.line("Integer[1, 500].map |$i| { 'abcde' }.join(\"\\n\")").see("more characters; ':out' shows all");
    t.line(":out 1").see("498, 499, 500]");
}

#[test]
fn an_empty_line_of_a_block_tells_what_is_open() {
    let mut t = Terminal::ready();
    t.line("if true {")
        .see("unclosed { from line 1, character 9; Ctrl-C drops the input")
        .keys(CTRL_C)
        .lose("unclosed");
    t.line("$t = @(END)").see("missing end tag of @(END) from line 1, character 6; Ctrl-C drops").keys(CTRL_C);
    t.line("$x = 'it").see("unclosed string from line 1").keys(CTRL_C);
    t.line("/* a")
        .see("unclosed comment from line 1, character 1; Ctrl-C drops the input")
        .keys(CTRL_C)
        .lose("unclosed");
    t.line("$x = \"it").see("unclosed string from line 1, character 6").keys(CTRL_C).lose("unclosed");
    t.line("f(").see("unclosed ( from line 1, character 2").keys(CTRL_C).lose("unclosed");
    t.line("[1,").line("").see("unclosed [ from line 1").keys("2]\r").see("=> [1, 2]");
}

#[test]
fn a_command_inside_an_open_input_names_what_is_open() {
    for (open, inside) in [
        ("/* a", "comment from line 1, character 1"),
        ("$t = @(END)", "heredoc from line 1, character 6"),
        ("$x = 'it", "string from line 1, character 6"),
        ("[1,", "[ from line 1, character 1"),
    ] {
        let mut t = Terminal::ready();
        t.resize(30, 120).line(open).line(":vars").see(&format!("':vars' does not run inside the {inside}"));
    }
}

/// The classes, functions and data of an environment are known at the prompt; a wrong one is an error.
#[test]
fn an_environment_may_go_first() {
    let folder = tempfile::tempdir().unwrap();
    let put = |path: &str, text: &str| {
        let path = folder.path().join("production").join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    put("hiera.yaml", "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n");
    put("data/common.yaml", "web::port: 8080\n");
    put("modules/web/manifests/init.pp", "class web(Integer $port = 80) { notice(\"port ${port}\") }\n");
    put("manifests/site.pp", "notice('site')\n$site = 5\n");
    let environment = folder.path().join("production").display().to_string();
    let home = tempfile::tempdir().unwrap();
    let mut t = Terminal::start_in(home.path(), &["-i", "--environment", &environment], &[]);
    t.see("Notice: site").see("pprepl:");
    t.line("include web").see("Notice: port 8080");
    t.line("$site + lookup('web::port')").see("=> 8085");
    let nowhere = folder.path().join("nowhere").display().to_string();
    let mut t = Terminal::start_in(home.path(), &["-i", "--environment", &nowhere], &[]);
    t.see("error: ").see("nowhere").see("pprepl:");
    t.line("1 + 1").see("=> 2");
}

#[test]
fn names_and_faults_are_marked_while_typing() {
    let mut t = Terminal::ready();
    t.line("$known = 1").see("pprepl:2>");
    // Underlined: a variable that nobody has set, and a word that cannot stand there.
    t.keys("$known + $nosuch + 1").see("$nosuch + 1");
    let underlined = |t: &Terminal, text: &str| {
        t.raw().split("\u{1b}[4;").any(|rest| rest.split_once('m').is_some_and(|(_, rest)| rest.starts_with(text)))
    };
    assert!(underlined(&t, "$nosuch"), "{:?}", t.raw());
    assert!(!underlined(&t, "$known"), "{:?}", t.raw());
    t.keys(CTRL_C).see("pprepl:2>").keys("$x = = 3").see("$x = = 3  ").see("write one `=` to set a variable");
}

const ALT_UP: &str = "\u{1b}[1;3A";
const ALT_DOWN: &str = "\u{1b}[1;3B";
const BACKSPACE: &str = "\u{7f}";

#[test]
fn alt_equals_aligns_the_arrows() {
    let mut t = Terminal::ready();
    t.line(":set gutter off").see("gutter = off");
    t.paste("$h = {\n  'a' => 1,\n  'long' => 2,\n  'x'=>3,\n}").see("'x'=>3").keys("\u{1b}=");
    t.see("  'a'    => 1,\n  'long' => 2,\n  'x'    =>3,").keys("\r").see("=> {'a' => 1, 'long' => 2, 'x' => 3}");
}

#[test]
fn an_input_is_formatted_on_demand() {
    let mut t = Terminal::ready();
    t.keys("$a=[1 ,2]").see("$a=[1 ,2]").keys("\u{18}\u{6}").see("$a = [1, 2]").keys("\r").see("=> [1, 2]");
}

#[test]
fn a_selection_grows_shrinks_and_goes() {
    let mut t = Terminal::ready();
    t.keys("$x = 1 + 23 * 4").see("23 * 4").keys(LEFT).keys(LEFT).keys(LEFT).keys(LEFT);
    // 23, then 23 * 4, then the sum; one less again, and away with it.
    t.keys(ALT_UP).keys(ALT_UP).keys(ALT_UP).keys(ALT_DOWN).keys(BACKSPACE).see("$x = 1 +");
    t.lose("23").keys("2\r").see("=> 3");
}

#[test]
fn a_bracket_goes_around_the_selection() {
    let mut t = Terminal::ready();
    t.keys("1 + 2").see("1 + 2").keys(ALT_UP).keys(ALT_UP).keys("[").see("pprepl:1> [1 + 2]").keys("\r").see("=> [3]");
}

#[test]
fn brackets_and_quotes_close_when_wanted() {
    let mut t = Terminal::ready();
    t.line(":set autoclose on").see("pprepl:1>").line(":set gutter off").see("gutter = off");
    t.keys("['a', {").see("['a', {}]").keys("1 => \"x${").see("{1 => \"x${}\"}]").keys("1 + 1}\"}]\r");
    t.see("=> ['a', {1 => 'x2'}]").see("pprepl:2>");
    t.keys("[3].map |")
        .see("||")
        .keys("$x| {")
        .see("|$x| {}")
        .keys(BACKSPACE)
        .lose("{}")
        .keys("{\r$x * 2")
        .see("\n  $x * 2\n}");
    t.keys("\r}\r").see("=> [6]");
    t.keys("'it is \"(\" here'\r").see("=> 'it is \"(\" here'");
}

#[test]
fn brackets_do_not_close_by_default() {
    let mut t = Terminal::ready();
    t.line(":set suggestions off").see("suggestions = off");
    t.keys("[1, (2").see("[1, (2");
    assert!(!t.screen().contains(')'), "{}", t.screen());
}

#[test]
fn notes_are_shown_when_wanted() {
    let mut t = Terminal::ready();
    t.line(":set notes on").see("pprepl:1>").keys("$y = a == A").see("a without `$` or quotes is the string 'a'");
}

#[test]
fn a_line_becomes_a_comment_and_code_again() {
    let mut t = Terminal::ready();
    t.keys("1 + 1").see("1 + 1").keys("\u{1b};").see("pprepl:1> # 1 + 1").keys("\u{1b};").see("pprepl:1> 1 + 1");
    t.keys("\r").see("=> 2");
}

#[test]
fn marks_are_seen_without_colours() {
    for variables in [[("NO_COLOR", "1")], [("TERM", "vt220")]] {
        let home = tempfile::tempdir().unwrap();
        let mut t = Terminal::start_in(home.path(), &[], &variables);
        t.see("pprepl:1>").keys("$nosuch + $1 + (2)").see("(2)");
        let raw = t.raw();
        for marked in ["\u{1b}[4m$nosuch", "\u{1b}[1m$1", "\u{1b}[1;4m(", "\u{1b}[1;4m)"] {
            assert!(raw.contains(marked), "{marked:?} in {raw:?}");
        }
        t.keys(CTRL_C).keys("$x = = 3").see("write one `=` to set a variable");
        assert!(t.raw().contains("\u{1b}[4m="), "{:?}", t.raw());
        t.keys(CTRL_C).keys("1 + 23").see("23").keys(ALT_UP).keys("x").see("23x");
        assert!(t.raw().contains("\u{1b}[7m23"), "{:?}", t.raw());
        assert!(!t.raw().contains("\u{1b}[3"), "no colour: {:?}", t.raw());
    }
}

#[test]
fn pastes_are_marked_all_the_while() {
    let mut t = Terminal::ready();
    t.line("1 + 1").see("=> 2").see("pprepl:2>").paste("if true {\n  'pasted'\n}").keys("\r").see("pprepl:3>");
    // Stopped and going on, pprepl gives the terminal back and takes it again.
    t.keys("\u{1a}").keys("'on'\r").see("=> 'on'");
    let raw = t.raw();
    assert!(raw.contains("\u{1b}[?2004l"), "{raw:?}");
    assert!(raw.rfind("\u{1b}[?2004h") > raw.rfind("\u{1b}[?2004l"), "{raw:?}");
    t.keys(CTRL_D).end();
    assert!(t.raw().trim_end().ends_with("\u{1b}[?2004l"), "{:?}", t.raw());
}

#[test]
fn the_fix_of_a_note_is_offered() {
    let mut t = Terminal::ready();
    t.line("$l = [1 -1]").see("spaced-minus").see("':fix' runs it as  $l = [1, -1]");
    t.keys("\u{1b}.").see("+ $l = [1, -1]").see("Enter: run it").keys("\r").see("=> [1, -1]");
    t.line("'1' == 1").see("never-equal").line(":fix").see("=> true");
}
