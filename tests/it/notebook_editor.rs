//! The editor of a notebook's cell: transcripts of keys and the text, cursor and selection behind them; screens with their
//! looks; and, for any keys at all, what must always hold.
//!
//! In a transcript `¦` is the cursor, `«` and `»` are the ends of the selection; keys are typed as they are, `<ctrl-k>` is a
//! key by its name.

use pprepl::themes::THEMES;
use pprepl::tui::editor::{EditAction, Editor, Kind, Marks, Motion, Query, ROWS, ReadOnlyView, Reply, find};
use pprepl::tui::key::Chord;
use pprepl::tui::paint::Palette;
use pprepl::tui::table::KeySet;
use pprepl_session::complete::Signature;
use pprepl_session::complete::{Completion, Item, ItemKind};
use pprepl_text::Span;
use pprepl_text::theme::{ColorDepth, Role};
use puppet_tree::{Dialect, Highlighter};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

const CODE: Kind = Kind::Code(Dialect::Puppet);

/// The action of a chord in a set of keys, or of a row's name: some have no key of their own here.
fn action(set: KeySet, chord: &str) -> Option<EditAction> {
    let passed = [("format", EditAction::Format), ("f3", EditAction::SearchNext)];
    if let Some((_, action)) = passed.into_iter().find(|(name, _)| *name == chord) {
        return Some(action);
    }
    if let Some(row) = ROWS.iter().find(|row| row.name == chord) {
        return Some(row.action);
    }
    let wanted = Chord::parse(chord)?;
    let has = |keys: &[&str]| keys.iter().any(|key| Chord::parse(key).as_ref() == Some(&wanted));
    let own = |further: &[(KeySet, &[&str])]| further.iter().any(|(of, keys)| *of == set && has(keys));
    ROWS.iter().find(|row| has(row.keys) || own(row.further)).map(|row| row.action)
}

/// Presses keys; the last reply.
fn press(editor: &mut Editor, set: KeySet, keys: &str) -> Reply {
    let (mut reply, mut rest) = (Reply::Done, keys);
    while let Some(first) = rest.chars().next() {
        // `<` alone is a character.
        let named = rest.strip_prefix('<').and_then(|inner| inner.split_once('>'));
        if let Some((name, behind)) = named
            && let Some(action) = action(set, name)
        {
            reply = editor.apply(&action);
            rest = behind;
            continue;
        }
        reply = editor.typed(first);
        rest = &rest[first.len_utf8()..];
    }
    reply
}

/// An editor of a text with its cursor where `¦` is.
fn editor(set: KeySet, kind: Kind, marked: &str) -> Editor {
    let cursor = marked.find('¦').unwrap_or(0);
    let mut editor = Editor::new(marked.replace('¦', ""), kind);
    editor.set_keys(set);
    editor.set_cursor(cursor);
    editor
}

/// The text with its marks.
fn shown(editor: &Editor) -> String {
    let mut marks = vec![(editor.cursor(), 1, '¦')];
    if let Some(selection) = editor.selection() {
        marks.extend([(selection.start, 0, '«'), (selection.end, 2, '»')]);
    }
    marks.sort_unstable();
    let mut text = editor.text().to_owned();
    marks.iter().rev().for_each(|&(at, _, mark)| text.insert(at, mark));
    text
}

#[track_caller]
fn plays(set: KeySet, kind: Kind, before: &str, keys: &str, after: &str) {
    let mut editor = editor(set, kind, before);
    press(&mut editor, set, keys);
    assert_eq!(shown(&editor), after, "{before:?} {keys}");
}

#[track_caller]
fn plain(before: &str, keys: &str, after: &str) {
    plays(KeySet::Plain, CODE, before, keys, after);
}

#[track_caller]
fn emacs(before: &str, keys: &str, after: &str) {
    plays(KeySet::Emacs, CODE, before, keys, after);
}

#[track_caller]
fn vi(before: &str, keys: &str, after: &str) {
    plays(KeySet::Vi, CODE, before, keys, after);
}

#[track_caller]
fn prose(before: &str, keys: &str, after: &str) {
    plays(KeySet::Plain, Kind::Prose, before, keys, after);
}

#[test]
fn typing_knows_puppets_brackets_quotes_and_indentation() {
    plain("", "notice('hi')", "notice('hi')¦");
    plain("", "[1, 2].each |$x| {<enter>notice($x)", "[1, 2].each |$x| {\n  notice($x)¦\n}");
    plain("", "file { '/a':<enter>ensure => file,", "file { '/a':\n  ensure => file,¦\n}");
    plain("", "\"${x}\"", "\"${x}\"¦");
    plain("(¦)", "<backspace>", "¦");
    plain("if true {\n    ¦", "<backspace>x", "if true {\n  x¦");
    plain("# a ' and a ¦", "'", "# a ' and a '¦");
    let mut editor = editor(KeySet::Plain, CODE, "");
    editor.set_autoclose(false);
    press(&mut editor, KeySet::Plain, "f(");
    assert_eq!(shown(&editor), "f(¦");
}

#[test]
fn a_bracket_goes_around_the_selection() {
    plain("a ¦b c", "<shift-right>(", "a (b)¦ c");
    plain("a ¦b c", "<shift-right>x", "a x¦ c");
    plain("a ¦b c", "<shift-right><backspace>", "a ¦ c");
}

