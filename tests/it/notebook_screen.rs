//! The notebook on a screen of memory: every pane and every dialog at the sizes of common terminals, and what keys do.

use crate::screen;

use pprepl::tui::key::Chord;
use ratatui::crossterm::event::{Event, KeyEvent};
use screen::Screen;

/// A lesson with something for every pane.
const LESSON: &str = r#"# %% [markdown]
# # Lesson
#
# What a cell sets, the cells *below* know.

# %%
$name = 'world'
$ports = [80, 443, 8080]

# %% greeting
$text = @("END"/n)
    Hello ${name},\n
      you have ${ports.length} ports.
    | END
$text

# %%
if 'web-42.example.com' =~ /^(\w+)-(\d+)/ {
  notice("group ${1}")
  [$1, Integer($2)]
}

# %%
file { '/etc/motd': ensure => file, content => $text }

# %%
$hosts = [{ 'name' => 'web', 'up' => true }, { 'name' => 'db', 'up' => false }]
"#;

/// Goes to the cell with this number and to a place in its text.
fn go(screen: &mut Screen, cell: usize, downs: usize) {
    screen.keys("g g");
    for _ in 1..cell {
        screen.keys("j");
    }
    screen.keys("enter");
    for _ in 0..downs {
        screen.keys("down");
    }
}

/// A snapshot of the screen at both sizes, looks included.
fn shown(name: &str, prepare: impl Fn(&mut Screen)) {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut screen = Screen::of(LESSON, width, height);
        prepare(&mut screen);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), screen.styled());
    }
}

#[test]
fn the_first_screen() {
    shown("first", |_| {});
}

#[test]
fn the_type_pane() {
    shown("pane_type", |screen| {
        go(screen, 2, 1);
        screen.keys("end left left");
    });
}

#[test]
fn the_heredoc_pane() {
    shown("pane_heredoc", |screen| {
        go(screen, 3, 1);
        screen.keys("alt-2");
    });
}

#[test]
fn the_tokens_pane() {
    shown("pane_tokens", |screen| {
        go(screen, 2, 1);
        screen.keys("alt-4");
    });
}

#[test]
fn the_tree_pane() {
    shown("pane_tree", |screen| {
        go(screen, 2, 1);
        screen.keys("alt-5");
    });
}

#[test]
fn the_scope_pane() {
    shown("pane_scope", |screen| {
        go(screen, 4, 1);
        screen.keys("alt-6");
    });
}

#[test]
fn the_log_pane() {
    shown("pane_log", |screen| {
        screen.keys("alt-9");
    });
}

#[test]
fn the_trace_pane() {
    shown("pane_trace", |screen| {
        go(screen, 4, 1);
        screen.keys("f11");
        screen.keys("alt-o right right");
    });
}

#[test]
fn the_help_pane() {
    shown("pane_help", |screen| {
        go(screen, 4, 1);
        screen.keys("end left left left alt-0");
    });
}

#[test]
fn the_captures_pane() {
    shown("pane_captures", |screen| {
        go(screen, 4, 0);
        screen.keys("end left left left alt-3");
    });
}

#[test]
fn a_match_lives_on_in_the_cells_below() {
    let mut screen = Screen::of("# %%\n'abc' =~ /b(.)/\n\n# %%\n$1\n", 120, 40);
    screen.keys("alt-3 j");
    assert!(screen.text().contains("After the last run, set in cell 1"), "{}", screen.text());
    screen.keys("k enter end left").types("?").keys("esc j");
    assert!(screen.text().contains("set in cell 1"), "{}", screen.text());
}

#[test]
fn the_epp_pane() {
    const TEMPLATE: &str = "# %%\n$hosts = ['web', 'db']\n\n# %%\n$text = inline_epp(@(END), { 'hosts' => $hosts })\n  <%- | Array $hosts | -%>\n  # hosts\n  <% $hosts.each |$host| { -%>\n  host <%= $host %>\n  <% } -%>\n  | END\n";
    for (width, height) in [(80, 24), (120, 40)] {
        let mut screen = Screen::of(TEMPLATE, width, height);
        go(&mut screen, 2, 4);
        screen.keys("alt-7");
        insta::assert_snapshot!(format!("pane_epp_{width}x{height}"), screen.styled());
    }
}

#[test]
fn the_catalog_pane() {
    shown("pane_catalog", |screen| {
        go(screen, 5, 0);
        screen.keys("alt-8");
    });
}

