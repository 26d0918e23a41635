//! The help pane for the token under the cursor: a function, a type, a resource type or an attribute as `:doc` shows
//! it, a variable, a keyword, a language topic. Without a subject it shows the keys.

use pprepl_session::Session;
use pprepl_session::commands::{Page, documentation, page_table, points, word_of_language};
use pprepl_session::complete::{keyword_summary, type_around};
use pprepl_text::theme::Role;
use puppet_syntax::ast::{Expr, ExprKind};
use puppet_syntax::{Token, TokenKind, lex, parse, walk};

use super::{CursorContext, Line, View};

/// The page width for tables; other text wraps below itself.
const WIDE: usize = 44;

/// Builds the pane. `keys` describes the front end's keys, shown without a subject.
pub fn view(here: &CursorContext<'_>, session: &Session, keys: &[(String, String)]) -> View {
    let lexed = lex(here.text, here.options);
    let tokens: Vec<Token> = lexed.tokens.iter().filter(|token| token.kind != TokenKind::End).copied().collect();
    let mut view = View::new("Help");
    let under = here.token(&tokens).filter(|at| tokens.get(*at).is_some_and(|token| here.is_in(token.span)));
    if let Some(at) = under
        && let Some(token) = tokens.get(at)
    {
        view.mark(token.span, Role::Match);
        subject(&mut view, here, session, &tokens, at);
    }
    if view.lines.is_empty() {
        around(&mut view, here, session);
    }
    if view.lines.is_empty() {
        view.marks.clear();
    }
    if view.lines.is_empty() && !keys.is_empty() {
        view.head("Keys");
        view.facts(keys);
    }
    view
}

/// Adds the documentation of a token.
fn subject(view: &mut View, here: &CursorContext<'_>, session: &Session, tokens: &[Token], at: usize) {
    let Some(token) = tokens.get(at) else { return };
    if let Some(page) = attribute(here, session, tokens, at) {
        return show(view, &page);
    }
    let word = token.span.of(here.text);
    match token.kind {
        TokenKind::Variable => variable(view, session, word.trim_start_matches(['$', ':'])),
        TokenKind::Name | TokenKind::Word | TokenKind::Ref => named(view, session, word.trim_start_matches("::")),
        TokenKind::Type if tokens.get(at + 1).is_some_and(|next| next.kind == TokenKind::LParen) => {
            named(view, session, word);
        }
        kind => language(view, kind, word),
    }
}

/// Returns the page of the attribute whose name or value a token is.
fn attribute(here: &CursorContext<'_>, session: &Session, tokens: &[Token], at: usize) -> Option<String> {
    let arrow = |token: &Token| matches!(token.kind, TokenKind::FatArrow | TokenKind::PlusArrow);
    let is_name = tokens.get(at + 1).is_some_and(arrow);
    let is_value = at > 1 && tokens.get(at - 1).is_some_and(arrow);
    let name = match (is_name, is_value) {
        (true, _) => tokens.get(at)?,
        (_, true) => tokens.get(at - 2)?,
        _ => return None,
    };
    let row = type_around(here.text.get(..name.span.start as usize)?)?;
    let name = name.span.of(here.text);
    documentation(session, &format!("{}.{name}", row.name), WIDE).map(|(text, _)| text)
}

fn named(view: &mut View, session: &Session, name: &str) {
    if let Some((page, _)) = documentation(session, name, WIDE) {
        return show(view, &page);
    }
    let lower = name.to_lowercase();
    let catalog = session.catalog().entries();
    let declared: Vec<_> =
        catalog.iter().filter(|entry| entry.reference.to_lowercase() == format!("class[{lower}]")).collect();
    for entry in declared {
        view.say(Role::Title, &entry.reference);
        entry.place.iter().for_each(|place| view.say(Role::Plain, format!("declared at {place}")));
    }
}