#[test]
fn the_cursor_moves_by_characters_words_lines_and_paragraphs() {
    plain("¦ab cd\nef", "<ctrl-right>", "ab¦ cd\nef");
    plain("ab cd¦\nef", "<ctrl-left><ctrl-left>", "¦ab cd\nef");
    plain("  ab¦c", "<home>", "  ¦abc");
    plain("  ¦abc", "<home>", "¦  abc");
    plain("¦ab\ncd", "<end><right>", "ab\n¦cd");
    plain("abcd¦\nx\nabcdef", "<down><down>", "abcd\nx\nabcd¦ef");
    plain("a\n\nb\nc\n\nd¦", "<ctrl-up>", "a\n\nb\nc\n¦\nd");
    plain("a¦\n\nb\nc\n\nd", "<ctrl-down><ctrl-down>", "a\n\nb\nc\n¦\nd");
    plain("¦a\nb", "<ctrl-end>", "a\nb¦");
    plain("f¦([1, 2])", "<ctrl-b>", "f([1, 2]¦)");
    plain("¦a\nb\nc", "<shift-down><shift-right>", "«a\nb¦»\nc");
    plain("a\nb¦", "<ctrl-a>", "«a\nb¦»");
    plain("¦a\nb\nc", "<alt-l><alt-l>", "«a\nb\n¦»c");
    plain("«a¦»", "<ctrl-a><left>", "¦«a»");
}

#[test]
fn a_grapheme_is_one_step() {
    plain("¦e\u{301}x", "<right>", "e\u{301}¦x");
    plain("👩‍👩‍👧¦x", "<left>", "¦👩‍👩‍👧x");
    plain("漢字¦", "<backspace>", "漢¦");
    plain("🇩🇪🇫🇷¦", "<left><backspace>", "¦🇫🇷");
    plain("a\r\nb¦", "<left><left>", "a¦\r\nb");
}

#[test]
fn a_step_beyond_the_first_or_last_row_is_told() {
    let mut editor = editor(KeySet::Plain, CODE, "a¦\nb");
    assert_eq!(press(&mut editor, KeySet::Plain, "<up>"), Reply::Above);
    assert_eq!(press(&mut editor, KeySet::Plain, "<down>"), Reply::Done);
    assert_eq!(press(&mut editor, KeySet::Plain, "<down>"), Reply::Below);
    assert_eq!(editor.cursor(), 3);
}

/// In vi's normal mode an arrow moves inside the cell; only one that cannot move leaves it.
#[test]
fn arrows_of_vi_leave_a_cell_only_at_its_edges() {
    let mut editor = editor(KeySet::Vi, CODE, "¦ab\ncd");
    for (keys, reply, after) in [
        ("<up>", Reply::Above, "¦ab\ncd"),
        ("<down>", Reply::Done, "ab\n¦cd"),
        ("<down>", Reply::Below, "ab\n¦cd"),
        ("<right>", Reply::Done, "ab\nc¦d"),
        ("<right>", Reply::Done, "ab\nc¦d"),
        ("<up>", Reply::Done, "a¦b\ncd"),
        ("<left>", Reply::Done, "¦ab\ncd"),
        ("<left>", Reply::Done, "¦ab\ncd"),
        ("<pagedown>", Reply::Done, "ab\n¦cd"),
        ("<pageup>", Reply::Done, "¦ab\ncd"),
        // A selection stays in its cell.
        ("v<up>", Reply::Done, "«¦a»b\ncd"),
    ] {
        assert_eq!(press(&mut editor, KeySet::Vi, keys), reply, "{keys}");
        assert_eq!(shown(&editor), after, "{keys}");
    }
    // An unknown key after `g` is dropped: it does not redo.
    vi("¦abc", "xugz", "¦abc");
    vi("¦abc", "xug+", "¦bc");
    vi("¦abc", "xg-", "¦abc");
    vi("¦a\nb\nc", "d<down>", "¦c");
    vi("¦a\nb\nc", "2<down>x", "a\nb\n¦");
    // No arrow is the character that a command waits for.
    vi("¦ajk", "r<down>x", "¦jk");
    vi("¦ajk", "f<down>x", "¦jk");
    vi("¦ajk", "di<up>x", "¦jk");
    vi("a¦jkb", "2r<enter>x", "a\n¦");
    vi("¦a\tk", "f<tab>x", "a¦k");
    vi("a\n¦b", "r<backspace>x", "a\n¦");
    vi("a\n¦b", "r<delete>x", "a\n¦");
}

#[test]
fn the_selection_grows_with_the_syntax_and_shrinks() {
    plain("notice([1, 2¦2], 3)", "<alt-shift-right>", "notice([1, «22¦»], 3)");
    plain("notice([1, 2¦2], 3)", "<alt-shift-right><alt-shift-right>", "notice(«[1, 22]¦», 3)");
    plain("notice([1, 2¦2], 3)", "<alt-shift-right><alt-shift-right><alt-shift-left>", "notice([1, «22¦»], 3)");
    prose("some wo¦rds", "<alt-shift-right>", "some «words¦»");
    prose("some wo¦rds\nx", "<alt-shift-right><alt-shift-right>", "«some words¦»\nx");
}