/// Resources with containment, both kinds of edges and a circle.
const SITE: &str = "# %%
class web($port = 80) {
  package { 'nginx': ensure => installed }
  file { '/etc/nginx.conf': content => \"listen ${port}\", require => Package['nginx'] }
  service { 'nginx': ensure => running, subscribe => File['/etc/nginx.conf'] }
}

# %%
include web
notify { 'done': require => Class['web'] }
";

#[test]
fn the_catalog_as_a_graph() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut screen = Screen::of(SITE, width, height);
        screen.keys("alt-8 alt-o g down down");
        insta::assert_snapshot!(format!("pane_graph_{width}x{height}"), screen.styled());
    }
}

#[test]
fn a_circle_of_edges_in_the_graph() {
    for (width, height) in [(80, 24), (120, 40)] {
        let text = format!("{SITE}\n# %%\nNotify['done'] -> Package['nginx']\n");
        let mut screen = Screen::of(&text, width, height);
        screen.keys("alt-8 alt-o g");
        insta::assert_snapshot!(format!("pane_graph_circle_{width}x{height}"), screen.styled());
    }
}

#[test]
fn the_catalog_is_filtered_and_one_resource_opened() {
    for (width, height) in [(80, 24), (120, 40)] {
        let mut screen = Screen::of(SITE, width, height);
        screen.keys("alt-8 alt-o /").types("ngi");
        insta::assert_snapshot!(format!("dialog_filter_{width}x{height}"), screen.styled());
        screen.keys("enter down down enter down");
        insta::assert_snapshot!(format!("pane_resource_{width}x{height}"), screen.styled());
    }
}

#[test]
fn lines_of_the_catalog_lead_to_resources_and_to_where_they_are_declared() {
    let mut screen = Screen::of(SITE, 120, 40);
    screen.keys("alt-8 alt-o /").types("service").keys("enter down enter");
    assert!(screen.text().contains("subscribe => File['/etc/nginx.conf']"), "{}", screen.text());
    // Its second line says where it was declared.
    screen.keys("down down enter");
    assert!(screen.text().contains("4:1  code 1/2"), "{}", screen.text());
    screen.keys("alt-o backspace");
    assert!(screen.text().contains("1 of 5 resources match 'service'"), "{}", screen.text());
    screen.keys("/").keys("esc");
    assert!(screen.text().contains("match 'service'"), "a filter that is given up leaves the old one");
}

#[test]
fn the_mouse_opens_a_resource_and_goes_to_where_it_is_declared() {
    let mut screen = Screen::of(SITE, 120, 40);
    screen.keys("alt-8 j down");
    let row_of = |screen: &Screen, text: &str| {
        let rows: Vec<u16> =
            (0u16..).zip(screen.text().lines()).filter(|(_, line)| line.contains(text)).map(|(row, _)| row).collect();
        *rows.first().unwrap_or_else(|| panic!("no {text} in\n{}", screen.text()))
    };
    let row = row_of(&screen, "Service['nginx']  cell");
    screen.click(80, row);
    assert!(screen.text().contains("ensure    => 'running'"), "{}", screen.text());
    let row = row_of(&screen, "declared");
    screen.click(80, row);
    assert!(screen.text().contains("4:1  code 1/2"), "{}", screen.text());
}

#[test]
fn lines_of_the_scope_and_of_the_log_lead_to_their_cells() {
    let mut screen = Screen::of("# %%\n$a = 1\n$b = 2\n\n# %%\nnotice($b)\n", 120, 40);
    screen.keys("j alt-6 alt-o alt-o");
    let variable = |screen: &Screen| screen.text().lines().any(|line| line.contains("$b = 2  Integer  cell 1"));
    assert!(variable(&screen), "{}", screen.text());
    screen.keys("down down down enter");
    assert!(screen.text().contains("2:1  code 1/2"), "{}", screen.text());
    screen.keys("alt-9 alt-o alt-o down enter");
    assert!(screen.text().contains("1:1  code 2/2"), "{}", screen.text());
}

