//! Markdown cells as HTML, including tables. HTML in the source is escaped. Links may lead to the web, to mail and
//! inside the page; images that are not embedded become links, so that a page makes no requests.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::contents::Contents;
use super::painter::{PagePainter, escaped};
use crate::fence::is_puppet;
use pprepl_text::visible;

/// The allowed URL schemes of links.
const SCHEMES: [&str; 3] = ["http:", "https:", "mailto:"];

/// The allowed prefixes of embedded images.
const PICTURES: [&str; 4] = ["data:image/png;", "data:image/jpeg;", "data:image/gif;", "data:image/webp;"];

fn events(markdown: &str) -> impl Iterator<Item = Event<'_>> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS)
}

/// Returns the text up to the end of a heading.
fn heading_text<'e>(events: &mut impl Iterator<Item = Event<'e>>) -> String {
    let mut text = String::new();
    for event in events {
        match event {
            Event::End(TagEnd::Heading(_)) => break,
            event => push_text(&mut text, &event),
        }
    }
    text.trim().to_owned()
}

fn push_text(out: &mut String, event: &Event<'_>) {
    match event {
        Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => out.push_str(text),
        Event::SoftBreak | Event::HardBreak => out.push(' '),
        _ => {}
    }
}

/// Renders Markdown as HTML. Omits a leading heading that equals the page's title.
pub(super) fn prose_html(
    markdown: &str,
    title: Option<&str>,
    contents: &mut Contents,
    brush: &mut PagePainter,
) -> String {
    let markdown = visible(markdown);
    let markdown = match title.filter(|title| first_heading(&markdown).as_deref() == Some(*title)) {
        Some(_) => without_heading(&markdown),
        None => &markdown,
    };
    let all: Vec<Event<'_>> = events(markdown).collect();
    let mut shaped = Shaper { out: Vec::with_capacity(all.len()), ends: Vec::new(), contents, brush };
    let mut rest = all.into_iter().peekable();
    while let Some(event) = rest.next() {
        shaped.event(event, &mut rest);
    }
    let mut out = String::new();
    html::push_html(&mut out, shaped.out.into_iter());
    out
}

/// Returns the source after its first heading.
fn without_heading(markdown: &str) -> &str {
    let end = |(event, range): (Event<'_>, std::ops::Range<usize>)| {
        matches!(event, Event::End(TagEnd::Heading(_))).then_some(range.end)
    };
    let end = Parser::new(markdown).into_offset_iter().find_map(end);
    markdown.get(end.unwrap_or(0)..).unwrap_or("")
}

struct Shaper<'s, 'e> {
    out: Vec<Event<'e>>,
    /// The closing tags of the open links; links cannot nest.
    ends: Vec<&'static str>,
    contents: &'s mut Contents,
    brush: &'s mut PagePainter,
}

impl<'e> Shaper<'_, 'e> {
    fn event(&mut self, event: Event<'e>, rest: &mut impl Iterator<Item = Event<'e>>) {
        match event {
            Event::Html(text) | Event::InlineHtml(text) => self.out.push(Event::Text(text)),
            Event::Start(Tag::HtmlBlock) => self.html("<p>"),
            Event::End(TagEnd::HtmlBlock) => self.html("</p>\n"),
            Event::TaskListMarker(done) => self.out.push(Event::Text(if done { "☑ " } else { "☐ " }.into())),
            Event::Start(Tag::Heading { level, .. }) => self.heading(level, rest),
            Event::Start(Tag::CodeBlock(kind)) => self.code(&kind, rest),
            Event::Start(Tag::Link { dest_url, .. }) => self.link(&dest_url),
            Event::End(TagEnd::Link) => self.end_link(),
            Event::Start(Tag::Image { dest_url, .. }) => self.picture(&dest_url, rest),
            other => self.out.push(other),
        }
    }

    fn html(&mut self, text: impl Into<CowStr<'e>>) {
        self.out.push(Event::Html(text.into()));
    }

    fn heading(&mut self, level: HeadingLevel, rest: &mut impl Iterator<Item = Event<'e>>) {
        let inner: Vec<Event<'e>> = rest.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_)))).collect();
        let mut text = String::new();
        inner.iter().for_each(|event| push_text(&mut text, event));
        let (level, id) = self.contents.add(level as u8, text.trim());
        self.html(format!("<h{level} id=\"{}\">", escaped(&id)));
        let mut inner = inner.into_iter();
        while let Some(event) = inner.next() {
            self.event(event, &mut inner);
        }
        self.html(format!("</h{level}>\n"));
    }

    /// Renders a code block, highlighted if it is Puppet.
    fn code(&mut self, kind: &CodeBlockKind<'_>, rest: &mut impl Iterator<Item = Event<'e>>) {
        let mut text = String::new();
        for event in rest.take_while(|event| !matches!(event, Event::End(TagEnd::CodeBlock))) {
            push_text(&mut text, &event);
        }
        let is_puppet = match kind {
            CodeBlockKind::Fenced(info) => info.split([' ', ',']).next().is_some_and(is_puppet),
            CodeBlockKind::Indented => false,
        };
        let text = text.trim_end_matches('\n');
        let inner = if is_puppet { self.brush.code(text) } else { escaped(text) };
        self.html(format!("<pre><code>{inner}</code></pre>\n"));
    }

    /// Opens a link, or renders only its text if the target is not allowed.
    fn link(&mut self, target: &str) {
        let leads = self.ends.is_empty() && may_lead_to(target);
        self.ends.push(if leads { "</a>" } else { "" });
        if leads {
            self.html(format!("<a href=\"{}\">", escaped(target)));
        }
    }

    fn end_link(&mut self) {
        let end = self.ends.pop().unwrap_or("");
        self.html(end);
    }

    /// Renders an embedded image; any other becomes a link.
    fn picture(&mut self, target: &str, rest: &mut impl Iterator<Item = Event<'e>>) {
        let mut text = String::new();
        let mut depth = 1;
        for event in rest {
            match &event {
                Event::Start(Tag::Image { .. }) => depth += 1,
                Event::End(TagEnd::Image) => depth -= 1,
                event => push_text(&mut text, event),
            }
            if depth == 0 {
                break;
            }
        }
        if PICTURES.iter().any(|start| target.starts_with(start)) {
            return self.html(format!("<img src=\"{}\" alt=\"{}\">", escaped(target), escaped(&text)));
        }
        self.link(target);
        let text = if text.is_empty() { target.to_owned() } else { text };
        self.out.push(Event::Text(format!("picture: {text}").into()));
        self.end_link();
    }
}

/// Returns whether a link target is allowed: the web, mail, a relative file, the page itself.
fn may_lead_to(target: &str) -> bool {
    let target: String = target.chars().filter(|ch| !ch.is_control() && !ch.is_whitespace()).collect();
    let target = target.to_ascii_lowercase();
    let scheme = target.split(['/', '?', '#']).next().unwrap_or("");
    !scheme.contains(':') || SCHEMES.iter().any(|known| target.starts_with(known))
}

/// Returns the first heading, when the source starts with one.
pub(super) fn first_heading(markdown: &str) -> Option<String> {
    let mut events = events(markdown);
    matches!(events.next()?, Event::Start(Tag::Heading { .. })).then(|| heading_text(&mut events))
}