#[test]
fn what_is_cut_comes_back() {
    plain("a ¦b c", "<shift-right><ctrl-x><end><ctrl-v>", "a  cb¦");
    plain("one¦\ntwo", "<ctrl-x>", "¦two");
    plain("one¦\ntwo", "<ctrl-x><ctrl-v>", "one\n¦two");
    plain("one¦\ntwo", "<ctrl-c><down><ctrl-v>", "one\none\ntwo¦");
    emacs("ab¦ cd\nef", "<ctrl-k><ctrl-k><ctrl-y>", "ab cd\n¦ef");
    emacs("¦a b", "<alt-d><right><alt-d><ctrl-y><alt-y>", " a¦");
    emacs("¦abc", "<ctrl-space><ctrl-f><ctrl-f><alt-w><ctrl-e><ctrl-y>", "abcab¦");
    let mut editor = editor(KeySet::Plain, CODE, "¦abc");
    press(&mut editor, KeySet::Plain, "<shift-right><ctrl-c>");
    assert_eq!(editor.take_clipboard().as_deref(), Some("a"));
    assert_eq!(editor.take_clipboard(), None);
}

#[test]
fn a_paste_comes_in_as_it_is() {
    let mut editor = editor(KeySet::Plain, CODE, "x = ¦");
    editor.paste("(\r\n  '\ta\r}");
    assert_eq!(shown(&editor), "x = (\n  '\ta\n}¦");
    press(&mut editor, KeySet::Plain, "<alt-u>");
    assert_eq!(shown(&editor), "x = ¦");
}

#[test]
fn lines_move_double_and_join() {
    plain("a\nb¦\nc", "<ctrl-shift-up>", "b¦\na\nc");
    plain("a\nb¦\nc", "<ctrl-shift-down>", "a\nc\nb¦");
    plain("a¦", "<ctrl-shift-up>", "a¦");
    plain("a¦b\nc", "<ctrl-d>", "ab\na¦b\nc");
    plain("[¦\n  1,\n]", "<alt-j>", "[¦ 1,\n]");
    plain("f(1¦\n)", "<alt-j>", "f(1¦)");
    plain("a\nb¦\nc", "<delete.line>", "a\n¦c");
    plain("a\nb¦", "<delete.line>", "a¦");
    plain("ab¦c", "<ctrl-t>", "acb¦");
    plain("abc¦", "<ctrl-t>", "acb¦");
}

#[test]
fn indentation_comments_arrows_and_form() {
    plain("a\nb¦", "<shift-up><tab>", "«  a\n  b¦»");
    plain("  a¦", "<backtab>", "a¦");
    plain("a¦\nb", "<alt-;>", "# a¦\nb");
    plain("# a¦\nb", "<alt-;>", "a¦\nb");
    plain("{\n  a => 1¦,\n  bb => 2,\n}", "<alt-=>", "{\n  a  => 1¦,\n  bb => 2,\n}");
    plain("if  true{notice( 1 )}¦", "<format>", "if true { notice(1) }¦");
    emacs("¦ab cd", "<alt-u>", "AB¦ cd");
    prose("a¦", "<alt-;>", "a¦");
}

#[test]
fn prose_goes_on_with_its_lists() {
    prose("- one¦", "<enter>two<enter><enter>end", "- one\n- two\nend¦");
    prose("  9. nine¦", "<enter>", "  9. nine\n  10. ¦");
    prose("it's¦", " (so", "it's (so¦");
}

#[test]
fn undo_goes_word_by_word_and_keeps_its_branches() {
    plain("", "one two<alt-u>", "one ¦");
    plain("", "one two<alt-u><alt-u>", "¦");
    plain("", "one two<alt-u><alt-u><ctrl-y><ctrl-y>", "one two¦");
    plain("", "one<alt-u>two<alt-u><ctrl-y>", "two¦");
    plain("", "one<alt-u>two<alt-pageup>", "one¦");
    plain("", "one<alt-u>two<alt-pageup><alt-pagedown>", "two¦");
    plain("a¦", "<backspace>b<alt-u><alt-u>", "a¦");
    vi("a¦", "Ab c d<esc>u", "¦a");
    vi("", "ione<esc>uitwo<esc>g-", "on¦e");
}

#[test]
fn what_changed_is_told_change_by_change() {
    let mut editor = editor(KeySet::Plain, CODE, "a¦");
    press(&mut editor, KeySet::Plain, "b(<backspace>");
    let mut replayed = "a".to_owned();
    let edits = editor.take_edits();
    assert_eq!(edits, [(1..1, "b".to_owned()), (2..2, "()".to_owned()), (2..4, String::new())]);
    edits.into_iter().for_each(|(range, with)| replayed.replace_range(range, &with));
    assert_eq!(replayed, editor.text());
    assert!(editor.take_edits().is_empty());
}

#[test]
fn vi_operators_take_motions_counts_and_objects() {
    vi("¦one two three", "dw", "¦two three");
    vi("¦one two three", "d2w", "¦three");
    vi("¦one two three", "2dw", "¦three");
    vi("one ¦two\nthree", "dw", "one¦ \nthree");
    vi("¦one two", "cwsix<esc>", "si¦x two");
    vi("one ¦two three", "db", "¦two three");
    vi("¦one(two) x", "d%", "¦ x");
    vi("a\nb¦\nc\nd", "2dd", "a\n¦d");
    vi("a\nb¦", "dd", "¦a");
    vi("a¦bc", "x", "a¦c");
    vi("ab¦c", "xx", "¦a");
    vi("ab ¦cd", "D", "ab¦ ");
    vi("¦abc", "~~", "AB¦c");
    vi("a¦bc", "rx", "a¦xc");
    vi("f('a¦b')", "ci'x<esc>", "f('¦x')");
    vi("f('a¦b')", "di(", "f(¦)");
    vi("f('a¦b')", "da(", "¦f");
    vi("on¦e two", "diw", "¦ two");
    vi("on¦e two", "daw", "¦two");
    vi("a(b¦, c)", "dt)", "a(b¦)");
    vi("¦a,b,c", "f,;x", "a,b¦c");
    vi("a,b,¦c", "F,;,x", "a,b¦c");
    vi("  ¦x", "0i-<esc>", "¦-  x");
    vi("¦a\nb\nc", ">j", "  ¦a\n  b\nc");
    vi("  ¦a", "<<", "¦a");
    vi("¦a\nb", "gcc", "¦# a\nb");
    vi("¦a b\nc", "J", "a b¦ c");
    vi("a\n¦\nb", "ddp", "a\nb\n¦");
    vi("¦ab cd", "gUiw", "¦AB cd");
}