#[test]
fn choosing_a_node_takes_the_cursor_to_its_text_and_leaving_takes_it_back() {
    let mut screen = Screen::of("# %%\n$a = [1, 22, 333]\n", 120, 40);
    screen.keys("end alt-5 alt-o");
    let places: Vec<String> = (0..12)
        .map(|_| {
            screen.keys("down");
            screen.text().lines().find(|line| line.contains("code 1/1")).unwrap_or_default().trim().to_owned()
        })
        .collect();
    assert!(places.iter().any(|place| place.ends_with("1:10  code 1/1")), "the cursor comes to 22: {places:?}");
    screen.keys("esc");
    assert!(screen.text().contains("1:18  code 1/1"), "{}", screen.text());
    screen.keys("alt-o down enter");
    assert!(!screen.text().contains("1:18  code 1/1"), "enter stays there: {}", screen.text());
}

#[test]
fn values_that_make_puppet_refuse_the_file_are_told_and_mended() {
    let text = "# %%\n$a = [1, 2]\n$a\n\n# %%\nif $a[0] == 1 { 'one' }\n\n# %%\n@(END)\n  text\n  | END\n\n# %%\n$a\n";
    let mut screen = Screen::of(text, 80, 40);
    assert_eq!(screen.text().matches("value unused").count(), 3, "{}", screen.text());
    screen.keys("ctrl-s");
    assert!(screen.text().contains("Puppet rejects it as one manifest: cells 1, 2"), "{}", screen.text());
    screen.keys("f2").types("manifest").keys("enter");
    insta::assert_snapshot!("dialog_manifest_80x40", screen.styled());
    screen.keys("enter");
    let texts =
        |screen: &Screen| screen.app.workspace().cells().iter().map(|cell| cell.text.clone()).collect::<Vec<_>>();
    let named = [
        "$a = [1, 2]\n$value_1 = $a",
        "$value_2 = if $a[0] == 1 { 'one' }",
        "$value_3 = @(END)\n  text\n  | END",
        "$a",
    ];
    assert_eq!(texts(&screen), named);
    assert!(screen.text().contains("⇒ 'one'") && !screen.text().contains("value unused"), "{}", screen.text());
    screen.keys("ctrl-s");
    assert!(!screen.text().contains("rejects"), "{}", screen.text());
    screen.keys("esc u").keys("f2").types("manifest").keys("enter down enter");
    let logged =
        ["$a = [1, 2]\nnotice($a)", "notice(if $a[0] == 1 { 'one' })", "notice(@(END))\n  text\n  | END", "$a"];
    assert_eq!(texts(&screen), logged);
    assert!(screen.text().contains("notice: one"), "{}", screen.text());
}

#[test]
fn the_palette() {
    shown("dialog_palette", |screen| {
        screen.keys("f2").types("fold");
    });
}

#[test]
fn the_help() {
    shown("dialog_help", |screen| {
        screen.keys("f1");
    });
}

#[test]
fn the_keys() {
    shown("dialog_keys", |screen| {
        screen.keys("alt-k");
    });
}

#[test]
fn the_themes_are_shown_at_once() {
    shown("dialog_theme", |screen| {
        screen.keys("f12 down");
    });
}

#[test]
fn the_table_of_contents() {
    shown("dialog_contents", |screen| {
        screen.keys("alt-i");
    });
}

#[test]
fn finding() {
    shown("dialog_find", |screen| {
        screen.keys("ctrl-f").types("name");
    });
}

#[test]
fn replacing() {
    shown("dialog_replace", |screen| {
        screen.keys("alt-f").types("$name").keys("enter").types("$who");
    });
}

#[test]
fn going_to_a_line() {
    shown("dialog_line", |screen| {
        screen.keys("ctrl-g").types("12");
    });
}

#[test]
fn opening_another_file() {
    shown("dialog_open", |screen| {
        screen.keys("ctrl-o").types("other.pp");
    });
}

#[test]
fn a_title_for_a_cell() {
    shown("dialog_title", |screen| {
        screen.keys("j j t");
    });
}

#[test]
fn the_sets_of_keys() {
    shown("dialog_key_sets", |screen| {
        screen.app.dispatch(pprepl::tui::action::Action::KeySet);
        screen.draw();
    });
}

#[test]
fn a_file_that_others_wrote() {
    shown("dialog_overwrite", |screen| {
        go(screen, 2, 0);
        screen.types("# a note\n");
        std::fs::write(screen.app.workspace().path().unwrap(), "theirs").unwrap();
        screen.keys("ctrl-s");
    });
}

#[test]
fn exporting() {
    shown("dialog_export", |screen| {
        screen.keys("alt-x");
    });
}

