//! What a key costs from the new text to coloured bytes: parse, query, names, faults and painting, in texts of 40, 1,000
//! and 10,000 lines, with the cursor at the end and in the middle, and with a quote opened at the start.
//!
//! `cargo bench --profile dist --bench keys` (`-- 40` for the texts of 40 lines only) prints a row of Markdown for each: CPU time of the thread that waits for the key (other work
//! on the machine is not in it), and the median of wall time, in which the deadline of the parse is.

mod manifest;

use std::hint::black_box;
use std::time::Instant;

use cpu_time::ThreadTime;
use pprepl::themes::THEMES;
use pprepl_session::{Session, Settings, SystemHost};
use pprepl_text::theme::{ColorDepth, Role, Theme};
use puppet_syntax::{LexOptions, format::format};
use puppet_tree::{Highlighter, IncrementalHighlighter};

use manifest::text;

/// Up to here a front end looks for names and faults at each key.
const MARKED: usize = 6 * 1024;

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

struct Typist {
    live: IncrementalHighlighter,
    theme: Theme,
    session: Session,
    text: String,
    micros: Vec<f64>,
    wall: Vec<f64>,
}

impl Typist {
    fn new(lines: usize) -> Typist {
        let session = Session::new(Settings::default(), Box::new(SystemHost::silent()));
        let mut typist = Typist {
            live: IncrementalHighlighter::new(Highlighter::new()),
            theme: THEMES.get("dark").expect("a theme"),
            session,
            text: text(lines),
            micros: Vec::new(),
            wall: Vec::new(),
        };
        while !typist.live.follow(&typist.text) {
            std::thread::yield_now();
        }
        typist.live.highlights(0);
        typist
    }

    /// A key: the text changes, and is painted.
    fn key(&mut self, at: usize, typed: &str, deleted: usize) {
        self.text.replace_range(at..at + deleted, typed);
        let cursor = at + typed.len();
        let (started, cpu) = (Instant::now(), ThreadTime::now());
        self.live.follow(&self.text);
        let mut marks = Vec::new();
        if self.text.len() <= MARKED {
            marks = self.session.names().marks(self.live.document(), cursor);
            marks.extend(self.session.source().typing_error(&self.text, cursor).map(|fault| (fault.span, Role::Fault)));
        }
        let parts = self.live.highlights(cursor);
        let parts = parts.iter().map(|part| (part.span, part.capture));
        black_box(self.theme.painted(&self.text, parts, &marks, ColorDepth::TrueColor));
        self.micros.push(cpu.elapsed().as_secs_f64() * 1e6);
        self.wall.push(started.elapsed().as_secs_f64() * 1e6);
    }

    /// Types a statement and takes it back, key by key.
    fn types(&mut self, at: usize, statement: &str) {
        let ends: Vec<usize> = statement.char_indices().map(|(index, _)| index).collect();
        for &index in &ends {
            self.key(at + index, &statement[index..index + 1], 0);
        }
        for &index in ends.iter().rev() {
            self.key(at + index, "", 1);
        }
    }

    fn report(&mut self, what: &str) {
        self.micros.sort_by(f64::total_cmp);
        self.wall.sort_by(f64::total_cmp);
        let at = |share: f64| self.micros[((self.micros.len() - 1) as f64 * share) as usize];
        let wall = self.wall[self.wall.len() / 2];
        println!("| {what} | {} | {:.0} | {:.0} | {:.0} | {wall:.0} |", self.micros.len(), at(0.5), at(0.99), at(1.0));
        self.micros.clear();
        self.wall.clear();
    }
}

fn main() {
    const STATEMENT: &str = "$new = $port.then |$p| { \"x ${p + 1}\" }\n";
    println!(
        "| key to coloured bytes | keys | median us | p99 us | worst us | wall us |\n| --- | --: | --: | --: | --: | --: |"
    );
    let wanted: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    for (lines, rounds) in [(5, 20), (40, 20), (1_000, 8), (10_000, 3)] {
        if !wanted.is_empty() && !wanted.contains(&lines) {
            continue;
        }
        let mut typist = Typist::new(lines);
        let end = typist.text.len();
        let middle = typist.text[..end / 2].rfind("\nclass").map_or(end, |at| at + 1);
        (0..rounds).for_each(|_| typist.types(end, STATEMENT));
        typist.report(&format!("{lines} lines, at the end"));
        (0..rounds).for_each(|_| typist.types(middle, STATEMENT));
        typist.report(&format!("{lines} lines, in the middle"));
        for _ in 0..rounds * 4 {
            typist.key(0, "'", 0);
            typist.key(1, "a", 0);
            typist.key(1, "", 1);
            typist.key(0, "", 1);
        }
        typist.report(&format!("{lines} lines, a quote opened at the start"));
    }
    if wanted.is_empty() {
        formatter();
    }
}

/// The formatter over 10,000 lines.
fn formatter() {
    let source = text(10_000);
    let mut millis: Vec<f64> = (0..9)
        .map(|_| {
            let started = Instant::now();
            black_box(format(&source, LexOptions::default()).expect("it parses"));
            started.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    millis.sort_by(f64::total_cmp);
    println!("\nfmt of 10,000 lines ({} bytes), checked: {:.1} ms", source.len(), millis[millis.len() / 2]);
}