#[test]
fn vi_puts_in_lines_and_words() {
    vi("¦a\nb", "yyp", "a\n¦a\nb");
    vi("¦a\nb", "yyjP", "a\n¦a\nb");
    vi("¦a\nb", "yyjp", "a\nb\n¦a");
    vi("¦ab cd", "yiwep", "aba¦b cd");
    vi("¦ab", "x3p", "baa¦a");
    vi("¦ab cd", "yiwwviwp", "ab a¦b");
}

#[test]
fn vi_has_its_modes() {
    let mut editor = editor(KeySet::Vi, CODE, "¦one two");
    assert_eq!(editor.mode_name(), "normal");
    press(&mut editor, KeySet::Vi, "v");
    assert_eq!((editor.mode_name(), shown(&editor).as_str()), ("visual", "«¦o»ne two"));
    press(&mut editor, KeySet::Vi, "e");
    assert_eq!(shown(&editor), "«on¦e» two");
    press(&mut editor, KeySet::Vi, "V");
    assert_eq!((editor.mode_name(), shown(&editor).as_str()), ("visual line", "«on¦e two»"));
    press(&mut editor, KeySet::Vi, "<esc>A!");
    assert_eq!((editor.mode_name(), shown(&editor).as_str()), ("insert", "one two!¦"));
    assert_eq!(press(&mut editor, KeySet::Vi, "<esc>"), Reply::Done);
    assert_eq!(press(&mut editor, KeySet::Vi, "<esc>"), Reply::Passed(EditAction::Escape));
    assert_eq!(press(&mut editor, KeySet::Vi, "/"), Reply::Passed(EditAction::Search));
    vi("¦one two", "wvey", "one ¦two");
    vi("¦a\nb\nc", "Vjd", "¦c");
    vi("a¦bc", "vd", "a¦c");
    vi("¦one two", "vlcx<esc>", "¦xe two");
    vi("¦a\nb\nc", "Vj>", "  ¦a\n  b\nc");
    vi("abc¦d\nx", "jk", "abc¦d\nx");
    vi("a¦\nbc", "o<esc>", "a\n¦\nbc");
    vi("  a¦", "Ox<esc>", "  ¦x\n  a");
    vi("¦a\n\nb c\nd", "}dip", "a\n¦b c\nd");
}

#[test]
fn vi_repeats_the_last_change() {
    vi("¦a b c d", "dw..", "¦d");
    vi("¦one one one", "cwtwo<esc>w.w.", "two two tw¦o");
    vi("¦a\nb", "A;<esc>j.", "a;\nb¦;");
    vi("¦aaaa", "2x.", "¦");
    vi("¦a a a", "dw.uu", "¦a a a");
    vi("¦a\nb\nc\nd", "ddj.", "b\n¦d");
    vi("¦[a] [b]", "ci[x<esc>wwl.", "[x] [¦x]");
}

#[test]
fn a_search_shows_its_hits_and_replaces_them() {
    let mut editor = editor(KeySet::Plain, CODE, "¦Foo foo\nbar foo");
    editor.begin_search();
    let plain = |text: &str| Query { text: text.to_owned(), regex: false };
    assert_eq!(editor.search(plain("fo")), Ok(true));
    assert_eq!((shown(&editor).as_str(), editor.hits()), ("¦Foo foo\nbar foo", (1, 3)));
    press(&mut editor, KeySet::Plain, "<f3><f3>");
    assert_eq!((shown(&editor).as_str(), editor.hits()), ("Foo foo\nbar ¦foo", (3, 3)));
    press(&mut editor, KeySet::Plain, "<f3>");
    assert_eq!(shown(&editor), "¦Foo foo\nbar foo");
    assert!(editor.replace("x"));
    assert_eq!(shown(&editor), "xo ¦foo\nbar foo");
    assert_eq!(editor.replace_all("y"), 2);
    assert_eq!(editor.text(), "xo yo\nbar yo");
    press(&mut editor, KeySet::Plain, "<alt-u><alt-u>");
    assert_eq!(editor.text(), "Foo foo\nbar foo");
    assert_eq!(editor.search(plain("nowhere")), Ok(false));
    let pattern = |text: &str| Query { text: text.to_owned(), regex: true };
    assert!(editor.search(pattern("(")).is_err_and(|told| told.contains("invalid regular expression")));
    assert_eq!(editor.search(pattern("^(b)(a)")), Ok(true));
    assert_eq!(editor.replace_all("$2$1"), 1);
    assert_eq!(editor.text(), "Foo foo\nabr foo");
    assert_eq!(find("a b a", &plain("a"), 1, true), Ok(Some(4..5)));
    assert_eq!(find("a b a", &plain("A"), 0, true), Ok(None));
    assert_eq!(find("a b a", &plain("a"), 4, false), Ok(Some(0..1)));
    editor.go_to_line(2);
    assert_eq!(editor.position(), (2, 1));
    vi("¦a b a", "*x", "a b¦ ");
}