#[test]
fn leaving_with_changes() {
    shown("dialog_leave", |screen| {
        go(screen, 2, 0);
        screen.types("# a note\n").keys("ctrl-q");
    });
}

#[test]
fn the_value_explorer() {
    shown("dialog_explore", |screen| {
        go(screen, 6, 0);
        screen.keys("alt-v");
    });
}

#[test]
fn keys_to_come_of_a_chord() {
    shown("which_key", |screen| {
        screen.keys("j d");
    });
}

#[test]
fn proposals() {
    shown("proposals", |screen| {
        go(screen, 2, 1);
        screen.keys("end").types("\n$ports.fil");
    });
}

#[test]
fn the_page_of_a_proposal_is_below_the_list_on_a_narrow_screen() {
    let mut screen = Screen::of("# %%\n$h = 1\n", 80, 24);
    screen.keys("enter end").types("\nspl").keys("down");
    let text = screen.text();
    assert!(text.contains("│split  split(String $text, String $pattern)"), "{text}");
    assert!(text.contains("│Splits a string where a pattern matches") && text.contains("│or split("), "{text}");
    let (list, page) = (text.find("│split  split("), text.find("│function"));
    assert!(list.is_some() && list < page, "{text}");
}

#[test]
fn a_quote_that_closes_a_string_proposes_nothing() {
    let mut screen = Screen::of("# %%\n$h = {'port' => 80}\n", 80, 24);
    screen.keys("end").types("\n$a = 'web'");
    assert!(!screen.text().contains("abs("), "{}", screen.text());
    screen.types("\n$h['");
    assert!(screen.text().contains("│'port'"), "the keys: {}", screen.text());
}

#[test]
fn the_signature_of_the_call_that_is_being_typed() {
    shown("signature", |screen| {
        go(screen, 2, 1);
        screen.keys("end").types("\nregsubst($name, ");
    });
    let mut screen = Screen::of(LESSON, 80, 24);
    go(&mut screen, 2, 1);
    screen.keys("end").types("\nregsubst($name, ");
    assert!(screen.text().contains("one of"), "{}", screen.text());
    screen.keys("left");
    assert!(!screen.text().contains("one of"), "it goes away when the cursor is moved: {}", screen.text());
}

#[test]
fn small_screens_show_one_thing_at_a_time() {
    let mut screen = Screen::of(LESSON, 40, 12);
    insta::assert_snapshot!("small_40x12", screen.text());
    screen.keys("alt-o");
    insta::assert_snapshot!("small_pane_40x12", screen.text());
    screen.keys("esc f1");
    insta::assert_snapshot!("small_help_40x12", screen.text());
    for (width, height) in [(20, 5), (5, 3), (1, 1), (300, 100)] {
        screen.resize(width, height);
    }
}

#[test]
fn an_edited_cell_runs_when_it_is_left_and_so_does_what_needs_it() {
    let mut screen = Screen::of("# %%\n$a = 1\n\n# %%\n$b = $a + 1\n\n# %%\n$c = 10\n", 80, 24);
    assert!(screen.text().contains("⇒ 2"), "{}", screen.text());
    screen.keys("enter end backspace").types("41");
    assert!(screen.text().contains("1*"), "not run yet: {}", screen.text());
    screen.keys("esc");
    assert!(screen.text().contains("⇒ 42"), "{}", screen.text());
}

#[test]
fn what_needs_an_edited_cell_is_marked_where_nothing_runs_by_itself() {
    let mut screen = Screen::of("# %%\n$a = 1\n\n# %%\n$b = $a + 1\n\n# %%\n$c = 10\n", 80, 24);
    screen.keys("alt-r enter end backspace").types("7").keys("alt-enter");
    assert!(screen.text().contains("⇒ 7"), "{}", screen.text());
    assert!(screen.text().contains("2~"), "{}", screen.text());
    assert!(screen.text().contains("⇒ 2"), "the old value stays in sight: {}", screen.text());
    screen.keys("f7");
    assert!(screen.text().contains("⇒ 8"), "{}", screen.text());
}

#[test]
fn all_cells_fold_and_unfold_together() {
    let mut screen = Screen::of("# %%\n$a = 1\n\n# %%\n$b = 2\n", 80, 24);
    let folded = |screen: &Screen| screen.app.workspace().cells().iter().map(|cell| cell.folded).collect::<Vec<_>>();
    screen.keys("F");
    assert_eq!(folded(&screen), [true, true]);
    screen.keys("F");
    assert_eq!(folded(&screen), [false, false]);
    screen.keys("f F");
    assert_eq!(folded(&screen), [true, true], "one open cell is enough to fold all");
}

