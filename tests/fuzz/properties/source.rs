//! Lexer, parser, validator, formatter and the two tree-sitter grammars.

use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cpu_time::ThreadTime;
use pprepl_notebook as notebook;
use pprepl_text::{Diagnostic, Span};
use puppet_syntax::format as formatter;
use puppet_syntax::{self as syntax, Completeness, LexOptions, Lexed, Parsed, TokenKind, ValidateOptions, lex, pn};
use puppet_tree::{Dialect, Document, Highlight, Highlighter, completeness, concrete_tree};

use super::extents;

/// The reference's language.
const MANIFEST: LexOptions = LexOptions::PUPPET8;
/// With regular expressions of one line, as both grammars read them.
const ONE_LINE: LexOptions = LexOptions { multiline_regexp: false, ..LexOptions::PUPPET8 };

/// A text as a manifest, and as a template where it has tags.
fn readings(text: &str, options: LexOptions) -> impl Iterator<Item = LexOptions> {
    let template = text.contains("<%").then_some(LexOptions { template: true, ..options });
    [options].into_iter().chain(template)
}

fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(Diagnostic::is_error)
}

fn assert_span(text: &str, span: Span, what: &str) {
    let (start, end) = (span.start as usize, span.end as usize);
    let fits = start <= end && end <= text.len() && text.is_char_boundary(start) && text.is_char_boundary(end);
    assert!(fits, "{what} at {span:?}");
}

fn assert_diagnostics(text: &str, diagnostics: &[Diagnostic]) {
    for found in diagnostics {
        found.span.iter().for_each(|span| assert_span(text, *span, &found.message));
        found.labels.iter().filter(|label| label.source.is_none()).for_each(|label| {
            assert_span(text, label.span, &label.message);
        });
        assert!(!found.message.is_empty(), "a finding without words: {found:?}");
    }
}

/// Every text has tokens that cover it, and a tree or an error; the tree's text is always the same.
pub fn parse(data: &[u8]) {
    let text = super::text(data);
    for options in readings(&text, MANIFEST).chain(readings(&text, LexOptions::default())) {
        let lexed = lex(&text, options);
        assert_tokens(&text, options, &lexed);
        let parsed = syntax::parse(&text, options);
        assert_diagnostics(&text, &parsed.diagnostics);
        assert_verdict(&text, options, &parsed);
        let tree = pn(&parsed.program);
        assert_eq!(tree, pn(&syntax::parse(&text, options).program), "the same text, another tree");
        assert_printed(&parsed, &tree);
        for note in syntax::notes(&text, options) {
            assert_span(&text, note.span, "a note");
        }
    }
}

fn assert_verdict(text: &str, options: LexOptions, parsed: &Parsed) {
    let whole = parsed.complete == Completeness::Complete;
    assert_eq!(whole, !has_errors(&parsed.diagnostics), "{:?} {:?}", parsed.complete, parsed.diagnostics);
    let once = syntax::parse_once(text, options);
    let first = |parsed: &Parsed| {
        let first = parsed.diagnostics.iter().find(|found| found.is_error());
        first.map(|found| (found.code.to_string(), found.message.clone(), found.span))
    };
    assert_eq!(first(&once), first(parsed), "the first error while typing");
}

/// The three layouts of a tree hold the same words.
fn assert_printed(parsed: &Parsed, tree: &str) {
    let nodes = pn::tree(&parsed.program);
    let mut line = String::new();
    nodes.write(&mut line);
    assert_eq!(line, tree, "a tree as a line");
    let bare = |text: &str| text.split_whitespace().collect::<String>();
    if !tree.contains(['"', '\'']) {
        assert_eq!(bare(&nodes.indented()), bare(tree), "an indented tree");
        assert_eq!(bare(&nodes.fitted(40)), bare(tree), "a fitted tree");
    }
    for line in nodes.outline() {
        assert!(!format!("{line:?}").is_empty());
    }
}

/// Tokens lie in the text and end with the last one; in a manifest without heredocs they are in order, and between them
/// are only whitespace and comments.
fn assert_tokens(text: &str, options: LexOptions, lexed: &Lexed) {
    for token in &lexed.tokens {
        assert_span(text, token.span, token.kind.as_str());
    }
    assert_eq!(lexed.tokens.last().map(|token| token.kind), Some(TokenKind::End), "the last token");
    assert_diagnostics(text, &lexed.diagnostics);
    if has_errors(&lexed.diagnostics) || !lexed.heredocs.is_empty() || options.template {
        return;
    }
    let mut at = 0;
    for token in &lexed.tokens {
        let start = token.span.start as usize;
        assert!(start >= at, "{:?} begins before {at}", token);
        let gap = &text[at..start];
        // The brace that ends an interpolation is in no token.
        let resumes = matches!(token.kind, TokenKind::DqMid | TokenKind::DqPost);
        assert_blank(if resumes { gap.strip_suffix('}').unwrap_or(gap) } else { gap });
        at = token.span.end as usize;
    }
    assert_blank(&text[at..]);
}