fn proposals() -> Completion {
    let item = |label: &str, doc: &str| Item::new(label, ItemKind::Function, "Any => Any", doc);
    Completion { from: 0, items: vec![item("notice", "Logs."), item("notify", "Tells."), item("node", "")] }
}

#[test]
fn proposals_narrow_down_and_are_taken() {
    let mut editor = editor(KeySet::Plain, CODE, "n¦");
    assert_eq!(press(&mut editor, KeySet::Plain, "<tab>"), Reply::Passed(EditAction::Complete));
    editor.show_completion(proposals(), editor.version(), true);
    press(&mut editor, KeySet::Plain, "ot");
    assert_eq!(editor.chosen().map(|item| item.label.as_str()), Some("notice"));
    press(&mut editor, KeySet::Plain, "<down><enter>");
    assert_eq!((shown(&editor).as_str(), editor.has_completion()), ("notify¦", false));
    press(&mut editor, KeySet::Plain, "<alt-u>");
    assert_eq!(shown(&editor), "not¦");
}

#[test]
fn proposals_that_came_by_themselves_leave_enter_alone() {
    let mut editor = editor(KeySet::Plain, CODE, "n¦");
    editor.show_completion(proposals(), editor.version(), false);
    assert!(editor.has_completion() && editor.chosen().is_none());
    press(&mut editor, KeySet::Plain, "<enter>");
    assert_eq!(shown(&editor), "n\n¦");
    let mut editor = self::editor(KeySet::Plain, CODE, "n¦");
    let version = editor.version();
    press(&mut editor, KeySet::Plain, "x");
    editor.show_completion(proposals(), version, false);
    assert!(!editor.has_completion(), "nothing fits 'nx'");
    press(&mut editor, KeySet::Plain, "<backspace>");
    editor.show_completion(proposals(), version, false);
    press(&mut editor, KeySet::Plain, "<esc>");
    assert!(!editor.has_completion());
}

/// Steps of one go around at both ends; pages stop there.
#[test]
fn proposals_are_chosen_by_rows_and_pages() {
    let item = |at: usize| Item::new(format!("n{at:02}"), ItemKind::Function, "Any => Any", "");
    let many = || Completion { from: 0, items: (0..15).map(item).collect() };
    for (asked, steps) in [
        (true, &[("<pagedown>", 10), ("<pagedown>", 14), ("<pagedown>", 14), ("<down>", 0), ("<up>", 14)][..]),
        (true, &[("<up>", 14), ("<pageup>", 4), ("<pageup>", 0), ("<pageup>", 0), ("<backtab>", 14)]),
        (false, &[("<down>", 0), ("<down>", 1)]),
        (false, &[("<pagedown>", 0), ("<pagedown>", 10)]),
        (false, &[("<backtab>", 14), ("<backtab>", 13)]),
        (false, &[("<pageup>", 14)]),
    ] {
        let mut editor = editor(KeySet::Plain, CODE, "n¦");
        editor.show_completion(many(), editor.version(), asked);
        for (keys, row) in steps {
            press(&mut editor, KeySet::Plain, keys);
            let chosen = editor.chosen().map(|item| item.label.clone());
            assert_eq!(chosen, Some(format!("n{row:02}")), "{keys} of {steps:?}");
        }
    }
    // Without a chosen proposal the Up key moves the cursor.
    let mut editor = editor(KeySet::Plain, CODE, "a\nn¦");
    let all = Completion { from: 2, items: (0..15).map(item).collect() };
    editor.show_completion(all, editor.version(), false);
    press(&mut editor, KeySet::Plain, "<up>");
    assert_eq!((editor.has_completion(), shown(&editor).as_str()), (false, "a¦\nn"));
}

/// The typed text ranks proposals: by their start, their start in either case, their letters.
#[test]
fn proposals_fit_by_start_part_and_letters() {
    let item = |label: &str| Item::new(label, ItemKind::Function, "", "");
    for (typed, fitting) in [
        ("no", &["notice", "NOTE", "piano", "nero"][..]),
        ("n", &["nero", "notice", "NOTE"]),
        ("N", &["NOTE", "nero", "notice"]),
        ("ia", &["piano"]),
        ("i", &[]),
        ("nr", &["nero"]),
        ("nx", &[]),
    ] {
        let mut editor = editor(KeySet::Plain, CODE, &format!("{typed}¦"));
        let items = ["piano", "NOTE", "nero", "notice"].map(item).to_vec();
        editor.show_completion(Completion { from: 0, items }, editor.version(), true);
        let mut labels = Vec::new();
        for _ in fitting {
            labels.extend(editor.chosen().map(|item| item.label.clone()));
            press(&mut editor, KeySet::Plain, "<down>");
        }
        assert_eq!(labels, fitting, "{typed}");
        assert_eq!(editor.chosen().map(|item| item.label.as_str()), fitting.first().copied(), "{typed}");
    }
}