#[test]
fn cells_come_go_move_and_come_back() {
    let mut screen = Screen::of("# %%\n$a = 1\n\n# %%\n$b = 2\n", 80, 24);
    let texts =
        |screen: &Screen| screen.app.workspace().cells().iter().map(|cell| cell.text.clone()).collect::<Vec<_>>();
    assert_eq!(texts(&screen), ["$a = 1", "$b = 2"]);
    screen.keys("d d");
    assert_eq!(texts(&screen), ["$b = 2"]);
    screen.keys("u");
    assert_eq!(texts(&screen), ["$a = 1", "$b = 2"]);
    screen.keys("alt-shift-down");
    assert_eq!(texts(&screen), ["$b = 2", "$a = 1"]);
    screen.keys("a").types("$c = 3");
    assert_eq!(texts(&screen), ["$b = 2", "$c = 3", "$a = 1"]);
    screen.keys("esc alt-m");
    assert_eq!(texts(&screen), ["$b = 2", "$c = 3\n$a = 1"]);
    screen.keys("enter home alt-s");
    assert_eq!(texts(&screen).len(), 3);
    screen.keys("esc");
    for _ in 0..40 {
        screen.keys("u");
    }
    assert_eq!(texts(&screen), ["$a = 1", "$b = 2"]);
    for _ in 0..40 {
        screen.keys("ctrl-r");
    }
    assert_eq!(texts(&screen).len(), 3);
}

#[test]
fn the_mouse_puts_the_cursor_and_scrolls() {
    let mut screen = Screen::of(LESSON, 120, 40);
    screen.click(10, 7);
    assert_eq!(screen.app.workspace().cell(screen.app.current()).unwrap().text.lines().next(), Some("$name = 'world'"));
    let before = screen.text();
    screen.wheel(10, 10, true);
    assert_ne!(screen.text(), before);
}

#[test]
fn control_characters_are_shown_and_never_sent() {
    let text = "# %%\n$a = \"\\u{1b}[2J\\u{7}\"\nnotice($a)\n$a\n";
    let mut screen = Screen::of(text, 80, 24);
    screen.keys("enter").paste("# \u{1b}]0;title\u{7}\u{202e}\n");
    for y in 0..24 {
        for x in 0..80 {
            let cell = screen.buffer().cell(ratatui::layout::Position::new(x, y)).unwrap();
            assert!(!cell.symbol().chars().any(|ch| ch.is_control() || ch == '\u{202e}'), "{:?}", cell.symbol());
        }
    }
}

#[test]
fn what_is_sensitive_never_reaches_the_screen() {
    let text = "# %%\n$s = Sensitive(['hunt', 'er2'].join)\n\n# %%\nnotice($s)\n[$s, \"x ${s}\"]\n\n# %%\nfile { '/x': content => $s }\n";
    let mut screen = Screen::of(text, 120, 40);
    for pane in 0..10 {
        screen.keys(&format!("alt-{pane}"));
        assert!(!screen.text().contains("hunter2"), "{}", screen.text());
    }
    // The resource itself, the graph, and what is found before a cell runs.
    let hidden = |screen: &Screen| assert!(!screen.text().contains("hunter2"), "{}", screen.text());
    screen.keys("alt-8 esc g g j j alt-o down enter");
    assert!(screen.text().contains("content => "), "{}", screen.text());
    hidden(&screen);
    screen.keys("g");
    hidden(&screen);
    screen.keys("esc enter end").types("\n$t = $s + 1\n$u = $s.unwrap + 1 ");
    hidden(&screen);
}

#[test]
fn a_running_cell_is_stopped() {
    let mut screen = Screen::of("# %%\n1\n", 80, 24);
    screen.keys("enter end backspace").types("Integer[1, 1000000000].each |$x| { $x }");
    screen.app.dispatch(pprepl::tui::action::Action::Run);
    std::thread::sleep(std::time::Duration::from_millis(50));
    screen.draw();
    screen.keys("ctrl-c");
    assert!(screen.text().contains("was stopped"), "{}", screen.text());
}