fn assert_blank(gap: &str) {
    let mut rest = gap.trim_start();
    while !rest.is_empty() {
        let comment = match rest.strip_prefix("/*") {
            Some(long) => long.find("*/").map_or(rest.len(), |end| end + 4),
            None => rest.find('\n').unwrap_or(rest.len()),
        };
        assert!(rest.starts_with(['#', '\u{feff}']) || rest.starts_with("/*"), "no token covers {rest:?}");
        rest = rest[comment..].trim_start();
    }
}

/// What the validator finds in a program is at a place of its text, and does not depend on the layout.
pub fn validate(data: &[u8]) {
    let text = super::text(data);
    for options in readings(&text, MANIFEST) {
        let parsed = syntax::parse(&text, options);
        if has_errors(&parsed.diagnostics) {
            continue;
        }
        let found = syntax::validate(&parsed.program, &text, &ValidateOptions::default());
        assert_diagnostics(&text, &found);
        let Ok(formatted) = formatter::format(&text, options) else { panic!("a text that parses is not formatted") };
        let again = syntax::parse(&formatted.text, options);
        let again = syntax::validate(&again.program, &formatted.text, &ValidateOptions::default());
        let codes = |found: &[Diagnostic]| found.iter().map(|found| found.code.to_string()).collect::<Vec<_>>();
        assert_eq!(codes(&found), codes(&again), "other findings in\n{}", formatted.text);
    }
}

/// Both grammars and the parser agree: all accept a text, with the same statements, or none does. An edited document
/// has the tree of a fresh one.
pub fn grammars(data: &[u8]) {
    let text = super::text(data);
    for options in readings(&text, ONE_LINE) {
        assert_edited(&text, options);
        let parsed = syntax::parse(&text, options);
        if is_exempt(&text, options, &parsed) {
            continue;
        }
        let ours = (!has_errors(&parsed.diagnostics)).then(|| extents::of_program(&parsed.program, &text));
        let theirs = extents::of_tree(&text, options.template);
        assert_eq!(ours.is_some(), theirs.is_some(), "verdicts (parser, tree): {:?}", parsed.diagnostics);
        // The text of a template is a statement, too, from where the tag before it trims.
        if let (Some(ours), Some(theirs), false) = (ours, theirs, options.template) {
            let only = |a: &extents::Extents, b: &extents::Extents| {
                a.difference(b).map(|&(from, to)| text[from..to].to_owned()).collect::<Vec<_>>()
            };
            let (ours, theirs) = (only(&ours, &theirs), only(&theirs, &ours));
            assert!(ours.is_empty() && theirs.is_empty(), "only the parser: {ours:?}, only the tree: {theirs:?}");
        }
    }
    let _ = completeness(&text);
}

/// The kinds that are known to differ (see `tests/two_grammars`): regular expressions, whose text the grammar does not
/// read; `plan` and `apply`; heredocs; a name before braces without a title; `%%>` in a tag; a quote behind a variable.
fn is_exempt(text: &str, options: LexOptions, parsed: &Parsed) -> bool {
    let lexed = lex(text, options);
    let slash = |token: &syntax::Token| matches!(token.kind, TokenKind::Regexp | TokenKind::Div);
    lexed.tokens.iter().any(slash)
        || text.contains("plan")
        || text.contains("apply")
        || text.contains('\0')
        || text.contains("@(")
        || text.contains("%%>")
        || has_swallowed_quote(text)
        || text.contains('\u{fffd}')
        || !parsed.heredocs.is_empty()
        || has_bare_braces(&lexed)
}

/// In `"$a""b"` the reference takes the quote behind the variable for text, which the grammar does not know.
fn has_swallowed_quote(text: &str) -> bool {
    let is_end = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'}');
    text.as_bytes().windows(3).any(|at| is_end(at[0]) && at[1] == b'"' && matches!(at[2], b'"' | b'$'))
}