#[test]
fn every_row_has_keys_that_exist_and_are_its_own() {
    for set in [KeySet::Plain, KeySet::Emacs, KeySet::Vi] {
        let mut seen: Vec<(Chord, &str)> = Vec::new();
        for row in ROWS {
            let own = row.further.iter().filter(|(of, _)| *of == set).flat_map(|(_, keys)| *keys);
            for key in row.keys.iter().chain(own) {
                let chord = Chord::parse(key).unwrap_or_else(|| panic!("{key} is no key"));
                for (other, name) in &seen {
                    let shorter = other.0.len().min(chord.0.len());
                    assert_ne!(other.0[..shorter], chord.0[..shorter], "{set:?}: {key} of {} and {name}", row.name);
                }
                seen.push((chord, row.name));
            }
        }
    }
}

// Screens.

fn palette(theme: &str, depth: ColorDepth) -> Palette {
    Palette { theme: THEMES.get(theme).unwrap(), depth }
}

fn draw(editor: &mut Editor, width: u16, height: u16, marks: &Marks) -> (Buffer, Option<(u16, u16)>) {
    let area = Rect::new(0, 0, width, height);
    let mut screen = Buffer::empty(area);
    let at = editor.draw(area, &mut screen, &palette("dark", ColorDepth::TrueColor), marks);
    (screen, at.map(|at| (at.x, at.y)))
}