/// Adds a variable: its current value, and where it was set.
fn variable(view: &mut View, session: &Session, name: &str) {
    if name.bytes().all(|byte| byte.is_ascii_digit()) {
        return point(view, "match");
    }
    let Some(found) = session.names().variables().into_iter().find(|one| one.name == name) else {
        return point(view, "variables");
    };
    view.say(Role::Variable, format!("${name}"));
    let value = pprepl_text::columns::shortened(&found.value, 400);
    view.facts(&[("value", value), ("type", found.type_name)]);
}

/// Adds a keyword or punctuation token.
fn language(view: &mut View, kind: TokenKind, word: &str) {
    if let Some(topic) = word_of_language(word) {
        page_of(view, topic);
    } else if let Some(gist) = keyword_summary(word) {
        view.push(Line::of(Role::Keyword, word).and(Role::Plain, format!(": {gist}")));
    }
    if let Some(topic) = topic(kind) {
        point(view, topic);
    }
}

/// Returns the language topic of a token.
fn topic(kind: TokenKind) -> Option<&'static str> {
    use TokenKind::*;
    if let Some(row) = kind.binary_operator() {
        return Some(row.topic);
    }
    Some(match kind {
        If | Elsif | Else | Unless | Not | Boolean => "truth",
        Class | Define | Node | Inherits => "scope",
        Undef => "undef",
        Case | QMark | SelBrace => "match",
        Regexp => "regexp",
        Heredoc | SubLocate => "heredoc",
        DqPre | DqMid | DqPost => "interpolation",
        ListStart => "blanks",
        Pipe | LambdaPipe | PipeEnd => "lambda",
        Equals => "variables",
        Amp => "additions",
        _ => return None,
    })
}

/// Adds a language topic, as `:explain` shows it.
fn point(view: &mut View, name: &str) {
    if let Some(topic) = points().iter().find(|topic| topic.name == name) {
        page_of(view, topic);
    }
}

/// Adds a topic with its example.
fn page_of(view: &mut View, topic: &Page) {
    view.gap();
    view.say(Role::Title, topic.name);
    view.say_all(Role::Plain, topic.text);
    if let Some(table) = page_table(topic) {
        view.gap();
        table.lines().for_each(|line| view.say(Role::Plain, line));
    }
    if !topic.right.is_empty() {
        view.gap();
        topic.right.lines().for_each(|line| view.say(Role::String, format!("  {line}")));
    }
}

/// Adds the function of the innermost call around the cursor.
fn around(view: &mut View, here: &CursorContext<'_>, session: &Session) {
    let parsed = parse(here.text, here.options);
    let called = |expr: &&Expr| match &expr.kind {
        ExprKind::Call(call) => name_of(&call.functor),
        ExprKind::Method(method) => name_of(&method.name),
        _ => None,
    };
    let name = walk::around(&parsed.program.body, here.at()).iter().rev().find_map(called);
    if let Some((page, _)) = name.and_then(|name| documentation(session, &name, WIDE)) {
        show(view, &page);
    }
}

fn name_of(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name.to_string()),
        _ => None,
    }
}

/// Adds a page of documentation: lines before the first empty line name the subject, indented lines are examples.
/// Joins the lines of running text, because the pane wraps them at its own width.
fn show(view: &mut View, page: &str) {
    let mut is_head = true;
    let mut running = String::new();
    for line in page.lines() {
        is_head &= !line.is_empty();
        if !is_head && !line.is_empty() && !line.starts_with(' ') {
            running.push_str(if running.is_empty() { "" } else { " " });
            running.push_str(line);
            continue;
        }
        if !running.is_empty() {
            view.say(Role::Plain, std::mem::take(&mut running));
        }
        let role = match () {
            () if is_head => Role::Function,
            () if line.starts_with("  ") => Role::String,
            () => Role::Plain,
        };
        match line.is_empty() {
            true => view.gap(),
            false => view.say(role, line),
        }
    }
    if !running.is_empty() {
        view.say(Role::Plain, running);
    }
}