/// Is there a name right before a brace, with no title behind it?
fn has_bare_braces(lexed: &Lexed) -> bool {
    let before =
        |kind: TokenKind| matches!(kind, TokenKind::Name | TokenKind::Word | TokenKind::Ref | TokenKind::RBrack);
    lexed.tokens.windows(2).any(|pair| before(pair[0].kind) && pair[1].kind == TokenKind::LBrace)
}

thread_local! {
    /// Its queries take long to compile.
    static HIGHLIGHTER: RefCell<Highlighter> = RefCell::new(Highlighter::new());
}

fn highlights(dialect: Dialect, text: &str) -> Vec<Highlight> {
    HIGHLIGHTER.with(|highlighter| highlighter.borrow_mut().text_in(dialect, text))
}

fn assert_edited(text: &str, options: LexOptions) {
    let dialect = if options.template { Dialect::Template } else { Dialect::Puppet };
    let middle = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let mut edited = Document::of(dialect, &text[..middle]);
    edited.edit(middle..middle, &text[middle..], None);
    let fresh = Document::of(dialect, text);
    assert!(concrete_tree(&edited) == concrete_tree(&fresh), "another tree after an edit at {middle}");
    let mut last = 0;
    for highlight in highlights(dialect, text) {
        assert_span(text, highlight.span, highlight.capture.as_str());
        assert!(highlight.span.start >= last, "highlights overlap at {last}");
        last = highlight.span.end;
    }
}

/// A text in the form of the style guide is the same program, and stays as it is.
pub fn format(data: &[u8]) {
    let text = super::text(data);
    for options in readings(&text, MANIFEST) {
        let parsed = syntax::parse(&text, options);
        let formatted = formatter::format(&text, options);
        assert_eq!(formatted.is_err(), has_errors(&parsed.diagnostics), "formatted, or refused with its errors");
        let _ = formatter::align_arrows(&text, options);
        let Ok(formatted) = formatted else { continue };
        assert!(!formatted.kept, "the formatted text would be another program");
        assert_eq!(pn(&syntax::parse(&formatted.text, options).program), pn(&parsed.program), "another program");
        let again = formatter::format(&formatted.text, options).map(|again| again.text);
        assert_eq!(again.as_ref().ok(), Some(&formatted.text), "formatted again");
    }
}

/// Does [`growth`] look at the clock? Under a fuzzer it does; a test does not.
pub(super) static TIMED: AtomicBool = AtomicBool::new(false);

/// How long one stage may take for [`GROWN`] bytes: linear ones take some milliseconds.
const STAGE: Duration = Duration::from_secs(4);

/// The length of the texts of [`growth`].
const GROWN: usize = 24 << 10;

/// Work is linear in the text: the middle one of three parts (between bytes 1) is repeated until the text is long, and no
/// stage may take long for it.
pub fn growth(data: &[u8]) {
    let text = super::text(data);
    let parts: Vec<&str> = text.splitn(3, '\u{1}').collect();
    let (before, middle, behind) = match parts.as_slice() {
        [middle] => ("", *middle, ""),
        [before, middle] => (*before, *middle, ""),
        [before, middle, behind] => (*before, *middle, *behind),
        _ => return,
    };
    if middle.is_empty() {
        return;
    }
    let limit = if TIMED.load(Ordering::Relaxed) { GROWN } else { GROWN / 16 };
    let text = format!("{before}{}{behind}", middle.repeat(limit / middle.len() + 1));
    for options in readings(&text, MANIFEST) {
        stage("lex", || lex(&text, options));
        let parsed = stage("parse", || syntax::parse(&text, options));
        stage("pn", || pn(&parsed.program));
        stage("notes", || syntax::notes(&text, options));
        if !has_errors(&parsed.diagnostics) {
            stage("validate", || syntax::validate(&parsed.program, &text, &ValidateOptions::default()));
            let _ = stage("format", || formatter::format(&text, options));
        }
        let dialect = if options.template { Dialect::Template } else { Dialect::Puppet };
        stage("tree", || Document::of(dialect, text.as_str()));
        stage("highlight", || highlights(dialect, &text));
    }
    stage("completeness", || completeness(&text));
    stage("notebook", || notebook::Document::parse(&text));
    stage("yaml", || puppet_functions::loader::yaml::read(&text).is_ok());
}

fn stage<T>(name: &str, run: impl FnOnce() -> T) -> T {
    let start = ThreadTime::now();
    let done = run();
    let took = start.elapsed();
    assert!(took < STAGE || !TIMED.load(Ordering::Relaxed), "{name} takes {took:?}");
    done
}