fn rows(screen: &Buffer) -> Vec<String> {
    let row = |y| (0..screen.area.width).map(|x| screen[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..screen.area.height).map(row).collect()
}

fn look(screen: &Buffer, x: u16, y: u16) -> Style {
    screen[(x, y)].style()
}

#[test]
fn the_text_is_coloured_and_the_cursor_has_its_place() {
    let mut editor = editor(KeySet::Plain, CODE, "if $x {\n  notice('a')¦\n}");
    let (screen, at) = draw(&mut editor, 30, 4, &Marks::default());
    insta::assert_debug_snapshot!((screen, at));
}

#[test]
fn marks_selection_hits_and_brackets_lie_over_the_colours() {
    let mut editor = editor(KeySet::Plain, CODE, "¦$aa = $bb + [1]\nnotice($aa)");
    let marks = Marks {
        ahead: Default::default(),
        version: editor.version(),
        names: vec![(Span::new(6, 9), Role::NameUnknown)],
        findings: vec![(Span::new(6, 15), Role::Error)],
    };
    let dark = palette("dark", ColorDepth::TrueColor);
    let (screen, _) = draw(&mut editor, 30, 3, &marks);
    assert!(look(&screen, 7, 0).add_modifier.contains(Modifier::UNDERLINED));
    assert!(look(&screen, 11, 0).add_modifier.contains(Modifier::UNDERLINED));
    assert_eq!(look(&screen, 11, 0).underline_color, dark.style(Role::Error).fg);
    assert!(!look(&screen, 3, 0).add_modifier.contains(Modifier::UNDERLINED));
    // What is typed before moves them; what is typed in a name drops its mark.
    press(&mut editor, KeySet::Plain, "1 + ");
    let (screen, _) = draw(&mut editor, 30, 3, &marks);
    assert!(look(&screen, 15, 0).add_modifier.contains(Modifier::UNDERLINED));
    assert!(!look(&screen, 8, 0).add_modifier.contains(Modifier::UNDERLINED));
    editor.set_cursor("1 + $aa = $bb + [".len());
    press(&mut editor, KeySet::Plain, "<shift-right>");
    let (screen, _) = draw(&mut editor, 30, 3, &Marks::default());
    assert_eq!(look(&screen, 17, 0).bg, dark.style(Role::Selection).bg);
    assert!(look(&screen, 18, 0).add_modifier.contains(Modifier::BOLD), "the bracket at the cursor");
    assert!(look(&screen, 16, 0).add_modifier.contains(Modifier::BOLD), "and its partner");
    editor.begin_search();
    editor.search(Query { text: "$aa".to_owned(), regex: false }).unwrap();
    let (screen, _) = draw(&mut editor, 30, 3, &Marks::default());
    assert!([(4, 0), (7, 1)].iter().all(|&(x, y)| look(&screen, x, y).add_modifier.contains(Modifier::REVERSED)));
}

#[test]
fn long_lines_wrap_and_the_view_follows_the_cursor() {
    let mut editor = editor(KeySet::Plain, CODE, "notice('one two three four five')\n$x = 1\n$y = 2¦");
    assert_eq!(editor.height(17), 5);
    let (screen, at) = draw(&mut editor, 17, 5, &Marks::default());
    assert_eq!(rows(&screen), ["notice('one two ↪", "three four      ↪", "five')", "$x = 1", "$y = 2"]);
    assert_eq!(at, Some((6, 4)));
    let (screen, at) = draw(&mut editor, 17, 2, &Marks::default());
    assert_eq!((rows(&screen), at), (vec!["$x = 1".to_owned(), "$y = 2".to_owned()], Some((6, 1))));
    press(&mut editor, KeySet::Plain, "<ctrl-home><down>");
    let (screen, at) = draw(&mut editor, 17, 2, &Marks::default());
    assert_eq!((rows(&screen)[0].as_str(), at), ("three four      ↪", Some((0, 0))));
}

#[test]
fn wide_hidden_and_lone_characters_keep_their_columns() {
    let text = "漢字\tx\n\u{1b}[31mred\u{7}\n\u{301}a e\u{301}👩‍👩‍👧z¦";
    let mut editor = editor(KeySet::Plain, Kind::Prose, text);
    let (screen, at) = draw(&mut editor, 30, 3, &Marks::default());
    let row = |y| (0..30).map(|x| screen[(x, y)].symbol()).collect::<String>();
    assert_eq!(row(0).trim_end(), "漢 字     x");
    assert_eq!(row(1).trim_end(), "\\e[31mred\\u{7}");
    assert_eq!(row(2).trim_end(), "\u{25cc}\u{301}a e\u{301}👩‍👩‍👧 z");
    assert_eq!(at, Some((7, 2)));
    editor.click(1, 0, 1);
    assert_eq!(editor.cursor(), 0);
    editor.click(2, 0, 1);
    assert_eq!(editor.cursor(), "漢".len());
}

#[test]
fn the_mouse_clicks_and_drags() {
    let mut editor = editor(KeySet::Plain, CODE, "one two\nthree");
    draw(&mut editor, 20, 3, &Marks::default());
    editor.click(5, 0, 1);
    assert_eq!(shown(&editor), "one t¦wo\nthree");
    editor.drag(2, 1);
    assert_eq!(shown(&editor), "one t«wo\nth¦»ree");
    editor.click(5, 0, 2);
    assert_eq!(shown(&editor), "one «two¦»\nthree");
    editor.click(5, 0, 3);
    assert_eq!(shown(&editor), "«one two\n¦»three");
    editor.click(19, 9, 1);
    assert_eq!(shown(&editor), "one two\nthree¦");
    editor.set_area(Rect::new(10, 5, 20, 1), 1);
    editor.click(12, 5, 1);
    assert_eq!(shown(&editor), "one two\nth¦ree");
}

#[test]
fn proposals_and_the_signature_are_drawn_near_the_cursor() {
    let mut editor = editor(KeySet::Plain, CODE, "\n\nn¦");
    let completion = Completion { from: 2, ..proposals() };
    editor.show_completion(completion, editor.version(), true);
    let signature = Signature { text: "notice(Any $value)".to_owned(), active: 7..17 };
    editor.show_signature(Some(signature), editor.version(), editor.cursor());
    let area = Rect::new(0, 0, 60, 8);
    let mut screen = Buffer::empty(area);
    let dark = palette("dark", ColorDepth::TrueColor);
    let at = editor.draw(area, &mut screen, &dark, &Marks::default()).unwrap();
    editor.draw_popup(area, at, &mut screen, &dark);
    insta::assert_debug_snapshot!(screen);
    // At the lower edge the list goes above.
    let low = Rect::new(0, 0, 24, 3);
    let mut screen = Buffer::empty(low);
    let at = editor.draw(low, &mut screen, &dark, &Marks::default()).unwrap();
    editor.draw_popup(low, at, &mut screen, &dark);
    assert_eq!(rows(&screen), ["│notice  Any => Any", "│notify  Any => Any", "n"]);
}

#[test]
fn prose_has_light_colours() {
    let text = "# Title\nSome *words* and `code`, a [link](x).\n- item\n```\nx = 1\n```\n¦";
    let mut editor = editor(KeySet::Plain, Kind::Prose, text);
    let (screen, _) = draw(&mut editor, 44, 7, &Marks::default());
    insta::assert_debug_snapshot!(screen);
}

#[test]
fn without_colours_all_is_told_by_attributes() {
    let mut editor = editor(KeySet::Plain, CODE, "¦notice(1)");
    press(&mut editor, KeySet::Plain, "<shift-right>");
    let area = Rect::new(0, 0, 20, 1);
    let mut screen = Buffer::empty(area);
    editor.draw(area, &mut screen, &palette("none", ColorDepth::None), &Marks::default());
    let plain = |x| look(&screen, x, 0);
    assert!(plain(0).add_modifier.contains(Modifier::REVERSED));
    assert!((0..20).all(|x| plain(x).fg.is_none_or(|shade| shade == ratatui::style::Color::Reset)));
}

#[test]
fn what_is_cut_and_sought_goes_along_to_another_cell() {
    let mut one = editor(KeySet::Vi, CODE, "¦aa bb");
    press(&mut one, KeySet::Vi, "dwA(");
    let mut two = editor(KeySet::Vi, CODE, "¦cc");
    two.carry_from(&mut one);
    press(&mut two, KeySet::Vi, "p");
    assert_eq!(shown(&two), "caa¦ c");
    assert_eq!((one.mode_name(), two.mode_name()), ("normal", "normal"));
    let (screen, _) = draw(&mut one, 10, 1, &Marks::default());
    assert!((0..10).all(|x| look(&screen, x, 0).add_modifier.is_empty()), "no bracket is marked where no key goes");
}

#[test]
fn a_cell_at_rest_looks_like_one_that_is_edited() {
    let text = "notice('one two three')\n$x = 1";
    let mut still = ReadOnlyView::new(text, CODE);
    assert_eq!(still.height(16), 3);
    let area = Rect::new(0, 0, 16, 3);
    let (mut screen, dark) = (Buffer::empty(area), palette("dark", ColorDepth::TrueColor));
    still.draw(area, 0, &mut screen, &dark, &Marks::default(), &mut Highlighter::new());
    let mut editor = Editor::new(text, CODE);
    editor.set_focused(false);
    let (edited, _) = draw(&mut editor, 16, 3, &Marks::default());
    assert_eq!(screen, edited);
    assert_eq!(still.offset(1, 2), "notice('one two three')\n$".len());
}

#[test]
fn actions_work_without_keys() {
    let mut editor = editor(KeySet::Plain, CODE, "a¦");
    editor.apply(&EditAction::Move(Motion::Start));
    assert_eq!(shown(&editor), "¦a");
    editor.set_text("b\nc");
    assert_eq!(editor.text(), "b\nc");
    editor.apply(&EditAction::Undo);
    assert_eq!(shown(&editor), "¦a");
}

// Whatever is done.

mod anything {
    use super::*;
    use proptest::prelude::*;
    use unicode_segmentation::GraphemeCursor;

    #[derive(Clone, Debug)]
    enum Step {
        Typed(char),
        Pasted(String),
        Does(usize),
        Clicked(u16, u16, u8),
        Dragged(u16, u16),
        Drawn(u16, u16),
        Proposed(usize, bool),
        Sought(String),
        Replaced(String),
        WentTo(usize),
    }

    const SIGNS: &str = "aé字 \n\t'\"{}()[]|$#@=>,.:-\u{301}👩\u{200d}🇩🇫\u{1b}\u{feff}\u{200b}\r~";
    const VI: &str = "hjklwWbBeE0$^dcyxXsSDCYpPiaoOAIvVrfFtT;,%gGuJU~<>.{}n*123456789\"'()[]+-_|";

    fn text(longest: usize) -> impl Strategy<Value = String> {
        prop::collection::vec(prop::sample::select(SIGNS.chars().collect::<Vec<_>>()), 0..longest)
            .prop_map(|signs| signs.into_iter().collect())
    }

    fn step() -> impl Strategy<Value = Step> {
        let one = |of: &str| prop::sample::select(of.chars().collect::<Vec<_>>()).prop_map(Step::Typed);
        prop_oneof![
            6 => one(SIGNS),
            8 => one(VI),
            8 => (0..ROWS.len()).prop_map(Step::Does),
            1 => text(8).prop_map(Step::Pasted),
            1 => (0..30u16, 0..6u16, 0..4u8).prop_map(|(x, y, times)| Step::Clicked(x, y, times)),
            1 => (0..30u16, 0..6u16).prop_map(|(x, y)| Step::Dragged(x, y)),
            1 => (0..30u16, 0..6u16).prop_map(|(width, height)| Step::Drawn(width, height)),
            1 => (0..20usize, any::<bool>()).prop_map(|(from, asked)| Step::Proposed(from, asked)),
            1 => text(3).prop_map(Step::Sought),
            1 => text(3).prop_map(Step::Replaced),
            1 => (0..1000usize).prop_map(Step::WentTo),
        ]
    }

    fn take(editor: &mut Editor, step: &Step) {
        match step {
            Step::Typed(typed) => {
                editor.typed(*typed);
            }
            Step::Pasted(text) => editor.paste(text),
            Step::Does(row) => {
                editor.apply(&ROWS[*row].action);
            }
            Step::Clicked(x, y, times) => editor.click(*x, *y, *times),
            Step::Dragged(x, y) => editor.drag(*x, *y),
            Step::Drawn(width, height) => {
                let (mut screen, at) = draw(editor, *width, *height, &Marks::default());
                if let Some(at) = at {
                    let area = screen.area;
                    editor.draw_popup(area, at.into(), &mut screen, &palette("none", ColorDepth::None));
                }
            }
            Step::Proposed(from, asked) => {
                let version = editor.version();
                editor.show_completion(Completion { from: *from, ..proposals() }, version, *asked);
            }
            Step::Sought(text) => drop(editor.search(Query { text: text.clone(), regex: text.len() > 2 })),
            Step::Replaced(text) => {
                editor.replace(text);
            }
            Step::WentTo(line) => editor.go_to_line(*line),
        }
    }

    fn on_boundary(text: &str, at: usize) -> bool {
        at <= text.len()
            && text.is_char_boundary(at)
            && GraphemeCursor::new(at, text.len(), true).is_boundary(text, 0) != Ok(false)
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn places_stay_whole_and_undo_leads_back(
            set in prop::sample::select(vec![KeySet::Plain, KeySet::Emacs, KeySet::Vi]),
            code in any::<bool>(),
            first in text(24),
            steps in prop::collection::vec(step(), 1..16),
        ) {
            let mut editor = Editor::new(first.clone(), if code { CODE } else { Kind::Prose });
            editor.set_keys(set);
            let mut replayed = first.clone();
            for step in &steps {
                take(&mut editor, step);
                let text = editor.text();
                prop_assert!(on_boundary(text, editor.cursor()), "{step:?} {text:?} {}", editor.cursor());
                if let Some(selection) = editor.selection() {
                    prop_assert!(text.get(selection).is_some(), "{step:?}");
                }
            }
            for (range, with) in editor.take_edits() {
                replayed.replace_range(range, &with);
            }
            prop_assert_eq!(&replayed, editor.text());
            prop_assert!(editor.document().is_none_or(|document| document.text() == replayed));
            // What the soft wrap says of each line is what a new one would say.
            let height = editor.height(20);
            prop_assert_eq!(height, Editor::new(replayed.clone(), Kind::Prose).height(20));
            // No proposals, no mode and no count of vi are under way. Escape repeats what an insertion with a count typed.
            for _ in 0..3 {
                editor.apply(&EditAction::Escape);
            }
            for (range, with) in editor.take_edits() {
                replayed.replace_range(range, &with);
            }
            let mut undone = 0;
            loop {
                let before = editor.version();
                editor.apply(&EditAction::Undo);
                if editor.version() == before {
                    break;
                }
                undone += 1;
            }
            prop_assert_eq!(editor.text(), &first);
            for _ in 0..undone {
                editor.apply(&EditAction::Redo);
            }
            prop_assert_eq!(editor.text(), &replayed);
        }
    }
}