/// Runs the second cell, and waits until it computes.
fn run_second(screen: &mut Screen) {
    screen.app.dispatch(pprepl::tui::action::Action::Run);
    let end = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !screen.text().contains("▶ cell 2") && std::time::Instant::now() < end {
        std::thread::sleep(std::time::Duration::from_millis(5));
        screen.app.listen();
        screen.draw();
    }
}

/// Presses keys without waiting for the evaluator.
fn press(screen: &mut Screen, keys: &str) {
    for key in Chord::parse(keys).unwrap().0 {
        screen.app.terminal(Event::Key(KeyEvent::new(key.code, key.held)));
    }
    screen.draw();
}

#[test]
fn panes_answer_from_before_the_run_while_a_cell_computes() {
    let text = "# %%\n$a = 41\nnotify { 'n': }\n\n# %%\n1\n";
    let mut screen = Screen::of(text, 120, 40);
    screen.keys("alt-8 j enter end backspace").types("Integer[1, 1000000000].each |$x| { $x }");
    run_second(&mut screen);
    // The cursor goes on; the evaluator does not answer now.
    press(&mut screen, "home right");
    let told = screen.text();
    assert_eq!(told.matches("(before the run)").count(), 2, "{told}");
    assert!(told.contains("Notify['n']") && told.contains("$a = 41"), "{told}");
    screen.keys("ctrl-c");
    assert!(!screen.text().contains("(before the run)"), "{}", screen.text());
}

#[test]
fn a_pane_keeps_its_text_while_a_cell_computes() {
    let mut screen = Screen::of("# %%\nnotice(1)\n\n# %%\n1\n", 120, 40);
    screen.keys("alt-0 j enter end backspace").types("Integer[1, 1000000000].each |$x| { $x }").keys("home");
    assert!(screen.text().contains("Help ─"), "{}", screen.text());
    run_second(&mut screen);
    press(&mut screen, "left right");
    assert!(screen.text().contains("(before the run)"), "{}", screen.text());
    assert!(!screen.text().contains("A cell is running"), "{}", screen.text());
    screen.keys("ctrl-c");
}

#[test]
fn the_type_of_a_variable_is_told_while_a_cell_computes() {
    let mut screen = Screen::of("# %%\n$a = 41\n\n# %%\n1\n", 120, 40);
    screen.keys("j enter end backspace").types("Integer[1, 1000000000].each |$x| { $x }; $a");
    run_second(&mut screen);
    press(&mut screen, "left right");
    assert!(screen.text().contains("│before          41"), "{}", screen.text());
    screen.keys("ctrl-c");
}

#[test]
fn keys_that_do_nothing_are_told() {
    let mut screen = Screen::of("# %%\n1\n", 80, 24);
    screen.keys("esc q");
    assert!(screen.text().contains("q does nothing here"), "{}", screen.text());
}

#[test]
fn a_notebook_of_jupyter_is_taken_over_as_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.md");
    std::fs::write(&path, "# Title\n\n```puppet\n$a = 40 + 2\n```\n").unwrap();
    let screen = Screen::open(path.clone(), 80, 24);
    assert!(screen.text().contains("(new notebook)"), "{}", screen.text());
    assert!(screen.text().contains("⇒ 42"), "{}", screen.text());
    assert!(screen.app.workspace().path().is_none(), "the file that was read is never written");
}

#[test]
fn a_name_that_is_used_too_early_is_explained_by_the_numbers_on_the_screen() {
    let mut screen = Screen::of("# %%\n$b = $a + 1\n\n# %%\n$a = 1\n", 100, 24);
    // A new first cell moves the others down.
    screen.keys("a").types("'first'").keys("esc");
    assert!(screen.text().contains("cell 3"), "{}", screen.text());
    assert!(!screen.text().contains("cell 1 "), "{}", screen.text());
}

#[test]
fn what_was_typed_and_taken_away_again_needs_no_saving() {
    let mut screen = Screen::of("# %%\n$a = 1\n", 80, 24);
    screen.keys("end").types("2").keys("backspace ctrl-q");
    assert!(screen.app.should_quit, "{}", screen.text());
}

#[test]
fn running_from_prose_begins_with_the_next_code() {
    let mut screen = Screen::of("# %% [markdown]\n# Text\n\n# %%\n$a = 1\n", 80, 24);
    screen.keys("alt-r j enter end").types("7").keys("esc k f8");
    assert!(screen.text().contains("⇒ 17"), "{}", screen.text());
}
